import type { Analysis, Field, GraphNode, Json } from '../../core/index.ts'

/** A node of the definition as the form needs it: its fields by name, as they were read. */
export type FormNode = { readonly node: GraphNode; readonly values: { readonly [field: string]: Json | undefined } }

/** The node with this key in the view, or null: a ghost has no fields. */
export function formNode(analysis: Analysis | null, key: string): FormNode | null {
  const node = analysis?.view.nodes.find((candidate) => candidate.key === key)
  const model = analysis?.reading?.model as { readonly nodes?: readonly { readonly [field: string]: Json }[] } | undefined
  const values = node && model?.nodes?.[node.index]
  return node && values ? { node, values } : null
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
