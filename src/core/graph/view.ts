import { unreachable } from '../diagnostic.ts'

/** What is drawn: a dialect's model, projected. Plain data; positions are not part of it. */
export type GraphView = {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
  /** The node ids by level of `needs`; nodes on a cycle are left out. Empty where a dialect has no levels. */
  readonly levels: readonly (readonly string[])[]
}

export type NodeKind = 'agent' | 'model' | 'verifier' | 'critic' | 'router' | 'tool' | 'branch' | 'gate'

/** Does a model get a prompt at a node of this kind, alone or as an agent? */
export function asksModel(kind: NodeKind): kind is 'agent' | 'model' | 'verifier' | 'critic' | 'router' {
  switch (kind) {
    case 'agent':
    case 'model':
    case 'verifier':
    case 'critic':
    case 'router':
      return true
    case 'tool':
    case 'branch':
    case 'gate':
      return false
    default:
      return unreachable(kind)
  }
}

export type GraphNode = {
  /**
   * Unique in the view and stable across edits of other nodes: the node's id, or, where ids are
   * missing or doubled, `id~2`, `~3` and so on by place in the file.
   */
  readonly key: string
  /** The id as written (may be empty or doubled). */
  readonly id: string
  readonly kind: NodeKind
  /** The first lines of what it does. */
  readonly summary: string
  /** The comment lines that stand above the node, without `#`. */
  readonly note?: string
  /** The template that must hold for it to be done. */
  readonly condition?: string
  /** Place in the file; -1 for a ghost. */
  readonly index: number
  /** No node has this id: it is only named by another one. */
  readonly ghost?: true
  /** A run begins here, where not every node that needs nothing is a beginning. */
  readonly entry?: true
  /** Not a node of the file but the end of the flow, drawn because an edge names it. Its index is -1. */
  readonly end?: true
}

export type EdgeKind = 'need' | 'route' | 'flow' | 'reference'

export type GraphEdge = {
  /** Unique and stable: `kind:from>to` with a counter where it is doubled. */
  readonly key: string
  readonly kind: EdgeKind
  /** Keys of nodes. */
  readonly from: string
  readonly to: string
  /** A flow edge's condition, how often it may be taken in one run, and its place among its node's edges, from 0. */
  readonly condition?: string
  readonly budget?: number
  readonly order?: number
  /** Its place among the edges from the same node to the same node, by which commands name it; absent is 0. */
  readonly index?: number
  /** It leads back to a node that the way from the entry came through: it closes a loop. */
  readonly back?: true
  /** It leads to or from a ghost. */
  readonly broken?: true
}
