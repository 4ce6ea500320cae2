import type { WorkflowDocument } from '../../core/index.ts'
import type { Projection } from './projection.ts'
import { applyDelta, type ProjectionDelta } from './projectionDelta.ts'

/** What the worker tells: that it begins with a text, and what it found. */
export type FromWorker = { readonly begun: number } | ProjectionDelta

/** The part of a worker that is needed here. */
export type AnalysisWorker = { postMessage(document: WorkflowDocument): void; terminate(): void }

/** Starts a worker, and says who hears what it tells, and that it cannot go on. */
export type Spawn = (heard: (message: FromWorker) => void, failed: () => void) => AnalysisWorker

/** Longer than this, in milliseconds, no text is read. */
const LONGEST = 2000

export type Timer = (work: () => void, ms: number) => () => void

/**
 * Reads texts in a worker that is stopped when one takes too long. Gives the projection; null when it was
 * stopped. The time counts from when the worker begins: that a busy machine is slow to start one says
 * nothing of the text.
 */
export function createKillableAnalysis(spawn: Spawn, after: Timer): (document: WorkflowDocument) => Promise<Projection | null> {
  let worker: AnalysisWorker | null = null
  let file: string | undefined
  /** The last answer of the worker: the next one builds on it, wanted or not. */
  let received: Projection | null = null
  let cancelLimit: (() => void) | null = null
  const waiting = new Map<number, (projection: Projection | null) => void>()

  function stop(): void {
    cancelLimit?.()
    cancelLimit = null
    worker?.terminate()
    worker = null
    received = null
    const unanswered = [...waiting.values()]
    waiting.clear()
    for (const answer of unanswered) answer(null)
  }

  function hear(message: FromWorker): void {
    cancelLimit?.()
    if ('begun' in message) {
      cancelLimit = after(stop, LONGEST)
      return
    }
    cancelLimit = null
    received = applyDelta(received, message)
    waiting.get(received.revision)?.(received)
    waiting.delete(received.revision)
  }

  function start(): AnalysisWorker {
    const made = spawn(
      (message) => {
        if (worker === made) hear(message)
      },
      () => {
        if (worker === made) stop()
      },
    )
    return made
  }

  return ({ text, format, name, revision }) => {
    if (file !== name) stop()
    file = name
    worker ??= start()
    // The history stays here: it may be large, and the worker has no use for it.
    const lean: WorkflowDocument = { text, format, revision, history: { done: [], undone: [], size: 0, sealed: true }, ...(name !== undefined && { name }) }
    return new Promise((resolve) => {
      waiting.get(revision)?.(null)
      waiting.set(revision, resolve)
      worker?.postMessage(lean)
    })
  }
}
