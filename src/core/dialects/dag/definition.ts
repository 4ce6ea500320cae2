import type { FieldValues } from '../field-values.ts'
import type { documentFields, nodeFields } from './fields.ts'

/** A node of a `dag`, normalised: lists and `max_turns` are always there, other fields only when not empty. */
export type DagNode = FieldValues<(typeof nodeFields)[number]>

/** A `dag`, normalised. The order of the nodes is that of the file. */
export type DagDefinition = FieldValues<(typeof documentFields)[number]> & { readonly nodes: readonly DagNode[] }

export type DagKind = 'agent' | 'verifier' | 'critic' | 'router'

const KINDS: readonly string[] = ['agent', 'verifier', 'critic', 'router'] satisfies DagKind[]

export function isDagKind(kind: string): kind is DagKind {
  return KINDS.includes(kind)
}

/** The role of a node: `agent` when none is written or the one written is unknown. */
export function kindOf(node: { readonly kind?: string }): DagKind {
  return node.kind !== undefined && isDagKind(node.kind) ? node.kind : 'agent'
}
