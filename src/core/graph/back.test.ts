import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backArrows } from './back.ts'
import { layersOf } from './layers.ts'
import { cyclesOf } from './cycles.ts'

const arrows = (text: string) => text.split(' ').map((pair) => ({ from: pair[0]!, to: pair[1]! }))

describe('the arrows that lead back', () => {
  it('are those to a node that the way came through, and those onto themselves', () => {
    expect(backArrows(['a', 'b', 'c'], arrows('ab bc cb bb ca'))).toEqual(new Set([2, 3, 4]))
    expect([...backArrows(['a', 'b'], arrows('ab ba'), 'b')]).toEqual([0])
    expect([...backArrows(['a', 'b'], arrows('ab ba'))]).toEqual([1])
    expect([...backArrows([], [])]).toEqual([])
  })

  it('leave no circle when they are taken away, in a graph of any shape', () => {
    const some = fc.array(fc.record({ from: fc.constantFrom(...'abcdef'), to: fc.constantFrom(...'abcdef') }), { maxLength: 20 })
    fc.assert(fc.property(some, fc.constantFrom(...'abcdef'), (list, entry) => {
      const back = backArrows([...'abcdef'], list, entry)
      const rest = list.filter((_, place) => !back.has(place))
      const nodes = [...'abcdef'].map((id) => ({ id, needs: rest.filter(({ to }) => to === id).map(({ from }) => from) }))
      expect(cyclesOf(nodes)).toEqual([])
      expect(rest.filter(({ from, to }) => from === to)).toEqual([])
      const view = { nodes: nodes.map(({ id }, index) => ({ key: id, id, kind: 'tool' as const, summary: '', index })), edges: list.map((arrow, place) => ({ ...arrow, key: String(place), kind: 'flow' as const, ...(back.has(place) ? { back: true as const } : {}) })), levels: [] }
      expect(layersOf(view).flat().toSorted()).toEqual([...'abcdef'])
    }), { numRuns: 200 })
  })

  it('are found in a chain of any length', () => {
    const keys = Array.from({ length: 20_000 }, (_, place) => String(place))
    const chain = keys.slice(1).map((to, place) => ({ from: String(place), to }))
    expect(backArrows(keys, [...chain, { from: '19999', to: '0' }])).toEqual(new Set([19_999]))
  })
})
