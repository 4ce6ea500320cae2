import type { Json, RunEventBody } from '../../src/core/index.ts'
import { detachJson } from './json.ts'
import type { RunLog } from './log.ts'
import type { Clock } from './ports.ts'
import type { Records } from './records.ts'

/** What work came to, and the event that records it. */
export type Recorded<T extends Json> = { readonly result: T; readonly event: (result: T) => RunEventBody }

/**
 * Everything that a run learns from the world comes through here, so that running it again on the same
 * log leads to the same place: results, times and waits are looked up first, and recorded when new.
 */
export type Durable = {
  /**
   * The recorded result under `key`; else the work is done and its result is in the log, durably, before
   * it is returned. Work that rejects records nothing. Asked twice at once, the work is done once.
   */
  step<T extends Json>(key: string, work: () => Promise<Recorded<T>>): Promise<T>
  /** The time when `key` was asked for first. Milliseconds since 1970. */
  now(key: string): Promise<number>
  /** Waits until so many milliseconds after it was called first: what has passed of it before a crash counts. */
  sleep(key: string, ms: number): Promise<void>
  /** Appends an event that carries no result. */
  emit(event: RunEventBody): Promise<void>
}

export type DurableOptions = {
  readonly log: RunLog
  readonly records: Records
  readonly clock: Clock
  /** Whose sub-records they are; null for those of the run itself. Keys are extended by `part`. */
  readonly scope: { readonly node: string; readonly visit: number; readonly part: string } | null
  /** Results of this attempt by full key, where work is begun once more in it. */
  readonly done?: Map<string, Json>
  readonly signal: AbortSignal
}

export function createDurable({ log, records, clock, scope, done = new Map<string, Json>(), signal }: DurableOptions): Durable {
  const fresh = new Map<string, Promise<Json>>()
  const full = (key: string): string => (scope ? `${scope.part}/${key}` : key)

  async function work<T extends Json>(name: string, todo: () => Promise<Recorded<T>>): Promise<T> {
    // Nothing new begins once the run is to stop; what is under way may still be recorded.
    signal.throwIfAborted()
    const { result, event } = await todo()
    const detached = detachJson(result)
    if (!detached.ok) throw new TypeError(`a step's result ${detached.reason}`)
    await log.append(event(detached.value as T)).recorded
    done.set(name, detached.value)
    return detached.value as T
  }

  const durable: Durable = {
    async step<T extends Json>(key: string, todo: () => Promise<Recorded<T>>): Promise<T> {
      const name = full(key)
      const known = records.step(scope?.node ?? null, scope?.visit ?? 0, name)
      if (known) return known.result as T
      const before = done.get(name)
      if (before !== undefined) return before as T
      const under = fresh.get(name)
      if (under) return (await under) as T
      const result = work(name, todo)
      fresh.set(name, result)
      try {
        return await result
      } catch (cause) {
        fresh.delete(name)
        throw cause
      }
    },
    now: (key) =>
      durable.step(key, async () => ({
        result: clock.now(),
        event: (result) => ({ type: 'step.recorded', key: full(key), result, ...(scope ? { node: scope.node, visit: scope.visit } : {}) }),
      })),
    async sleep(key, ms) {
      const end = (await durable.now(key)) + ms
      const left = end - clock.now()
      if (left > 0) await clock.sleep(left, signal)
    },
    async emit(event) {
      await log.append(event).recorded
    },
  }
  return durable
}
