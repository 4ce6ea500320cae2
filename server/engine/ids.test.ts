import { describe, expect, it } from 'vitest'
import { createIds, isRunId } from './ids.ts'

describe('run ids', () => {
  it('sort by time', () => {
    const times = [0, 1, 31, 32, 999, 1_764_489_600_000, 1_764_489_600_001, 2_000_000_000_000]
    const ids = times.map((time) => createIds({ now: () => time }, () => new Uint8Array(6).fill(255)).run())
    expect(ids).toEqual(ids.toSorted())
    for (const id of ids) expect(id).toMatch(/^[0-9a-hjkmnp-tv-z]{16}$/)
  })

  it('differ within a millisecond, and are names that are allowed', () => {
    const ids = createIds({ now: () => 1_764_489_600_000 })
    const many = Array.from({ length: 1_000 }, () => ids.run())
    expect(new Set(many).size).toBe(1_000)
    expect(many.every(isRunId)).toBe(true)
  })
})
