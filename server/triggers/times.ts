import { Cron } from 'croner'
import type { Schedule } from '../../src/core/index.ts'

/** The times of a schedule, in milliseconds since 1970. */
export type Times = {
  /** The first one after `time`; null when there is none any more. */
  after(time: number): number | null
}

/** More are not counted one by one. */
export const MANY = 200

/**
 * The times of a schedule that has been checked; null when it cannot be read after all. A time that the
 * clocks leave out in spring comes as much later as they were put forward; one that comes twice in
 * autumn counts the first time only.
 */
export function timesOf({ cron, timezone }: Schedule): Times | null {
  try {
    const pattern = new Cron(cron, { paused: true, sloppyRanges: true, ...(timezone === undefined ? {} : { timezone }) })
    return { after: (time) => pattern.nextRun(new Date(time))?.getTime() ?? null }
  } catch {
    return null
  }
}

/** The times after `from` up to `to`, at most `MANY` and one more. */
export function timesBetween(times: Times, from: number, to: number): readonly number[] {
  const found: number[] = []
  for (let at = times.after(from); at !== null && at <= to && found.length <= MANY; at = times.after(at)) found.push(at)
  return found
}
