import type { Json } from '../diagnostic.ts'
import type { Plan } from '../graph/plan.ts'

/** Tokens of one model call, and its price in US dollars where the price is known. */
export type Usage = { readonly input: number; readonly output: number; readonly cost?: number }

export type FailureKind =
  | 'error'
  | 'timeout'
  | 'dependency'
  | 'cancelled'
  | 'missing-key'
  | 'unreachable'
  | 'refused'
  | 'rate-limited'
  | 'invalid-output'
  /** A template that failed when it was filled in. */
  | 'template'
  /** Arguments that the tool does not take. */
  | 'invalid-input'
  | 'unknown-tool'
  | 'unknown-agent'
  /** The tool itself said that it failed. */
  | 'tool'
  /** No rule and nobody approved an effect. */
  | 'rejected'
  /** It was cut off while something was being done that is not to be done twice: its time was over, or the tool died. */
  | 'unknown-outcome'
  /** The run started as many nodes as it may. */
  | 'too-many-executions'

export type RunError = {
  readonly message: string
  readonly kind: FailureKind
  /** How to mend it. */
  readonly hint?: string
  /** Of an unknown outcome: what was begun, as effects are called, or in words. */
  readonly began?: readonly string[]
}

/** What a run was started with. Recorded, so that a resume runs under the same terms. */
export type RunOptions = {
  readonly maxParallel: number
  readonly schedule: 'levels' | 'eager'
  /** `provider:model`, the default of nodes that name none. */
  readonly model?: string
  /** The rules that decide effects, in the order in which they are asked. */
  readonly policy?: readonly PolicyRule[]
}

/** Decides an effect: the first rule whose name and every matcher fit. */
export type PolicyRule = {
  /** The name of an effect, or `*` for all. */
  readonly effect: string
  /** Globs by key of the effect's data; absent fits always. */
  readonly match?: { readonly [key: string]: string }
  readonly action: 'approve' | 'reject' | 'ask'
  /** Where the rule comes from, in words: `--approve`, `policy.json`, `approved at the prompt`. */
  readonly source: string
  /** The hash of the definition that somebody said yes to: for any other the rule does not count. */
  readonly definition?: string
}

/** Why a walk stopped: at an end, or at a node none of whose edges could be taken. */
export type WalkEnd =
  | { readonly type: 'end'; readonly node: string }
  /** No edge of the node held; `spent`: the places in the plan of those that held and had no budget left. */
  | { readonly type: 'no-edge'; readonly node: string; readonly spent: readonly number[] }

/** Who or what started a run. */
export type StartedBy = 'editor' | 'command line' | 'hook' | 'cron'

/** What happened, without its place in the log. */
export type RunEventBody =
  | {
      readonly type: 'run.created'
      readonly workflow: string
      /** Relative to the workspace, absent for a definition that came from code. */
      readonly file?: string
      readonly definition: { readonly text: string; readonly hash: string }
      readonly plan: Plan
      readonly inputs: Json
      readonly options: RunOptions
      readonly parent?: { readonly run: string; readonly at: string }
      /** Absent for a run that a program started through the library. */
      readonly started_by?: StartedBy
    }
  | { readonly type: 'run.started' }
  | { readonly type: 'run.resumed'; readonly restored: number }
  | { readonly type: 'run.interrupted'; readonly reason: string }
  | { readonly type: 'run.cancelling'; readonly by: string }
  | { readonly type: 'run.cancelled' }
  /** `output` and `ended`: of a walk. */
  | { readonly type: 'run.completed'; readonly output?: Json; readonly ended?: WalkEnd }
  | { readonly type: 'run.failed'; readonly error: RunError }
  | { readonly type: 'node.scheduled'; readonly node: string; readonly visit: number }
  /** `input`: the rendered prompt, or the arguments. */
  | { readonly type: 'node.started'; readonly node: string; readonly visit: number; readonly input: Json }
  /** A model request that came back: a sub-record under `key`, a durable result of its own. */
  | { readonly type: 'model.called'; readonly node: string; readonly visit: number; readonly key: string; readonly model: string; readonly result: Json; readonly usage?: Usage; readonly duration: number; readonly simulated?: true }
  /** A tool call that came back: a sub-record under `key`, as a model request is. `failed`: what the tool said is an error. */
  | { readonly type: 'tool.called'; readonly node: string; readonly visit: number; readonly key: string; readonly tool: string; readonly input: Json; readonly result: Json; readonly failed?: true; readonly duration: number }
  /** Something is about to be done to the world. Recorded, and decided, before it is done. */
  | { readonly type: 'effect.requested'; readonly node: string; readonly visit: number; readonly key: string; readonly effect: string; readonly data: Json }
  /** `by`: the rule's source. `definition`: the hash of what somebody said yes to. `once`: it is not to be done again while nobody knows what came of it. */
  | { readonly type: 'effect.approved'; readonly node: string; readonly visit: number; readonly key: string; readonly effect: string; readonly by: string; readonly definition?: string; readonly once?: true }
  | { readonly type: 'effect.rejected'; readonly node: string; readonly visit: number; readonly key: string; readonly effect: string; readonly reason: string }
  /** `edge`: its place in the plan; `count`: how often it has been taken now. `to` null ends the walk. */
  | { readonly type: 'edge.taken'; readonly edge: number; readonly from: string; readonly to: string | null; readonly visit: number; readonly count: number }
  /** `attempt`: the one that failed. `again`: of the node's whole work, because of its `on_error: retry`. `item`: of a `for_each`. */
  | { readonly type: 'node.retrying'; readonly node: string; readonly visit: number; readonly attempt: number; readonly delay: number; readonly error: RunError; readonly again?: true; readonly item?: number }
  /** `output_hash`: see `outputHash`. `usage`: of the whole visit, its sub-records included. `passed`: the failure that `on_error: skip` passed over; there is no output then. */
  | { readonly type: 'node.completed'; readonly node: string; readonly visit: number; readonly output: Json; readonly output_hash: string; readonly usage?: Usage; readonly simulated?: true; readonly passed?: RunError }
  | { readonly type: 'node.failed'; readonly node: string; readonly visit: number; readonly error: RunError; /** False when it was decided without running it. */ readonly ran: boolean }
  | { readonly type: 'node.skipped'; readonly node: string; readonly visit: number; readonly reason: string }
  /** A durable value that is no call (a time, a deadline, an item of a `for_each`): a sub-record under `key`. */
  | { readonly type: 'step.recorded'; readonly key: string; readonly result: Json; readonly node?: string; readonly visit?: number }
  | { readonly type: 'log'; readonly message: string; readonly node?: string }

/** A record of the log: `seq` counts from 1 without gaps, `at` is ISO 8601 in UTC with milliseconds. */
export type RunEvent = RunEventBody & {
  readonly v: 1
  readonly run: string
  readonly seq: number
  readonly at: string
  /** SHA-256, in hex, over the canonical JSON of the record without this field; chained by `prev`. */
  readonly hash: string
  /** The hash of the record before; 64 zeros for the first. */
  readonly prev: string
}

/** The record of one type. */
export type EventOf<Type extends RunEventBody['type']> = Extract<RunEvent, { readonly type: Type }>

/**
 * Live text of a running node: shown, never recorded, carries no `seq`. `offset` is its place in the
 * node's live text, in UTF-16 units: with it, a piece that comes twice after a reconnect changes nothing.
 */
export type NodeDelta = { readonly type: 'node.output'; readonly run: string; readonly node: string; readonly visit: number; readonly text: string; readonly offset?: number }
