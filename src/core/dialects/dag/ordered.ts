import type { Json } from '../../diagnostic.ts'
import type { Field } from '../dialect.ts'
import type { DagDefinition } from './definition.ts'
import { documentFields, nodeFields } from './fields.ts'

/** A definition as it is written: keys in rendered order, empty fields left out but for those always written. */
export function ordered(definition: DagDefinition): Json {
  const nodes = definition.nodes.map((node) => Object.fromEntries(inOrder(node, nodeFields)))
  return Object.fromEntries([...inOrder(definition, documentFields), ['nodes', nodes]])
}

function inOrder(values: { readonly [key: string]: Json }, fields: readonly Field[]): [string, Json][] {
  return fields.flatMap((field): [string, Json][] => {
    const value = values[field.name]
    if (value === undefined) return []
    const isEmpty = value === '' || value === 0 || (Array.isArray(value) && value.length === 0)
    return isEmpty && !field.always ? [] : [[field.name, value]]
  })
}
