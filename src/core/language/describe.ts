import type { Field, Group } from '../dialects/dialect.ts'
import { visibly } from '../dialects/invisible.ts'
import type { GraphNode, GraphView } from '../graph/view.ts'

/** What a field is for, what it takes, and an example, as Markdown. */
export function describeField(field: Field | Group): string {
  const parts = [field.help]
  if ('values' in field && field.values) parts.push(field.values.map(({ value, help }) => `- \`${value}\`: ${help}`).join('\n'))
  const facts = [
    ...(field.required ? ['Required.'] : []),
    ...('default' in field && field.default !== undefined && typeof field.default !== 'object' ? [`Default: ${code(String(field.default))}.`] : []),
    ...('example' in field && field.example !== undefined ? [`Example: ${code(field.example)}.`] : []),
  ]
  if (facts.length > 0) parts.push(facts.join(' '))
  return parts.join('\n\n')
}

/** What a node is, what it does and what it is linked with, as Markdown. */
export function describeNode(view: GraphView, node: GraphNode): string {
  const level = view.levels.findIndex((keys) => keys.includes(node.key))
  const head = `**${escape(node.id)}** · ${node.kind}${level < 0 ? '' : ` · level ${level + 1}`}`
  if (node.ghost) return `**${escape(node.id)}**\n\nNo node has this id.`
  const from = [...new Set(view.edges.filter(({ to }) => to === node.key).map((edge) => edge.from))]
  const to = [...new Set(view.edges.filter((edge) => edge.from === node.key).map((edge) => edge.to))]
  return [
    head,
    ...(node.note === undefined ? [] : [`*${escape(node.note.split('\n').join(' '))}*`]),
    ...(node.summary === '' ? [] : [escape(node.summary)]),
    ...(from.length + to.length === 0 ? [] : [`${linked('After', from, view)}${from.length > 0 && to.length > 0 ? ' · ' : ''}${linked('Before', to, view)}`]),
  ].join('\n\n')
}

const MOST_SHOWN = 6

function linked(word: string, keys: readonly string[], view: GraphView): string {
  if (keys.length === 0) return ''
  const ids = keys.slice(0, MOST_SHOWN).map((key) => code(view.nodes.find((node) => node.key === key)?.id ?? key))
  return `${word} ${ids.join(', ')}${keys.length > MOST_SHOWN ? ` and ${keys.length - MOST_SHOWN} more` : ''}`
}

/** A user's words are no Markdown. */
export function escape(text: string): string {
  return visibly(text).replace(/[\\`*_{}[\]<>()#+\-.!|~&]/g, (mark) => `\\${mark}`)
}

export function code(text: string): string {
  const shown = visibly(text).replace(/\s+/g, ' ')
  return shown.includes('`') ? `\`\` ${shown} \`\`` : `\`${shown}\``
}
