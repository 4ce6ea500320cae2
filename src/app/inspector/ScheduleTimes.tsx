import { useEffect, useState } from 'react'
import { localZone, nextTimes, shownTime } from './next-times.ts'

/** Timers hold no longer waits. */
const LONGEST_WAIT = 6 * 60 * 60 * 1000

type Props = {
  readonly cron: string
  /** Absent: that of the machine. */
  readonly timezone: string | undefined
  /** What was last said of the schedule by whoever keeps it. */
  readonly notice: { readonly at: string; readonly message: string } | undefined
}

/** When a schedule comes next, and what was last said of it. What is wrong with one is said by its problems. */
export function ScheduleTimes({ cron, timezone, notice }: Props) {
  const [now, setNow] = useState(() => Date.now())
  const times = nextTimes(cron, timezone, now)
  const first = times?.[0]
  useEffect(() => {
    if (first === undefined) return
    const timer = setTimeout(() => setNow(Date.now()), Math.min(Math.max(first - Date.now(), 0) + 500, LONGEST_WAIT))
    return () => clearTimeout(timer)
  }, [first, now])
  return (
    <div className="argument-about" data-testid="schedule-times">
      {times && times.length > 0 && <p>{`Next: ${times.map((time) => shownTime(time, timezone)).join('; ')} (${timezone ?? `${localZone()}, of this machine`})`}</p>}
      {notice && <p>{`${shownTime(Date.parse(notice.at), timezone)}: ${notice.message}`}</p>}
    </div>
  )
}
