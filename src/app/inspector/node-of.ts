import { partAt, pathOfNode, type Analysis, type Dialect, type Field, type GraphNode, type Json, type Path } from '../../core/index.ts'

/** Fields by name, as they were read. */
export type Values = { readonly [field: string]: Json | undefined }

/** A node of the definition as the form needs it. */
export type FormNode = { readonly node: GraphNode; readonly values: Values }

/** The node with this key in the view, or null: a ghost has no fields. */
export function formNode(analysis: Analysis, dialect: Dialect, key: string): FormNode | null {
  const node = analysis.view.nodes.find((candidate) => candidate.key === key)
  if (!node || node.index < 0) return null
  const values = partAt(analysis.reading?.model, pathOfNode(dialect, analysis.reading?.model, node.index))
  return isMap(values) ? { node, values } : null
}

/** The fields of the document itself, by name, wherever they stand in it. */
export function documentValues(analysis: Analysis, dialect: Dialect): Values {
  const model = analysis.reading?.model
  return Object.fromEntries(dialect.documentFields.map((field) => [field.name, partAt(model, documentPath(dialect, model, field))]))
}

/** Where a field of the document stands in the model. */
export function documentPath(dialect: Dialect, model: unknown, field: Field): Path {
  return dialect.documentPath?.(model, field) ?? [...(field.within ?? []), field.name]
}

/** Is the part of a model a map of fields? */
export function isMap(value: Json | undefined): value is { readonly [field: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
