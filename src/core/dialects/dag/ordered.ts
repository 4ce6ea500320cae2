import type { Json } from '../../diagnostic.ts'
import { inOrder } from '../ordered.ts'
import type { DagDefinition } from './definition.ts'
import { documentFields, nodeFields } from './fields.ts'

/** A definition as it is written: keys in rendered order, empty fields left out but for those always written. */
export function ordered(definition: DagDefinition): Json {
  const nodes = definition.nodes.map((node) => Object.fromEntries(inOrder(node, nodeFields)))
  return Object.fromEntries([...inOrder(definition, documentFields), ['nodes', nodes]])
}
