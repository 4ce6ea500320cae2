import type { Projection, WorkflowDocument } from '../../core/index.ts'
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

/** Why there is no projection: the reading took too long, or another file came or a newer text before it was begun, or the worker could not go on. */
export type Unread = 'too slow' | 'left' | 'failed'

/** Reads one text. `slow` is told once when that, or the reading before it, takes long; the reading goes on. */
export type ReadInWorker = (document: WorkflowDocument, slow: () => void) => Promise<Projection | Unread>

export type Timer = (work: () => void, ms: number) => () => void

type Asked = { readonly document: WorkflowDocument; readonly answer: (result: Projection | Unread) => void; readonly slow: () => void }

/**
 * Reads texts in a worker that is stopped when one takes too long. The time counts from when the worker
 * begins: that a busy machine is slow to start one says nothing of the text. The worker has one text at a
 * time, and after it the newest is read, whatever was asked for between.
 */
export function createKillableAnalysis(spawn: Spawn, after: Timer): ReadInWorker {
  let worker: AnalysisWorker | null = null
  let file: string | undefined
  /** The last answer of the worker: the next one builds on it, wanted or not. */
  let received: Projection | null = null
  let cancelLimit: (() => void) | null = null
  let inHand: Asked | null = null
  let next: Asked | null = null

  function read(asked: Asked): void {
    inHand = asked
    worker ??= start()
    worker.postMessage(asked.document)
  }

  /** Answers the text in hand, and goes on with the one that waits. */
  function end(result: Projection | Unread): void {
    cancelLimit?.()
    cancelLimit = null
    const [ended, waiting] = [inHand, next]
    inHand = null
    next = null
    ended?.answer(result)
    if (waiting !== null) read(waiting)
  }

  /** What waits was not begun: it is read by a worker of its own. */
  function stop(why: Unread): void {
    worker?.terminate()
    worker = null
    received = null
    end(why)
  }

  function dropNext(): void {
    next?.answer('left')
    next = null
  }

  function hear(message: FromWorker): void {
    if (!('begun' in message)) {
      received = applyDelta(received, message)
      return end(received)
    }
    cancelLimit?.()
    cancelLimit = after(() => {
      cancelLimit = after(() => stop('too slow'), LONGEST - SLOW)
      inHand?.slow()
      next?.slow()
    }, SLOW)
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
    dropNext()
    if (file !== name) stop('left')
    file = name
    // The history stays here: it may be large, and the worker has no use for it.
    const document: WorkflowDocument = { text, format, revision, history: { done: [], undone: [], size: 0, sealed: true }, ...(name !== undefined && { name }) }
    return new Promise((resolve) => {
      const asked: Asked = { document, answer: resolve, slow: once(slow) }
      if (inHand === null) read(asked)
      else next = asked
    })
  }
}

/** It is told to a text that waits for a slow one as well, and may take long itself. */
function once(work: () => void): () => void {
  let done = false
  return () => {
    if (!done) work()
    done = true
  }
}
