import type { Field, Json, NodeKind } from '../../core/index.ts'
import type { Values } from './node-of.ts'

export type Arranged = {
  /** Rows of the form, in the order of the table with what is required first. */
  readonly rows: readonly Field[]
  /** What is not set and may be: offered by name. */
  readonly more: readonly Field[]
}

/**
 * Which fields a form shows, and which it offers.
 * @param kinds of the nodes that the form is for; a field of other kinds is left out unless it is set.
 * @param opened names of fields that the user asked for, though they are empty.
 */
export function arrangeFields(fields: readonly Field[], values: Values, kinds: readonly NodeKind[], opened: ReadonlySet<string>): Arranged {
  const fitting = fields.filter((field) => !isEmpty(values[field.name]) || !field.kinds || kinds.every((kind) => field.kinds!.includes(kind)))
  const isRow = (field: Field) => field.required === true || field.edges !== undefined || field.type === 'enum' || opened.has(field.name) || !isDefault(field, values[field.name])
  const rows = fitting.filter(isRow)
  return {
    rows: [...rows.filter(({ required }) => required), ...rows.filter(({ required }) => !required)],
    more: fitting.filter((field) => !isRow(field)),
  }
}

/** Is the value what the field has when nothing is written? */
export function isDefault(field: Field, value: Json | undefined): boolean {
  return isEmpty(value) || (field.default !== undefined && JSON.stringify(value) === JSON.stringify(field.default))
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
