import type { Json, RunError, Usage } from '../../src/core/index.ts'
import { NodeFailure } from '../engine/ports.ts'

/** A tool that a model may call. `name`: letters, digits, `_` and `-`, at most 64. */
export type OfferedTool = { readonly name: string; readonly description: string; readonly input: { readonly [key: string]: Json } }

/** A model wants a tool called. `flaw`: why its arguments cannot be read; `input` is their text then. */
export type ToolCall = { readonly id: string; readonly name: string; readonly input: Json; readonly flaw?: string }

/** An answer that the model gave before, what came of its calls, and what the user said to it. */
export type ModelTurn = {
  readonly text: string
  readonly calls: readonly (ToolCall & { readonly result: Json; readonly failed?: true })[]
  readonly reply?: string
}

/** One request to a model. */
export type ModelRequest = {
  readonly system?: string
  readonly prompt: string
  /** What followed the prompt, oldest first. */
  readonly turns?: readonly ModelTurn[]
  /** Calls of them come as deltas: nothing is executed by who asks. */
  readonly tools?: readonly OfferedTool[]
  /** Reaches the HTTP request: an abort closes the connection. */
  readonly signal: AbortSignal
  /** The caller's clock; only a simulated model waits by it. */
  readonly sleep: (ms: number) => Promise<void>
}

/** A part of an answer: text and calls as they come, then one `end`. The answer is all texts, joined, and all calls. */
export type ModelDelta =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'call'; readonly call: ToolCall }
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
