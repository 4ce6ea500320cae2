import { describe, expect, it } from 'vitest'
import { lanesOf } from './lanes.ts'

const card = (x: number, y: number) => ({ left: x, right: x + 208, top: y, bottom: y + 84 })
const way = (key: string, from: number, to: number, y = 89) => ({ key, from: { x: from, y }, to: { x: to, y } })

describe('the lane of a way back', () => {
  it('runs below both of its nodes', () => {
    const lane = lanesOf([way('b>a', 450, 100)], [card(0, 0), card(350, 0)]).get('b>a')!
    expect(lane).toBeGreaterThan(100)
    expect(lane).toBeLessThan(160)
  })

  it('passes below a node that stands in its way', () => {
    const below = card(200, 110)
    const lane = lanesOf([way('b>a', 600, 100)], [card(0, 0), card(500, 0), below]).get('b>a')!
    expect(lane <= below.top - 8 || lane >= below.bottom + 8).toBe(true)
    expect(lane).toBeGreaterThan(89)
  })

  it('is no other way\'s: a loop within a loop lies within', () => {
    const lanes = lanesOf([way('outer', 900, 100), way('inner', 500, 300)], [])
    expect(lanes.get('inner')!).toBeLessThan(lanes.get('outer')!)
    expect(lanes.get('outer')! - lanes.get('inner')!).toBeGreaterThanOrEqual(30)
  })

  it('is shared by ways that are not beside each other', () => {
    const lanes = lanesOf([way('left', 200, 100), way('right', 900, 800)], [])
    expect(lanes.get('left')).toBe(lanes.get('right'))
  })
})
