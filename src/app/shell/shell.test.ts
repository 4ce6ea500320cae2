import { describe, expect, it } from 'vitest'
import { lineOf } from './lineOf.ts'
import { clock, duration } from './parts/time.ts'

describe('lines', () => {
  it('end with LF, CRLF or a lone CR', () => {
    expect([0, 1, 2].map((offset) => lineOf('a\nb', offset))).toEqual([1, 1, 2])
    expect(lineOf('a\r\nb', 3)).toBe(2)
    expect(lineOf('a\rb', 2)).toBe(2)
  })
})

describe('times', () => {
  it('that go on tick like a clock', () => {
    expect([7_900, 760_000, 3_723_000, -5].map(clock)).toEqual(['0:07', '12:40', '1:02:03', '0:00'])
  })

  it('that were taken have a unit', () => {
    expect([40, 960, 4_200, 60_000, 125_000, 3_600_000, 5_400_000].map(duration)).toEqual(['40 ms', '1.0 s', '4.2 s', '1 min', '2 min 5 s', '1 h', '1 h 30 min'])
  })
})
