import type { RunError, Usage } from '../../src/core/index.ts'
import { ModelFailure, type Model, type ModelRequest, type ToolCall } from './model.ts'

/** Tries of one request in all. */
export const maxTries = 3

/** The wait before the second try, in milliseconds; it doubles with each one. */
const firstDelay = 500

/** A server that asks for a longer wait gets no second try: the run says so instead of standing still. */
export const longestWait = 120_000

export type Answer = { readonly text: string; readonly calls: readonly ToolCall[]; readonly usage?: Usage; readonly simulated?: true }

export type Attempts = {
  /** Live text of the current try. */
  delta(text: string): void
  /** Says that try number `attempt` failed and the next follows after `delay` milliseconds. */
  retrying(attempt: number, delay: number, error: RunError): Promise<void>
  /** From 0 to below 1. */
  random(): number
}

/**
 * Asks a model until it answers: faults of the way are tried again with exponential backoff and
 * jitter (between half and all of the delay), at least as long as the server asked for. An
 * aborted request is never tried again. Rejects with a ModelFailure.
 */
export async function askModel(model: Model, request: ModelRequest, attempts: Attempts): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await askOnce(model, request, attempts)
    } catch (cause) {
      if (request.signal.aborted) throw cancelled(request.signal)
      if (!(cause instanceof ModelFailure)) throw cause
      if (!cause.transient) throw cause
      const wanted = cause.retryAfter ?? 0
      if (wanted > longestWait) throw tooLong(cause, wanted)
      if (attempt >= maxTries) throw exhausted(cause)
      const backoff = firstDelay * 2 ** (attempt - 1) * (0.5 + attempts.random() / 2)
      const delay = Math.round(Math.max(backoff, wanted))
      await attempts.retrying(attempt, delay, cause.error)
      try {
        await request.sleep(delay)
      } catch (interrupted) {
        throw request.signal.aborted ? cancelled(request.signal) : interrupted
      }
    }
  }
}

async function askOnce(model: Model, request: ModelRequest, attempts: Attempts): Promise<Answer> {
  let text = ''
  const calls: ToolCall[] = []
  for await (const delta of model.ask(request)) {
    if (delta.type === 'end') {
      return {
        text,
        calls,
        ...(delta.usage === undefined ? {} : { usage: delta.usage }),
        ...(delta.simulated === undefined ? {} : { simulated: delta.simulated }),
      }
    }
    if (delta.type === 'call') {
      calls.push(delta.call)
      continue
    }
    text += delta.text
    attempts.delta(delta.text)
  }
  throw new ModelFailure({ kind: 'unreachable', message: `${model.name} stopped before its answer was complete` }, { transient: true })
}

function exhausted({ error, retryAfter, cause }: ModelFailure): ModelFailure {
  return new ModelFailure(
    { ...error, message: `${error.message} (tried ${maxTries} times)` },
    { transient: true, cause, ...(retryAfter === undefined ? {} : { retryAfter }) },
  )
}

function tooLong({ error, cause }: ModelFailure, wanted: number): ModelFailure {
  const minutes = Math.ceil(wanted / 60_000)
  return new ModelFailure({ ...error, message: `${error.message}; the server asks to wait ${minutes} minutes` }, { cause })
}

function cancelled(signal: AbortSignal): ModelFailure {
  return new ModelFailure({ kind: 'cancelled', message: 'the model request was cancelled' }, { cause: signal.reason })
}
