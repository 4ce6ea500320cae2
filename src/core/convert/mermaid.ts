import type { GraphNode, GraphView, NodeKind } from '../graph/view.ts'

/**
 * A view as a Mermaid flowchart. Nodes are called `n1`, `n2` and so on, so that no two ids can collide;
 * ids are labels, with everything escaped that Mermaid or a page would act on.
 */
export function toMermaid(view: GraphView, direction: 'right' | 'down' = 'right'): string {
  const names = new Map(view.nodes.map((node, index) => [node.key, `n${index + 1}`]))
  const lines = [direction === 'right' ? 'flowchart LR' : 'flowchart TD']
  for (const node of view.nodes) lines.push(`  ${names.get(node.key)!}${shapeOf(node)}`)
  for (const edge of view.edges) {
    const from = names.get(edge.from)
    const to = names.get(edge.to)
    if (from === undefined || to === undefined) continue
    const budget = edge.budget !== undefined && (edge.budget > 1 || edge.back) ? `×${edge.budget}` : ''
    const words = [edge.condition ?? '', budget].filter((part) => part !== '').join(' ')
    const label = words === '' ? '' : `|"${escape(words)}"|`
    lines.push(`  ${from} ${edge.kind === 'route' || edge.kind === 'reference' ? '-.->' : '-->'}${label} ${to}`)
  }
  const ghosts = view.nodes.flatMap((node) => (node.ghost ? [names.get(node.key)!] : []))
  if (ghosts.length > 0) lines.push('  classDef ghost stroke-dasharray: 4 4', `  class ${ghosts.join(',')} ghost`)
  return `${lines.join('\n')}\n`
}

const BRACKETS: { readonly [Kind in NodeKind]: readonly [string, string] } = {
  agent: ['(', ')'], model: ['(', ')'], verifier: ['([', '])'], critic: ['>', ']'], router: ['{', '}'],
  tool: ['[', ']'], branch: ['{', '}'], gate: ['[[', ']]'],
}

function shapeOf(node: GraphNode): string {
  if (node.end) return '(("end"))'
  const [open, close] = BRACKETS[node.kind]
  const label = node.id === '' ? '(no id)' : node.id
  const role = node.kind === 'agent' || node.ghost ? '' : `<br/>${node.kind}`
  return `${open}"${escape(label)}${role}"${close}`
}

/** Mermaid's own entity codes, which stand for a character wherever it would mean something else. */
function escape(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/["#&<>`;\\{}[\]()|]/g, (character) => `#${character.charCodeAt(0)};`)
    .replace(/\p{Cs}/gu, '\uFFFD')
}
