import type { Path, Result } from '../../diagnostic.ts'
import type { GraphEdge } from '../../graph/view.ts'
import { allow, refuse } from '../refuse.ts'
import { sameId } from '../same-id.ts'
import { shown } from '../say.ts'
import { answersToId, findByKey } from '../find-node.ts'
import { bodyOf, bodyPath, END, type FlowDefinition } from './definition.ts'
import { keysOf, type EdgePlace } from './keys.ts'

/** The edge that a command names: by the keys of its ends, and its place among those that join the same two. */
export function findEdge(definition: FlowDefinition, from: string, to: string, index = 0): Result<EdgePlace> {
  const { edges } = keysOf(definition)
  const is = (key: string, named: string): boolean => key === named || key === sameId(named)
  const found = edges.find((edge) => is(edge.from, from) && is(edge.to, to) && edge.index === index)
  if (found) return allow(found)
  const which = index === 0 ? 'No edge' : `No ${index + 1}${index === 1 ? 'nd' : index === 2 ? 'rd' : 'th'} edge`
  return refuse(`${which} leads from ${shown(from)} to ${shown(to)}. It may have been removed.`)
}

/** Where an edge of the view stands in the model. */
export function edgePathOf(definition: FlowDefinition, { kind, from, to, order }: Pick<GraphEdge, 'kind' | 'from' | 'to' | 'order'>): Path | null {
  if (kind !== 'flow') return null
  const leaving = keysOf(definition).leaving.get(from) ?? []
  const found = order === undefined ? leaving.find((edge) => edge.to === to) : leaving[order]
  return found?.to === to ? [...bodyPath(definition), 'edges', found.place] : null
}

/** The id to write for the node that an edge is to leave, or why it cannot. */
export function sourceId(definition: FlowDefinition, key: string): Result<string> {
  const keys = keysOf(definition)
  if (key === keys.end || (sameId(key) === END && !keys.byKey.has(END))) return refuse('Nothing comes after the end. Draw the edge from a node.')
  return nodeId(definition, key)
}

/** The id to write for the node that an edge is to lead to, or why it cannot. */
export function targetId(definition: FlowDefinition, key: string): Result<string> {
  const keys = keysOf(definition)
  if (key === keys.end || (sameId(key) === END && !keys.byKey.has(END))) return allow(END)
  return nodeId(definition, key)
}

function nodeId(definition: FlowDefinition, key: string): Result<string> {
  const keys = keysOf(definition)
  const found = findByKey(bodyOf(definition).nodes, keys, key)
  if (!found.ok) return found
  const { id } = found.value.node
  if (id === '') return refuse('The node has no id to be named by. Give it one first.', found.value.key)
  if (sameId(id) === END) return refuse('The id `end` is reserved: an edge to `end` ends the flow. Rename the node first.', found.value.key)
  if (!answersToId(keys, found.value)) return refuse(`Two nodes have the id ${shown(id)}. Rename one of them first.`, found.value.key)
  return allow(id)
}

/** May an edge be drawn from one node to another? Its ends as they are to be written, or the reason against it. */
export function newEdge(definition: FlowDefinition, from: string, to: string): Result<{ readonly from: string; readonly to: string }> {
  const source = sourceId(definition, from)
  if (!source.ok) return source
  const target = targetId(definition, to)
  if (!target.ok) return target
  // A second one after an edge that always holds would not be tried before that one is used up; with a condition of its own it is of use.
  const { edges, keyOf, end } = keysOf(definition)
  const toKey = target.value === END ? end : keyOf(target.value)
  const twin = edges.find((edge) => edge.from === keyOf(source.value) && edge.to === toKey)
  if (twin && bodyOf(definition).edges[twin.place]!.if === undefined) {
    return refuse(`${shown(source.value)} already leads to ${target.value === END ? 'the end' : shown(target.value)}. Let that edge be taken more often, or give it an \`if\` first.`, source.value)
  }
  return allow({ from: source.value, to: target.value })
}
