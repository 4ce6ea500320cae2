import type { GraphNode, GraphView } from '../../graph/view.ts'
import { noteAbove } from './comments.ts'
import { kindOf, type DagDefinition, type DagNode } from './definition.ts'
import { keysOf } from './keys.ts'
import type { DagReading } from './read.ts'

/** A read `dag` as it is drawn, with the comments above its nodes as their notes. */
export function projectDag(reading: DagReading): GraphView {
  const { source } = reading
  const list = reading.origin.sourceNode(['nodes'])
  const items = list?.kind === 'list' ? list.items : []
  return viewOf(reading.model, (index) => (items[index] ? noteAbove(source, items[index]) : undefined))
}

/** A definition as it is drawn. Names of unknown nodes are ghosts, with broken edges, after the nodes. */
export function viewOf(definition: DagDefinition, noteOf: (index: number) => string | undefined = () => undefined): GraphView {
  const { keys, ghosts, edges, levels } = keysOf(definition)
  const nodes = definition.nodes.map((node, index) => nodeOf(node, keys[index]!, index, noteOf(index)))
  for (const { id, key } of ghosts.values()) nodes.push({ key, id, kind: 'agent', summary: '', index: -1, ghost: true })
  return { nodes, edges: edges(), levels: levels() }
}

/** The drawn node of a node of the definition: summaries are looked for once. */
const drawn = new WeakMap<DagNode, GraphNode>()

function nodeOf(node: DagNode, key: string, index: number, note: string | undefined): GraphNode {
  const known = drawn.get(node)
  if (known && known.key === key && known.index === index && known.note === note) return known
  const made: GraphNode = { key, id: node.id, kind: kindOf(node), summary: known?.summary ?? summaryOf(node), index, ...(note === undefined ? {} : { note }) }
  drawn.set(node, made)
  return made
}

/** The first three lines that are not blank, at most 280 characters. */
function summaryOf(node: DagNode): string {
  const lines: string[] = []
  let rest = node.prompt.slice(0, 1000)
  while (lines.length < 3 && rest !== '') {
    const end = rest.search(/\r\n|[\n\r\u2028\u2029]/)
    const line = (end < 0 ? rest : rest.slice(0, end)).trim()
    if (line !== '') lines.push(line)
    rest = end < 0 ? '' : rest.slice(end + 1)
  }
  const summary = lines.join('\n')
  // Never half a character: a lone surrogate shows as a box.
  return summary.length <= 280 ? summary : `${summary.slice(0, 279).replace(/[\ud800-\udbff]$/, '')}…`
}
