import { describe, expect, it } from 'vitest'
import { nextTimes, shownTime } from './next-times.ts'

const FRIDAY = Date.parse('2026-11-27T12:00:00Z')

const shown = (cron: string, zone: string) => nextTimes(cron, zone, FRIDAY)?.map((time) => shownTime(time, zone))

describe('the next times of a schedule', () => {
  it('are three, as the clock of its zone shows them', () => {
    expect(shown('0 7 * * 1-5', 'Europe/Berlin')).toEqual(['Mon 30 Nov, 07:00', 'Tue 1 Dec, 07:00', 'Wed 2 Dec, 07:00'])
    expect(nextTimes('0 7 * * 1-5', 'Europe/Berlin', FRIDAY)![0]).toBe(Date.parse('2026-11-30T06:00:00Z'))
    expect(shown('30 0 9 * * *', 'UTC')?.[0]).toBe('Sat 28 Nov, 09:00:30')
  })

  it('are fewer when there are no more, and none for what is no schedule or no zone', () => {
    expect(nextTimes('every day', undefined, FRIDAY)).toBeNull()
    expect(nextTimes('0 0 30 2 *', undefined, FRIDAY)).toBeNull()
    expect(nextTimes('0 7 * * *', 'Nowhere/Else', FRIDAY)).toBeNull()
  })
})
