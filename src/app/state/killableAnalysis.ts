import type { WorkflowDocument } from '../../core/index.ts'
import type { Projection } from '../../core/index.ts'
import { applyDelta, type ProjectionDelta } from './projectionDelta.ts'

/** What the worker tells: that it begins with a text, and what it found. */
export type FromWorker = { readonly begun: number } | ProjectionDelta

/** The part of a worker that is needed here. */
export type AnalysisWorker = { postMessage(document: WorkflowDocument): void; terminate(): void }

/** Starts a worker, and says who hears what it tells, and that it cannot go on. */
export type Spawn = (heard: (message: FromWorker) => void, failed: () => void) => AnalysisWorker

/** Milliseconds after which a reading is called slow: until it ends the file is one of text alone. */
export const SLOW = 2000
/** Milliseconds after which a reading is given up. A slow machine reads a large file well within them. */
export const LONGEST = 30_000

/** Why there is no projection: the reading took too long, or another file or a newer text came, or the worker could not go on. */
export type Unread = 'too slow' | 'left' | 'failed'

/** Reads one text. `slow` is told once when that takes long; the reading goes on. */
export type ReadInWorker = (document: WorkflowDocument, slow: () => void) => Promise<Projection | Unread>

export type Timer = (work: () => void, ms: number) => () => void

type Waiting = { readonly answer: (result: Projection | Unread) => void; readonly slow: () => void }

/**
 * Reads texts in a worker that is stopped when one takes too long. The time counts from when the worker
 * begins: that a busy machine is slow to start one says nothing of the text.
 */
export function createKillableAnalysis(spawn: Spawn, after: Timer): ReadInWorker {
  let worker: AnalysisWorker | null = null
  let file: string | undefined
  /** The last answer of the worker: the next one builds on it, wanted or not. */
  let received: Projection | null = null
  let cancelLimit: (() => void) | null = null
  const waiting = new Map<number, Waiting>()

  function stop(why: Unread): void {
    cancelLimit?.()
    cancelLimit = null
    worker?.terminate()
    worker = null
    received = null
    const unanswered = [...waiting.values()]
    waiting.clear()
    for (const { answer } of unanswered) answer(why)
  }

  function hear(message: FromWorker): void {
    cancelLimit?.()
    if ('begun' in message) {
      cancelLimit = after(() => {
        cancelLimit = after(() => stop('too slow'), LONGEST - SLOW)
        for (const { slow } of waiting.values()) slow()
      }, SLOW)
      return
    }
    cancelLimit = null
    received = applyDelta(received, message)
    waiting.get(received.revision)?.answer(received)
    waiting.delete(received.revision)
  }

  function start(): AnalysisWorker {
    const made = spawn(
      (message) => {
        if (worker === made) hear(message)
      },
      () => {
        if (worker === made) stop('failed')
      },
    )
    return made
  }

  return ({ text, format, name, revision }, slow) => {
    if (file !== name) stop('left')
    file = name
    worker ??= start()
    // The history stays here: it may be large, and the worker has no use for it.
    const lean: WorkflowDocument = { text, format, revision, history: { done: [], undone: [], size: 0, sealed: true }, ...(name !== undefined && { name }) }
    return new Promise((resolve) => {
      waiting.get(revision)?.answer('left')
      waiting.set(revision, { answer: resolve, slow })
      worker?.postMessage(lean)
    })
  }
}
