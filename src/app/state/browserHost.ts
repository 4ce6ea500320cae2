import { TYPING_PAUSE, type AnalystHost } from './analyst.ts'
import { browserKeep } from './browserKeep.ts'
import { browserPages } from './browserPages.ts'
import type { Host } from './host.ts'
import { createKillableAnalysis, type FromWorker } from './killableAnalysis.ts'

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
    isDrawn: () => document.querySelector('[data-testid="canvas"] .card') !== null,
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
  let pause: ReturnType<typeof setTimeout> | undefined
  const inWorker = createKillableAnalysis(
    (heard, failed) => {
      const worker = new Worker(new URL('./analysis.worker.ts', import.meta.url), { type: 'module', name: 'analysis' })
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => heard(data)
      worker.onerror = failed
      return worker
    },
    (work, ms) => {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
  )

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
    inWorker,
  }
}
