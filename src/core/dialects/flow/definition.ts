import type { Header } from '../../agent-file/header.ts'
import type { Path } from '../../diagnostic.ts'
import type { FieldValues } from '../field-values.ts'
import { sameId } from '../same-id.ts'
import type { bodyFields, edgeFields, nodeFields } from './fields.ts'

/** A node of a flow, normalised: lists and numbers are always there, other fields only when not empty. */
export type FlowNode = FieldValues<(typeof nodeFields)[number]>

/** An edge of a flow, normalised. Without `to`, or with `to: end`, it ends the flow. */
export type FlowEdge = FieldValues<(typeof edgeFields)[number]>

/** What a flow is made of, wherever it stands in its file. Nodes and edges are in the order of the file. */
export type FlowBody = FieldValues<(typeof bodyFields)[number]> & {
  readonly nodes: readonly FlowNode[]
  readonly edges: readonly FlowEdge[]
}

/** A flow, normalised, in the shape of its file: the body under `workflow`, or beside the header. */
export type FlowDefinition = Header & ({ readonly workflow: FlowBody } | FlowBody)

export type FlowKind = 'tool' | 'agent' | 'branch' | 'verifier' | 'critic' | 'router' | 'gate'

const KINDS: readonly string[] = ['tool', 'agent', 'branch', 'verifier', 'critic', 'router', 'gate'] satisfies FlowKind[]

/** What an edge names that ends the flow. No node may be called so. */
export const END = 'end'

export function bodyOf(definition: FlowDefinition): FlowBody {
  return 'workflow' in definition ? definition.workflow : definition
}

/** The way to the body in the model: the keys that stand before `nodes` and `edges`. */
export function bodyPath(definition: FlowDefinition): Path {
  return 'workflow' in definition ? WITHIN : AT_THE_TOP
}

export const WITHIN: Path = ['workflow']
export const AT_THE_TOP: Path = []

export function isFlowKind(kind: string): kind is FlowKind {
  return KINDS.includes(kind)
}

/** What a node is: the kind that is written, else what its fields say. An unknown one counts as not written. */
export function kindOf({ kind, tool, agent }: Pick<FlowNode, 'kind' | 'tool' | 'agent'>): FlowKind {
  if (kind !== undefined && isFlowKind(kind)) return kind
  if (tool !== undefined) return 'tool'
  return agent === undefined ? 'branch' : 'agent'
}

/** Where an edge leads; null where the flow ends. */
export function targetOf({ to }: FlowEdge): string | null {
  return to === undefined || to === END ? null : to
}

/** How often an edge may be taken in one run. */
export function budgetOf({ max_iterations }: FlowEdge): number {
  return Math.max(1, max_iterations)
}

/** The names that a router may choose between: its routes, or else where its edges lead. */
export function routesOf(body: FlowBody, { id, routes }: FlowNode): readonly string[] {
  if (routes.length > 0) return routes
  return [...new Set(body.edges.flatMap((edge) => (sameId(edge.from) === sameId(id) ? [sameId(edge.to ?? END)] : [])))]
}
