import type { Json } from '../diagnostic.ts'
import type { Plan } from '../graph/plan.ts'
import type { RunError, RunOptions, StartedBy, Usage, WalkEnd } from './event.ts'

export type RunStatus = 'created' | 'running' | 'interrupted' | 'paused' | 'cancelling' | 'cancelled' | 'completed' | 'failed'

/** How an earlier attempt at the same visit ended: with an error, or interrupted. */
export type EarlierAttempt = { readonly attempt: number; readonly at: string; readonly error?: RunError }

/** How far a `for_each` has come: items that are worked on in all, that are done, and of those the ones whose failure was passed over. */
export type ItemsDone = { readonly total: number; readonly done: number; readonly failed: number }

type Timed = {
  readonly visit: number
  readonly started_at: string
  /** Restored from an earlier attempt's record in this one. */
  readonly restored?: true
  /** The attempt of the run in which it started; the first is 1. */
  readonly attempt?: number
  /** Attempts at this visit that did not complete, oldest first. */
  readonly earlier?: readonly EarlierAttempt[]
  /** Of the visit so far, all its attempts together. */
  readonly usage?: Usage
  /** Only of a node that works on a list. */
  readonly items?: ItemsDone
}

/** `ms` is the wall time in milliseconds; `ran` is false where it was decided without running it. */
export type FailedNode = Timed & { readonly status: 'failed'; readonly input: Json; readonly error: RunError; readonly ended_at: string; readonly ms: number; readonly ran: boolean }

/** Its run ended or lost its owner while it was running. */
export type InterruptedNode = Timed & { readonly status: 'interrupted'; readonly input: Json; readonly since: string }

/** What is tried again. `attempt`: the one that failed. `item`: of a `for_each`; the notice stands until that one is done. */
export type Retry = { readonly attempt: number; readonly error: RunError; readonly delay: number; readonly item?: number }

/** The state of a node; illegal combinations do not type. */
export type NodeState =
  | { readonly status: 'idle' }
  /** `before`: what it was when an earlier attempt of the run ended. */
  | { readonly status: 'queued'; readonly visit: number; readonly before?: FailedNode | InterruptedNode }
  | (Timed & { readonly status: 'running'; readonly input: Json; /** Live text so far; lost on reload until the node completes. */ readonly live: string; readonly retry?: Retry })
  /** `ms` is the wall time in milliseconds. */
  | (Timed & {
      readonly status: 'completed'
      readonly input: Json
      readonly output: Json
      readonly ended_at: string
      readonly ms: number
      /** See `outputHash`. */
      readonly hash: string
      readonly simulated?: true
      /** It failed, and `on_error: skip` passed over that: there is no output. */
      readonly passed?: RunError
    })
  | FailedNode
  | { readonly status: 'skipped'; readonly visit: number; readonly reason: string; readonly at: string }
  | InterruptedNode

/** A node once it began. */
export type VisitState = Exclude<NodeState, { readonly status: 'idle' | 'queued' }>

/** One visit of a walk. */
export type Visit = { readonly node: string; readonly state: VisitState }

/** The fold of a run's events. Everything that shows a run shows this. */
export type RunState = {
  readonly run: string
  readonly status: RunStatus
  readonly workflow: string
  readonly file?: string
  readonly definitionHash: string
  readonly plan: Plan | null
  readonly options: RunOptions | null
  /** What it was started with. */
  readonly inputs: Json
  readonly started_by?: StartedBy
  /** Of a walk: each node as its last visit left it. */
  readonly nodes: { readonly [id: string]: NodeState }
  /** Ids in the order in which they finished; those that never ran have no place. */
  readonly order: readonly string[]
  /** Of a walk: its visits in the order in which they began first. */
  readonly visits: readonly Visit[]
  /** Of a walk: how often each edge of the plan has been taken, by its place there. */
  readonly taken: readonly number[]
  /** Of a walk that is completed: its result, if any node gave one. */
  readonly output?: Json
  /** Of a walk that is completed: why it stopped. */
  readonly ended?: WalkEnd
  readonly created_at: string
  readonly started_at?: string
  readonly ended_at?: string
  readonly error?: RunError
  readonly usage: Usage
  readonly attempts: number
  readonly restored: number
  /** The last event folded; older and doubled events are ignored. */
  readonly seq: number
  /** The hash of the last event folded. */
  readonly head: string
  /** When the last event folded was recorded. */
  readonly updated_at?: string
}
