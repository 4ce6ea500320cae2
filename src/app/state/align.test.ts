import { describe, expect, it } from 'vitest'
import { align, type Alignment } from './align.ts'

const at = (key: string, x: number, y: number, width = 208, height = 84) => ({ key, point: { x, y }, size: { width, height } })
const NODES = [at('a', 0, 0), at('b', 100, 300), at('c', 40, 110, 168, 40)]
const aligned = (alignment: Alignment) => Object.fromEntries(align(NODES, alignment))

describe('aligning', () => {
  it('lines edges up with the outermost one and moves no other', () => {
    expect(aligned('left')).toEqual({ b: { x: 0, y: 300 }, c: { x: 0, y: 110 } })
    expect(aligned('right')).toEqual({ a: { x: 100, y: 0 }, c: { x: 140, y: 110 } })
    expect(aligned('top')).toEqual({ b: { x: 100, y: 0 }, c: { x: 40, y: 0 } })
    expect(aligned('bottom')).toEqual({ a: { x: 0, y: 300 }, c: { x: 40, y: 344 } })
  })

  it('lines centres up, whatever the sizes', () => {
    expect(aligned('centre')).toEqual({ a: { x: 50, y: 0 }, b: { x: 50, y: 300 }, c: { x: 70, y: 110 } })
    expect(aligned('middle')).toEqual({ a: { x: 0, y: 150 }, b: { x: 100, y: 150 }, c: { x: 40, y: 172 } })
  })

  it('makes the gaps between nodes even', () => {
    const moved = aligned('spread-down')
    expect(Object.keys(moved)).toEqual(['c'])
    expect(moved['c']!.y - 84).toBe(300 - (moved['c']!.y + 40))
  })

  it('does nothing with one node, or with what stands in line', () => {
    expect(align([at('a', 0, 0)], 'left').size).toBe(0)
    expect(align([at('a', 0, 0), at('b', 0, 200)], 'left').size).toBe(0)
  })
})
