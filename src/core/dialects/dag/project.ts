import type { GraphNode, GraphView } from '../../graph/view.ts'
import { noteAbove } from '../note.ts'
import { summaryOf } from '../summary.ts'
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
  const made: GraphNode = { key, id: node.id, kind: kindOf(node), summary: known?.summary ?? summaryOf(node.prompt), index, ...(note === undefined ? {} : { note }) }
  drawn.set(node, made)
  return made
}
