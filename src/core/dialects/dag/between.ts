import type { Json, Result } from '../../diagnostic.ts'
import type { GraphEdge } from '../../graph/view.ts'
import type { Command, NodeFields } from '../command.ts'
import { drawnEdge } from './edges.ts'
import { findNode } from './find-node.ts'
import type { DagReading } from './read.ts'
import { allow, refuse } from '../refuse.ts'

/**
 * The commands that put a new node on the way between two others. A need and a route between the same
 * two are one way: both lead to the new node then. What came from the first node came because it was
 * waited for, so the second waits for the new one whichever it was. Entries are changed in place: the
 * order of a list of needs is the order in which a prompt names them.
 */
export function nodeBetween(reading: DagReading, { from, to }: Pick<GraphEdge, 'from' | 'to'>, node: NodeFields): Result<readonly Command[]> {
  const source = findNode(reading.model, from)
  if (!source.ok) return source
  const target = findNode(reading.model, to)
  if (!target.ok) return target
  if (source.value.node.id === '') return refuse('The node has no id to be named by. Give it one first.', source.value.key)
  const need = drawnEdge(reading.model, from, to, 'need')
  const route = drawnEdge(reading.model, from, to, 'route')
  if (need === null && route === null) return refuse(`No edge leads from \`${from}\` to \`${to}\`. It may have been removed.`)
  const needs: Json = need === null ? [] : [source.value.node.id]
  const id = node.id
  return allow([
    { type: 'add', node: { ...node, needs }, after: source.value.key },
    ...(route === null ? [] : [{ type: 'setField', node: source.value.key, field: ['routes', route.entry], value: id } as const]),
    need === null
      ? { type: 'connect', from: id, to: target.value.key, kind: 'need' }
      : { type: 'setField', node: target.value.key, field: ['needs', need.entry], value: id },
  ])
}
