import type { Result } from '../../diagnostic.ts'
import type { GraphEdge } from '../../graph/view.ts'
import type { Command, NodeFields } from '../command.ts'
import { allow, refuse } from '../refuse.ts'
import { shown } from '../say.ts'
import { bodyOf } from './definition.ts'
import { keysOf } from './keys.ts'
import type { FlowReading } from './read.ts'

/**
 * The commands that put a new node on an edge. The edge keeps its condition, its budget and its place
 * and leads to the new node; from there another leads on, which may be taken as often.
 */
export function nodeBetween({ model }: FlowReading, edge: Pick<GraphEdge, 'from' | 'to' | 'order'>, node: NodeFields): Result<readonly Command[]> {
  const { edges, byKey, end } = keysOf(model)
  const found = edges.find(({ from, to, order }) => from === edge.from && to === edge.to && (edge.order === undefined || edge.order === order))
  if (!found) return refuse(`No edge leads from ${shown(edge.from)} to ${shown(edge.to)}. It may have been removed.`)
  if (!byKey.has(found.from) || (found.to !== end && !byKey.has(found.to))) return refuse('The edge leads to or from a node that does not exist. Mend it first.')
  const { max_iterations: budget } = bodyOf(model).edges[found.place]!
  return allow([
    { type: 'add', node, after: found.from },
    { type: 'retarget', from: found.from, to: found.to, ...(found.index === 0 ? {} : { index: found.index }), newTo: node.id },
    { type: 'connect', from: node.id, to: found.to, kind: 'flow' },
    ...(budget > 1 ? [{ type: 'setEdge', from: node.id, to: found.to, field: 'max_iterations', value: budget } as const] : []),
  ])
}
