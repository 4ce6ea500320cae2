import type { RunEvent, RunEventBody } from '../../src/core/index.ts'
import type { Clock, RunStore } from './ports.ts'

/** Events on their way into the log: their time, and when they are durable. */
export type Appending = { readonly at: number; readonly recorded: Promise<void> }

/**
 * The one way into a run's log. Events enter in the order of the calls, also while earlier ones are not
 * durable yet: whoever waits for a record to be durable has waited for all those before it.
 */
export type RunLog = {
  append(...bodies: readonly RunEventBody[]): Appending
  /** At a time that `now` gave just before. */
  appendAt(at: number, ...bodies: readonly RunEventBody[]): Appending
  /** The time that an event appended now would have. */
  now(): number
  /** The number of the last event that was appended, durable or not. */
  readonly seq: number
  /** All that was appended is durable. Rejects when the log broke. */
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

/** What is appended while the store is busy, or between two looks at the world: it goes to the store together. */
type Batch = {
  readonly bodies: RunEventBody[]
  readonly times: number[]
  readonly recorded: Promise<void>
  readonly resolve: () => void
  readonly reject: (cause: unknown) => void
}

export function openLog({ store, run, clock, seq: from, onRecorded, onBroken }: LogOptions): RunLog {
  /** The last event that is durable. */
  let durable = from
  let seq = from
  let lastTime = 0
  let next: Batch | null = null
  let busy = false
  let last: Promise<void> = Promise.resolve()
  let broken: { readonly cause: unknown } | null = null

  function open(): Batch {
    let resolve = (): void => {}
    let reject: (cause: unknown) => void = () => {}
    const recorded = new Promise<void>((done, fail) => {
      resolve = done
      reject = fail
    })
    // The owner of the log hears of a failure; not everybody who appends waits for it.
    recorded.catch(() => {})
    last = recorded
    return { bodies: [], times: [], recorded, resolve, reject }
  }

  /** Runs when nothing more can happen without a look at the world: what all lanes append until then goes together. */
  function handSoon(): void {
    if (!busy && next) process.nextTick(hand)
  }

  /**
   * One batch at a time: were a second one on its way, it could find its place in the log filled by
   * another process that had made the first one fail.
   */
  async function hand(): Promise<void> {
    const batch = next
    if (!batch || busy) return
    next = null
    busy = true
    try {
      if (broken) throw broken.cause
      const events = await store.append(run, durable, batch.bodies, batch.times)
      durable += events.length
      for (const event of events) onRecorded(event)
      batch.resolve()
    } catch (cause) {
      if (!broken) {
        broken = { cause }
        onBroken(cause)
      }
      batch.reject(broken.cause)
    }
    busy = false
    handSoon()
  }

  function now(): number {
    // A clock that is set back must not turn the order of the log around.
    return Math.max(lastTime, clock.now())
  }

  function appendAt(at: number, bodies: readonly RunEventBody[]): Appending {
    lastTime = Math.max(lastTime, at)
    if (!next) {
      next = open()
      handSoon()
    }
    for (const body of bodies) {
      next.bodies.push(body)
      next.times.push(lastTime)
    }
    seq += bodies.length
    return { at: lastTime, recorded: next.recorded }
  }

  return {
    append: (...bodies) => appendAt(now(), bodies),
    appendAt: (at, ...bodies) => appendAt(at, bodies),
    now,
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
