import type { Json, Path } from '../diagnostic.ts'
import type { Field } from '../dialects/dialect.ts'
import { isTemplateField } from '../dialects/shape.ts'
import type { Range } from '../text/edit.ts'

/** A part of a file that holds templates: a node, or an edge with its condition. */
export type TemplateHolder = {
  /** Where it stands in the model. */
  readonly path: Path
  /** The id and the key of the node that it is or belongs to. */
  readonly id: string
  readonly key: string
  readonly fields: readonly Field[]
  readonly values: { readonly [field: string]: Json | undefined }
  /** The variables that can have been set when a field of it is rendered, the nearest first. */
  variables(field: string): Variables
  /**
   * What tells a variable that is read or named in a field from others of its name: the name itself, but
   * for those that this holder alone knows, such as the item of a `for_each`.
   */
  identity(name: string, field: string): string
  /** The end of a name that a rename keeps: of the place of an item `_index`, else nothing. */
  suffix?(name: string, field: string): string
}

/** The part of a name, read in a template at `range`, that is the variable's own. */
export function ownPart({ suffix }: TemplateHolder, name: string, field: string, range: Range): Range {
  return { start: range.start, end: range.end - (suffix?.(name, field) ?? '').length }
}

/** The names that are known at a place. */
export type Variables = {
  has(name: string): boolean
  names(): Iterable<string>
}

/** A template as it stands in a holder. */
export type TemplateText = { readonly field: Field; readonly text: string; readonly path: Path }

/** The templates of a holder, in the order of its table. */
export function templatesOf({ path, fields, values }: TemplateHolder): readonly TemplateText[] {
  return fields.flatMap((field): TemplateText[] => {
    const text = values[field.name]
    return isTemplateField(field) && typeof text === 'string' && text !== '' ? [{ field, text, path: [...path, field.name] }] : []
  })
}

/** The names that a holder gives: the values of its fields of type `variable`. */
export function namesGivenBy({ path, fields, values }: TemplateHolder): readonly { readonly field: string; readonly name: string; readonly path: Path }[] {
  return fields.flatMap((field) => {
    const name = values[field.name]
    return field.type === 'variable' && typeof name === 'string' && name !== '' ? [{ field: field.name, name, path: [...path, field.name] }] : []
  })
}
