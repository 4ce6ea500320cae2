import { useEffect, useMemo, useState } from 'react'
import { Prose } from '../shell/parts/index.ts'
import { nextTimes, wordsOfNext, wordsOfNotice, type Notice } from './next-times.ts'
import type { Schedule } from './schedule-of.ts'

/** Timers hold no longer waits. */
const LONGEST_WAIT = 6 * 60 * 60 * 1000

type Props = {
  readonly schedule: Schedule
  /** The time zone of the machine that serves; empty while nobody knows it. */
  readonly served: string
  /** What was last said of the schedule by whoever keeps it. */
  readonly notice: Notice | undefined
}

/** When a schedule comes next, and what was last said of it. What is wrong with one is said by its problems. */
export function ScheduleTimes({ schedule: { cron, timezone, off }, served, notice }: Props) {
  const [now, setNow] = useState(() => Date.now())
  const times = useMemo(() => (off === undefined ? nextTimes(cron, timezone ?? served, now) : null), [cron, timezone, served, off, now])
  const first = times?.[0]
  useEffect(() => {
    if (first === undefined) return
    const timer = setTimeout(() => setNow(Date.now()), Math.min(Math.max(first - Date.now(), 0) + 500, LONGEST_WAIT))
    return () => clearTimeout(timer)
  }, [first, now])
  return (
    <div className="argument-about" data-testid="schedule-times">
      {off !== undefined && <p><Prose text={`Not while \`${off}\` is \`false\`.`} /></p>}
      {times && times.length > 0 && <p>{wordsOfNext(times, timezone, served)}</p>}
      {notice && <p>{wordsOfNotice(notice, timezone, served)}</p>}
    </div>
  )
}
