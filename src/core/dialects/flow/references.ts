import type { Path } from '../../diagnostic.ts'
import { sameId } from '../same-id.ts'
import { bodyOf, bodyPath, END, type FlowDefinition } from './definition.ts'
import { keysOf } from './keys.ts'

/** A place where a node is named. */
export type Reference = {
  /** The way to it in the model. */
  readonly path: Path
  readonly id: string
  /** The key of the node that it belongs to: the one that an edge leaves, a router, or the one named. */
  readonly owner: string
}

/** Every place that names a node, in the order of nodes, edges, entry and output. */
export function* referencesOf(definition: FlowDefinition): Generator<Reference> {
  const body = bodyOf(definition)
  const at = bodyPath(definition)
  const { keys, keyOf, byId } = keysOf(definition)
  for (const [index, node] of body.nodes.entries()) {
    for (const [entry, id] of node.routes.entries()) {
      // A route is a name to choose; only that of a node is a reference.
      if (byId.has(sameId(id))) yield { path: [...at, 'nodes', index, 'routes', entry], id, owner: keys[index]! }
    }
  }
  for (const [place, edge] of body.edges.entries()) {
    const owner = keyOf(edge.from)
    if (edge.from !== '' && edge.from !== END) yield { path: [...at, 'edges', place, 'from'], id: edge.from, owner }
    if (edge.to !== undefined && edge.to !== END) yield { path: [...at, 'edges', place, 'to'], id: edge.to, owner }
  }
  for (const field of ['entry', 'output'] as const) {
    const id = body[field]
    if (id !== undefined) yield { path: [...at, field], id, owner: keyOf(id) }
  }
}

/** Every place that names an id. */
export function referencesTo(definition: FlowDefinition, id: string): Reference[] {
  const same = sameId(id)
  return [...referencesOf(definition)].filter((reference) => sameId(reference.id) === same)
}
