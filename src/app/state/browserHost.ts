import type { WorkflowDocument } from '../../core/index.ts'
import { TYPING_PAUSE, type AnalystHost } from './analyst.ts'
import { browserKeep } from './browserKeep.ts'
import { browserPages } from './browserPages.ts'
import type { Host } from './host.ts'
import type { Projection } from './projection.ts'
import { applyDelta, type ProjectionDelta } from './projectionDelta.ts'

const LONGEST = 2000

/** The browser that this page runs in. */
export function browserHost(): Host {
  return {
    now: () => performance.now(),
    date: () => new Date().toISOString(),
    uuid: () => crypto.randomUUID(),
    after(ms, work) {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
    frame(work) {
      // A hidden page draws no frames, but its runs go on.
      if (document.hidden) setTimeout(work, 100)
      else requestAnimationFrame(work)
    },
    onHide(work) {
      const hidden = () => {
        if (document.hidden) work()
      }
      document.addEventListener('visibilitychange', hidden)
      window.addEventListener('pagehide', work)
      return () => {
        document.removeEventListener('visibilitychange', hidden)
        window.removeEventListener('pagehide', work)
      }
    },
    memory: {
      // A tab remembers for itself, so that two tabs do not swap their files; a new one begins where the last one was.
      read: (key) => stored(() => sessionStorage, key) ?? stored(() => localStorage, key),
      write(key, value) {
        for (const storage of [() => sessionStorage, () => localStorage]) {
          try {
            storage().setItem(`heddle:${key}`, JSON.stringify(value))
          } catch {
            // Full or forbidden storage costs nothing but the memory.
          }
        }
      },
    },
    keep: browserKeep,
    pages: browserPages(),
  }
}

/** Null when nothing was stored, or storage is forbidden: even naming it may throw then. */
function stored(storage: () => Storage, key: string): unknown {
  try {
    return JSON.parse(storage().getItem(`heddle:${key}`) ?? 'null') as unknown
  } catch {
    return null
  }
}

/** Analyses small texts after the next paint and large ones in a worker that is killed when it takes too long. */
export function browserAnalystHost(): AnalystHost {
  let worker: Worker | null = null
  let workerFile: string | undefined
  /** The last answer of the worker. */
  let received: Projection | null = null
  let pause: ReturnType<typeof setTimeout> | undefined

  function stop(): void {
    worker?.terminate()
    worker = null
  }

  function start(): Worker {
    const made = new Worker(new URL('./analysis.worker.ts', import.meta.url), { type: 'module', name: 'analysis' })
    received = null
    // Before all others: each answer builds on the one before, wanted or not.
    made.addEventListener('message', ({ data }: MessageEvent<ProjectionDelta>) => {
      if (worker === made) received = applyDelta(received, data)
    })
    return made
  }

  return {
    afterPaint(work) {
      // A message comes after the paint of the frame that is requested; a hidden page has neither.
      if (document.hidden) setTimeout(work, 0)
      else requestAnimationFrame(() => setTimeout(work, 0))
    },
    afterPause(work) {
      clearTimeout(pause)
      pause = setTimeout(work, TYPING_PAUSE)
    },
    inWorker({ text, format, name, revision }) {
      if (workerFile !== name) stop()
      workerFile = name
      worker ??= start()
      const mine = worker
      // The history stays here: it may be large, and the worker has no use for it.
      const lean: WorkflowDocument = { text, format, revision, history: { done: [], undone: [], size: 0, sealed: true }, ...(name !== undefined && { name }) }
      return new Promise<Projection | null>((resolve) => {
        const limit = setTimeout(() => {
          if (worker === mine) stop()
          resolve(null)
        }, LONGEST)
        const answer = () => {
          if (received?.revision !== revision) return
          clearTimeout(limit)
          mine.removeEventListener('message', answer)
          resolve(received)
        }
        mine.addEventListener('message', answer)
        mine.postMessage(lean)
      })
    },
  }
}
