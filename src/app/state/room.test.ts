import { describe, expect, it } from 'vitest'
import type { GraphView } from '../../core/index.ts'
import { roomBetween } from './room.ts'

const VIEW: GraphView = {
  nodes: ['a', 'b', 'c', 'other'].map((key, index) => ({ key, id: key, kind: 'agent', summary: '', index })),
  edges: [
    { key: 'need:a>b', kind: 'need', from: 'a', to: 'b' },
    { key: 'need:b>c', kind: 'need', from: 'b', to: 'c' },
  ],
  levels: [['a', 'other'], ['b'], ['c']],
}
const AT = new Map([
  ['a', { x: 0, y: 0 }],
  ['b', { x: 260, y: 0 }],
  ['c', { x: 520, y: 0 }],
  ['other', { x: 260, y: 200 }],
])
const EDGE = { from: 'a', to: 'b' }

describe('room between two nodes', () => {
  it('is made by what lies behind, and by nobody else', () => {
    const room = roomBetween(VIEW, AT, EDGE, { kind: 'agent' }, 'right')!
    expect(room.at).toEqual({ x: 260, y: 0 })
    expect(Object.fromEntries(room.shifted)).toEqual({ b: { x: 520, y: 0 }, c: { x: 780, y: 0 } })
  })

  it('is there already when the nodes stand far apart', () => {
    const far = new Map(AT).set('b', { x: 600, y: 0 })
    const room = roomBetween(VIEW, far, EDGE, { kind: 'agent' }, 'right')!
    expect(room.shifted.size).toBe(0)
    expect(room.at).toEqual({ x: 300, y: 0 })
  })

  it('is made by all that stands as far along when the others would be covered', () => {
    const tight = new Map(AT).set('other', { x: 520, y: 60 }).set('c', { x: 520, y: 160 })
    const room = roomBetween(VIEW, tight, EDGE, { kind: 'agent' }, 'right')!
    expect([...room.shifted.keys()].toSorted()).toEqual(['b', 'c', 'other'])
  })

  it('is made downwards where the graph runs down', () => {
    const down = new Map([...AT].map(([key, { x, y }]) => [key, { x: y * 1.5, y: x }]))
    const room = roomBetween(VIEW, down, EDGE, { kind: 'agent' }, 'down')!
    expect(room.at.x).toBe(0)
    expect(room.at.y).toBeGreaterThanOrEqual(84 + 52)
    expect([...room.shifted.values()].every(({ x }) => x === 0)).toBe(true)
  })

  it('is behind the first one where the edge leads back', () => {
    const room = roomBetween(VIEW, AT, { from: 'c', to: 'a' }, { kind: 'agent' }, 'right')!
    expect(room.shifted.size).toBe(0)
    expect(room.at.x).toBe(780)
  })
})
