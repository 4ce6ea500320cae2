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

/** What is appended between two looks at the world: it goes to the store together. */
type Batch = Appending & { readonly expected: number; readonly bodies: RunEventBody[]; readonly resolve: () => void; readonly reject: (cause: unknown) => void }

export function openLog({ store, run, clock, seq: from, onRecorded, onBroken }: LogOptions): RunLog {
  let seq = from
  let lastTime = 0
  let waiting: Batch[] = []
  let last: Promise<void> = Promise.resolve()
  let broken: { readonly cause: unknown } | null = null

  function breakOff(cause: unknown): void {
    if (broken) return
    broken = { cause }
    onBroken(cause)
  }

  async function hand({ bodies, expected, at, resolve, reject }: Batch): Promise<void> {
    try {
      if (broken) throw broken.cause
      const events = await store.append(run, expected, bodies, at)
      // An event that follows one that could not be told of is not told of either.
      if (broken) throw (broken as { readonly cause: unknown }).cause
      for (const event of events) onRecorded(event)
      resolve()
    } catch (cause) {
      breakOff(cause)
      reject(cause)
    }
  }

  function handAll(): void {
    const batches = waiting
    waiting = []
    for (const batch of batches) void hand(batch)
  }

  function open(at: number): Batch {
    let resolve = (): void => {}
    let reject: (cause: unknown) => void = () => {}
    const recorded = new Promise<void>((done, fail) => {
      resolve = done
      reject = fail
    })
    // The owner of the log hears of a failure; not everybody who appends waits for it.
    recorded.catch(() => {})
    const batch: Batch = { at, recorded, expected: seq, bodies: [], resolve, reject }
    // Runs when nothing more can happen without a look at the world: what all lanes append until then is one batch.
    if (waiting.length === 0) process.nextTick(handAll)
    waiting.push(batch)
    last = recorded
    return batch
  }

  return {
    append(...bodies) {
      // A clock that is set back must not turn the order of the log around.
      lastTime = Math.max(lastTime, clock.now())
      const current = waiting.at(-1)
      const batch = current?.at === lastTime ? current : open(lastTime)
      for (const body of bodies) batch.bodies.push(body)
      seq += bodies.length
      return batch
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
