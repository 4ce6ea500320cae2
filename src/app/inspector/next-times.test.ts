import { describe, expect, it } from 'vitest'
import { nextTimes, shownTime, wordsOfNext, wordsOfNotice } from './next-times.ts'

const FRIDAY = Date.parse('2026-11-27T12:00:00Z')

const shown = (cron: string, zone: string) => nextTimes(cron, zone, FRIDAY)?.map((time) => shownTime(time, zone))

describe('the next times of a schedule', () => {
  it('are three, as the clock of its zone shows them', () => {
    expect(shown('0 7 * * 1-5', 'Europe/Berlin')).toEqual(['Mon 30 Nov, 07:00', 'Tue 1 Dec, 07:00', 'Wed 2 Dec, 07:00'])
    expect(nextTimes('0 7 * * 1-5', 'Europe/Berlin', FRIDAY)![0]).toBe(Date.parse('2026-11-30T06:00:00Z'))
    expect(shown('30 0 9 * * *', 'UTC')?.[0]).toBe('Sat 28 Nov, 09:00:30')
  })

  it('are fewer when there are no more, and none for what is no schedule or no zone', () => {
    expect(nextTimes('every day', 'UTC', FRIDAY)).toBeNull()
    expect(nextTimes('0 0 30 2 *', 'UTC', FRIDAY)).toBeNull()
    expect(nextTimes('0 7 * * *', 'Nowhere/Else', FRIDAY)).toBeNull()
    // The zone of the machine that serves is not known yet: its times are not guessed by that of this one.
    expect(nextTimes('0 7 * * *', '', FRIDAY)).toBeNull()
  })

  it('are told with the zone that counts: its own, or that of the machine that serves', () => {
    const monday = [Date.parse('2026-11-29T22:00:00Z')]
    expect(nextTimes('0 7 * * 1', 'Asia/Tokyo', FRIDAY)![0]).toBe(monday[0])
    expect(wordsOfNext(monday, undefined, 'Asia/Tokyo')).toBe('Next: Mon 30 Nov, 07:00 (Asia/Tokyo, where Heddle serves)')
    expect(wordsOfNext(monday, 'Europe/Berlin', 'Asia/Tokyo')).toBe('Next: Sun 29 Nov, 23:00 (Europe/Berlin)')
  })

  it('stand beside what was said of it, whatever is half typed for its zone', () => {
    const notice = { at: '2026-11-27T12:00:00Z', message: 'A run was missed.' }
    expect(wordsOfNotice(notice, 'Asia/Tokyo', 'UTC')).toBe('Fri 27 Nov, 21:00: A run was missed.')
    expect(wordsOfNotice(notice, 'Europe/Ber', 'Asia/Tokyo')).toBe('Fri 27 Nov, 21:00: A run was missed.')
    expect(wordsOfNotice(notice, undefined, 'Asia/Tokyo')).toBe('Fri 27 Nov, 21:00: A run was missed.')
    expect(wordsOfNotice(notice, 'Europe/Ber', '')).toMatch(/: A run was missed\.$/)
  })
})
