import { partAt, pathOfNode, type Analysis, type Dialect, type Field, type GraphNode, type Json } from '../../core/index.ts'

/** Fields by name, as they were read. */
export type Values = { readonly [field: string]: Json | undefined }

/** A node of the definition as the form needs it. */
export type FormNode = { readonly node: GraphNode; readonly values: Values }

/** The node with this key in the view, or null: a ghost has no fields. */
export function formNode(analysis: Analysis | null, dialect: Dialect | null, key: string): FormNode | null {
  const node = analysis?.view.nodes.find((candidate) => candidate.key === key)
  if (!node || node.index < 0 || !dialect) return null
  const values = partAt(analysis?.reading?.model, pathOfNode(dialect, node.index))
  return isMap(values) ? { node, values } : null
}

/** The fields that this node's form shows: those of its kind, and those that are set all the same. */
export function shownFields(fields: readonly Field[], { node, values }: FormNode): readonly Field[] {
  return fields.filter((field) => {
    if (field.name === 'id') return false
    return !field.kinds || field.kinds.includes(node.kind) || !isEmpty(values[field.name])
  })
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function isMap(value: Json | undefined): value is { readonly [field: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
