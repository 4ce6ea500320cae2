import type { Path } from '../diagnostic.ts'
import type { Dialect, Field, Group, Shape } from './dialect.ts'

/** Is the value of the field a list of names? */
export function isList(field: { readonly type: Field['type'] | Group['type'] }): boolean {
  return field.type === 'references' || field.type === 'list'
}

/** Is the value of the field a text with actions in it? */
export function isTemplateField(field: { readonly type: Field['type'] | Group['type'] }): boolean {
  return field.type === 'template' || field.type === 'condition'
}

/** The template field that a place of a file holds; null where none does. */
export function templateFieldAt(dialect: Pick<Dialect, 'shapeAt'>, path: Path): Field | null {
  const shape = dialect.shapeAt(path)
  return shape?.type === 'value' && isTemplateField(shape.field) ? shape.field : null
}

/** What stands at the rest of a way that leads into a map of plain fields. */
export function shapeOfField(fields: readonly Field[], name: string | number, rest: readonly (string | number)[]): Shape | null {
  const field = fields.find((each) => each.name === name)
  if (!field) return null
  if (rest.length === 0) return { type: 'value', field }
  return rest.length === 1 && typeof rest[0] === 'number' && isList(field) ? { type: 'value', field, entry: true } : null
}
