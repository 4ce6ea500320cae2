import type { Path } from '../../diagnostic.ts'
import type { DagDefinition } from './definition.ts'
import { sameId } from '../same-id.ts'

/** A place where a node names another one. */
export type Reference = {
  readonly field: 'needs' | 'routes'
  /** The place of the node that names. */
  readonly index: number
  /** The place in its list. */
  readonly entry: number
  /** The way to it in the model. */
  readonly path: Path
  readonly id: string
}

/** Every reference, in file order; of one node its needs before its routes. */
export function* referencesOf(definition: DagDefinition): Generator<Reference> {
  for (const [index, node] of definition.nodes.entries()) {
    for (const field of ['needs', 'routes'] as const) {
      for (const [entry, id] of node[field].entries()) yield { field, index, entry, path: ['nodes', index, field, entry], id }
    }
  }
}

/** Every place that names an id. */
export function referencesTo(definition: DagDefinition, id: string): Reference[] {
  const same = sameId(id)
  return [...referencesOf(definition)].filter((reference) => sameId(reference.id) === same)
}
