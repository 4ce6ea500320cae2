import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cyclesOf, showCycle } from './cycles.ts'
import { levelsOf } from './levels.ts'
import type { Linked } from './links.ts'
import { pathBetween, reachable } from './reach.ts'

const graph = (text: string): Linked[] =>
  text.split(';').map((part) => {
    const [id = '', needs = ''] = part.split('<')
    return { id: id.trim(), needs: needs.split(',').map((need) => need.trim()).filter(Boolean) }
  })

describe('levelsOf', () => {
  it('orders a diamond by its needs, whatever the order in the file', () => {
    expect(levelsOf(graph('d < b, c; b < a; c < a, b; a'))).toEqual([['a'], ['b'], ['c'], ['d']])
  })

  it('keeps the order of the file inside a level', () => {
    expect(levelsOf(graph('z < a; b; a; y < b'))).toEqual([['b', 'a'], ['z', 'y']])
  })

  it('leaves out what can never start', () => {
    expect(levelsOf(graph('ok; x < z; y < x; z < y; behind < x; late < ok'))).toEqual([['ok'], ['late']])
  })

  it('does not wait for unknown nodes or for the node itself', () => {
    expect(levelsOf(graph('a < a, zz; b < a'))).toEqual([['a'], ['b']])
  })

  it('holds a chain of 20,000 nodes and a ladder of 500', () => {
    const chain = Array.from({ length: 20_000 }, (_, at) => ({ id: `n${at}`, needs: at > 0 ? [`n${at - 1}`] : [] }))
    expect(levelsOf(chain)).toHaveLength(20_000)
    const ladder = Array.from({ length: 500 }, (_, at) => ({ id: `n${at}`, needs: [`n${at - 1}`, `n${at - 2}`] }))
    expect(levelsOf(ladder)).toHaveLength(500)
  })
})

describe('cyclesOf', () => {
  it('does not take a diamond for a cycle', () => {
    expect(cyclesOf(graph('d < b, c; b < a; c < a, b; a'))).toEqual([])
  })

  it('names a loop whole, in running order, from its first member', () => {
    expect(cyclesOf(graph('ok; x < z; y < x; z < y'))).toEqual([['x', 'y', 'z']])
    expect(showCycle(['x', 'y', 'z'])).toBe('x -> y -> z -> x')
  })

  it('reports loops that hang together with nothing, each once', () => {
    expect(cyclesOf(graph('a < b; b < a; c; p < q; q < p; r < q'))).toEqual([['a', 'b'], ['p', 'q']])
  })

  it('does not count a node that needs itself', () => {
    expect(cyclesOf(graph('a < a'))).toEqual([])
  })

  it('holds a loop of 20,000 nodes and says how many names it leaves out', () => {
    const loop = Array.from({ length: 20_000 }, (_, at) => ({ id: `n${at}`, needs: [`n${(at + 19_999) % 20_000}`] }))
    const [cycle = []] = cyclesOf(loop)
    expect(cycle).toHaveLength(20_000)
    expect(showCycle(cycle)).toContain('-> (19900 more) ->')
  })

  it('finds a cycle exactly where levels leave something out, and every cycle is one', () => {
    const graphs = fc.array(fc.array(fc.nat(11), { maxLength: 3 }), { maxLength: 12 })
      .map((rows) => rows.map((needs, at) => ({ id: `${at}`, needs: needs.map(String) })))
    fc.assert(fc.property(graphs, (nodes) => {
      const cycles = cyclesOf(nodes)
      expect(cycles.length === 0).toBe(levelsOf(nodes).flat().length === nodes.length)
      for (const cycle of cycles) {
        expect(new Set(cycle).size).toBe(cycle.length)
        for (const [at, id] of cycle.entries()) {
          const next = nodes.find((node) => node.id === cycle[(at + 1) % cycle.length])!
          expect(next.needs).toContain(id)
        }
      }
    }))
  })
})

describe('reachable', () => {
  const arrows = [{ from: 'a', to: 'b' }, { from: 'b', to: 'c' }, { from: 'x', to: 'c' }, { from: 'c', to: 'b' }]

  it('goes down and up, and through loops', () => {
    expect([...reachable(arrows, ['a'], 'down')]).toEqual(['b', 'c'])
    expect([...reachable(arrows, ['c'], 'up')]).toEqual(['b', 'x', 'a', 'c'])
    expect([...reachable(arrows, ['nobody'], 'down')]).toEqual([])
  })

  it('names the shortest way', () => {
    expect(pathBetween(arrows, 'a', 'c')).toEqual(['a', 'b', 'c'])
    expect(pathBetween(arrows, 'c', 'a')).toBeNull()
    expect(pathBetween(arrows, 'a', 'a')).toEqual(['a'])
  })
})
