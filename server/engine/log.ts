import type { RunEvent, RunEventBody } from '../../src/core/index.ts'
import type { Clock, RunStore } from './ports.ts'

/** Events on their way into the log: their time, and the promise of their records. */
export type Appending = { readonly at: number; readonly recorded: Promise<readonly RunEvent[]> }

/**
 * The one way into a run's log. Events enter in the order of the calls, also while earlier ones are not
 * durable yet: whoever waits for a record to be durable has waited for all those before it.
 */
export type RunLog = {
  append(...bodies: readonly RunEventBody[]): Appending
  /** The number of the last event that was handed to the store. */
  readonly seq: number
  /** All that was handed over is durable. Rejects when the log broke. */
  settled(): Promise<void>
  /** Why nothing more can be appended; null while it can. */
  readonly broken: { readonly cause: unknown } | null
}

export type LogOptions = {
  readonly store: Pick<RunStore, 'append'>
  readonly run: string
  readonly clock: Clock
  readonly seq: number
  /** Hears of each event, in order, once it is durable and before anybody acts upon it. An error of its own breaks the log. */
  readonly onRecorded: (event: RunEvent) => void
  /** Hears once why the log broke: AppendConflict, or an error of the store. */
  readonly onBroken: (cause: unknown) => void
}

export function openLog({ store, run, clock, seq: from, onRecorded, onBroken }: LogOptions): RunLog {
  let seq = from
  let lastTime = 0
  let last: Promise<readonly RunEvent[]> = Promise.resolve([])
  let broken: { readonly cause: unknown } | null = null

  function breakOff(cause: unknown): void {
    if (broken) return
    broken = { cause }
    onBroken(cause)
  }

  async function hand(bodies: readonly RunEventBody[], expected: number, at: number): Promise<readonly RunEvent[]> {
    if (broken) throw broken.cause
    try {
      const events = await store.append(run, expected, bodies, at)
      // An event that follows one that could not be told of is not told of either.
      if (broken) throw (broken as { readonly cause: unknown }).cause
      for (const event of events) onRecorded(event)
      return events
    } catch (cause) {
      breakOff(cause)
      throw cause
    }
  }

  return {
    append(...bodies) {
      // A clock that is set back must not turn the order of the log around.
      lastTime = Math.max(lastTime, clock.now())
      const recorded = hand(bodies, seq, lastTime)
      seq += bodies.length
      // The owner of the log hears of a failure; not everybody who appends waits for it.
      recorded.catch(() => {})
      last = recorded
      return { at: lastTime, recorded }
    },
    get seq() {
      return seq
    },
    async settled() {
      await last
      if (broken) throw broken.cause
    },
    get broken() {
      return broken
    },
  }
}
