import { isUnderWay, type NodeDelta, type RunEvent } from '../../src/core/index.ts'
import { RunNotFound } from './errors.ts'
import type { LiveCursor, LiveRun } from './live.ts'
import type { Clock, RunStore } from './ports.ts'

/** How often those who follow a run of another process look whether that process still lives. Milliseconds. */
const OWNER_INTERVAL = 1_000

const PAGE = 256

export type FollowOptions = {
  readonly store: RunStore
  readonly clock: Clock
  /** The run, if it is worked on here. */
  readonly live: (run: string) => LiveRun | undefined
  /** Records that a run is interrupted if nobody works on it. */
  readonly settleDead: (run: string) => Promise<void>
  /** Aborted when the engine is closed. */
  readonly closed: AbortSignal
}

/**
 * Reads the log from a cursor, then waits for more. It pulls: one page or one live text is at hand at a
 * time, and a reader that does not read makes nothing wait and nothing grow.
 */
export async function* followRun(
  { store, clock, live, settleDead, closed }: FollowOptions,
  run: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<RunEvent | NodeDelta, void, void> {
  const head = await store.head(run)
  if (!head) throw new RunNotFound(run)
  // A cursor beyond the log was one of another run.
  let cursor = after > head.seq || after < 0 ? 0 : after
  const seen: LiveCursor = new Map()
  const bell = createBell(signal, closed)
  const stopWatching = store.watch(run, (_, change) => {
    if (change !== 'inbox') bell.ring()
  })
  let hearing: LiveRun | undefined
  let stopHearing = (): void => {}
  try {
    while (!signal.aborted) {
      bell.reset()
      const here = live(run)
      if (here !== hearing) {
        stopHearing()
        stopHearing = here?.onChange(bell.ring) ?? (() => {})
        hearing = here
      }
      const page = here?.eventsAfter(cursor, PAGE) ?? (await store.read(run, cursor, PAGE))
      for (const event of page) {
        if (signal.aborted) return
        yield event
        cursor = event.seq
      }
      if (page.length > 0) continue
      if (here) {
        // Live text belongs behind the events that it follows.
        while (here.seq <= cursor) {
          const delta = here.nextDelta(seen)
          if (delta === null) break
          yield delta
          if (signal.aborted) return
        }
        // What was read from the store may be ahead of what the run's own process has heard of.
        if (here.seq <= cursor) await bell.wait()
        continue
      }
      if (await atEnd(store, run, cursor)) return
      if (closed.aborted) return
      if (bell.rung()) continue
      const ringing = await waitOr(bell, clock, OWNER_INTERVAL)
      if (!ringing && !live(run)) await settleDead(run)
    }
  } finally {
    stopHearing()
    stopWatching()
    bell.close()
  }
}

async function atEnd(store: RunStore, run: string, cursor: number): Promise<boolean> {
  const head = await store.head(run)
  // A run that is gone has nothing more to say.
  return head === null || (head.seq <= cursor && !isUnderWay(head.status))
}

type Bell = {
  ring(): void
  reset(): void
  rung(): boolean
  /** Resolves at the next ring, or at once if it rang since the last reset. */
  wait(): Promise<void>
  close(): void
}

/** Remembers that it rang, so that no change between a look and a wait is missed. */
function createBell(...signals: readonly AbortSignal[]): Bell {
  let rang = false
  let resolve: (() => void) | null = null
  const ring = (): void => {
    rang = true
    resolve?.()
    resolve = null
  }
  for (const signal of signals) signal.addEventListener('abort', ring)
  return {
    ring,
    reset() {
      rang = false
    },
    rung: () => rang,
    wait: () => (rang ? Promise.resolve() : new Promise((done) => (resolve = done))),
    close() {
      for (const signal of signals) signal.removeEventListener('abort', ring)
    },
  }
}

/** True when the bell rang, false when the time passed. */
async function waitOr(bell: Bell, clock: Clock, ms: number): Promise<boolean> {
  const over = new AbortController()
  const passed = clock.sleep(ms, over.signal).then(
    () => false,
    () => true,
  )
  const ringing = await Promise.race([bell.wait().then(() => true), passed])
  over.abort()
  return ringing
}
