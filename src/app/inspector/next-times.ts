import { Cron } from 'croner'
import { cronFault } from '../../core/index.ts'

/** So many are shown. */
const SHOWN = 3

/** The next times of a cron expression, in milliseconds since 1970; null for one that is none, and for a zone that is none. */
export function nextTimes(cron: string, timezone: string | undefined, after: number): readonly number[] | null {
  if (cronFault(cron) !== null) return null
  try {
    const pattern = new Cron(cron.trim(), { paused: true, sloppyRanges: true, ...(timezone === undefined ? {} : { timezone }) })
    return pattern.nextRuns(SHOWN, new Date(after)).map((time) => time.getTime())
  } catch {
    return null
  }
}

/** A time as the clock shows it in a zone. */
export function shownTime(time: number, timezone: string | undefined): string {
  const seconds = time % 60_000 === 0 ? {} : { second: '2-digit' } as const
  return new Date(time).toLocaleString('en-GB', { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', ...seconds, ...(timezone === undefined ? {} : { timeZone: timezone }) })
}

/** The zone that counts where none is said: that of this machine. */
export function localZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
