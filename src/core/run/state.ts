import type { Json } from '../diagnostic.ts'
import type { Plan } from '../graph/plan.ts'
import type { RunError, RunOptions, Usage } from './event.ts'

export type RunStatus = 'created' | 'running' | 'interrupted' | 'paused' | 'cancelling' | 'cancelled' | 'completed' | 'failed'

type Timed = { readonly visit: number; readonly started_at: string; /** Restored from an earlier attempt's record in this one. */ readonly restored?: true }

/** The state of a node; illegal combinations do not type. */
export type NodeState =
  | { readonly status: 'idle' }
  | { readonly status: 'queued'; readonly visit: number }
  | (Timed & { readonly status: 'running'; readonly input: Json; /** Live text so far; lost on reload until the node completes. */ readonly live: string; readonly retry?: { readonly attempt: number; readonly error: RunError; readonly delay: number } })
  /** `ms` is the wall time in milliseconds. */
  | (Timed & { readonly status: 'completed'; readonly input: Json; readonly output: Json; readonly ended_at: string; readonly ms: number; readonly usage?: Usage; readonly simulated?: true })
  | (Timed & { readonly status: 'failed'; readonly input: Json; readonly error: RunError; readonly ended_at: string; readonly ms: number; readonly ran: boolean })
  | { readonly status: 'skipped'; readonly visit: number; readonly reason: string; readonly at: string }
  /** Its run ended or lost its owner while it was running. */
  | (Timed & { readonly status: 'interrupted'; readonly input: Json; readonly since: string })

/** The fold of a run's events. Everything that shows a run shows this. */
export type RunState = {
  readonly run: string
  readonly status: RunStatus
  readonly workflow: string
  readonly file?: string
  readonly definitionHash: string
  readonly plan: Plan | null
  readonly options: RunOptions | null
  readonly nodes: { readonly [id: string]: NodeState }
  /** Ids in the order in which they finished; those that never ran have no place. */
  readonly order: readonly string[]
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
}
