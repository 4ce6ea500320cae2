import { Cron } from 'croner'
import { cronFault, timezoneFault } from '../../core/index.ts'

/** So many are shown. */
const SHOWN = 3

/** What was said of a schedule, and when: a date as text. */
export type Notice = { readonly at: string; readonly message: string }

/** The next times of a cron expression, in milliseconds since 1970; null for one that is none, and for a zone that is none. */
export function nextTimes(cron: string, timezone: string, after: number): readonly number[] | null {
  if (cronFault(cron) !== null || timezoneFault(timezone) !== null) return null
  try {
    const pattern = new Cron(cron.trim(), { paused: true, sloppyRanges: true, timezone })
    return pattern.nextRuns(SHOWN, new Date(after)).map((time) => time.getTime())
  } catch {
    return null
  }
}

/**
 * The next times in words, in the zone that they were reckoned in.
 * @param timezone that of the schedule, where it names one.
 * @param served that of the machine that serves, which counts otherwise.
 */
export function wordsOfNext(times: readonly number[], timezone: string | undefined, served: string): string {
  const zone = timezone ?? served
  return `Next: ${times.map((time) => shownTime(time, zone)).join('; ')} (${timezone ?? `${served}, where Heddle serves`})`
}

/** What was said of a schedule, at the time as its zone has it; while that is half typed, or unknown, as this machine has it. */
export function wordsOfNotice({ at, message }: Notice, timezone: string | undefined, served: string): string {
  return `${shownTime(Date.parse(at), [timezone, served].find((zone) => zone !== undefined && timezoneFault(zone) === null))}: ${message}`
}

/** A time as the clock shows it in a zone; without one, in that of this machine. */
export function shownTime(time: number, timezone: string | undefined): string {
  const seconds = time % 60_000 === 0 ? {} : { second: '2-digit' } as const
  return new Date(time).toLocaleString('en-GB', { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', ...seconds, ...(timezone === undefined ? {} : { timeZone: timezone }) })
}
