import type { Json } from '../diagnostic.ts'
import type { Field } from './dialect.ts'
import { isEmpty } from './values.ts'

/** Values as they are written: keys in rendered order, empty ones left out but for those always written. */
export function inOrder(values: { readonly [key: string]: Json }, fields: readonly Field[]): [string, Json][] {
  return fields.flatMap((field): [string, Json][] => {
    const value = values[field.name]
    return value === undefined || (isEmpty(value) && !field.always) ? [] : [[field.name, value]]
  })
}
