import type { RunError, Usage } from '../../src/core/index.ts'
import { NodeFailure } from '../engine/ports.ts'

/** One request to a model. */
export type ModelRequest = {
  readonly system?: string
  readonly prompt: string
  /** Reaches the HTTP request: an abort closes the connection. */
  readonly signal: AbortSignal
  /** The caller's clock; only a simulated model waits by it. */
  readonly sleep: (ms: number) => Promise<void>
}

/** A part of an answer: text as it comes, then one `end`. The answer is all texts, joined. */
export type ModelDelta =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'end'; readonly usage?: Usage; readonly simulated?: true }

/** A model that can be asked. One `ask` is one request: it never tries again by itself. */
export type Model = {
  /** `provider:model`, as the user wrote it. */
  readonly name: string
  /** Rejects with a ModelFailure, whatever went wrong. */
  ask(request: ModelRequest): AsyncIterable<ModelDelta>
}

/** A request that failed, in the words of a run. */
export class ModelFailure extends NodeFailure {
  override name = 'ModelFailure'
  /** Worth another try: the fault lies on the way to the model, not in what was asked. */
  readonly transient: boolean
  /** Milliseconds that the server asked to wait before the next try. */
  readonly retryAfter?: number
  constructor(error: RunError, { transient = false, retryAfter, cause }: { transient?: boolean; retryAfter?: number; cause?: unknown } = {}) {
    super(error, cause)
    this.transient = transient
    if (retryAfter !== undefined) this.retryAfter = retryAfter
  }
}
