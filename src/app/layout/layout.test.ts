import { describe, expect, it } from 'vitest'
import { balance, separate } from './balance.ts'
import { byLevel } from './byLevel.ts'
import { columnsOf } from './columns.ts'
import { crossings, crossingsIn, exchange } from './crossings.ts'
import { ordered } from './elk.ts'
import { order } from './order.ts'
import { place } from './place.ts'
import { breakRows } from './rows.ts'
import { wrapColumns } from './wrap.ts'
import { layered, overlaps, viewOf } from './testing/views.ts'

const RELEASE = viewOf({ collect: [], issues: [], draft: ['collect', 'issues'], check: ['collect', 'draft'], tone: ['draft'] })

describe('columns', () => {
  it('are the levels', () => {
    expect(Object.fromEntries(columnsOf(RELEASE))).toEqual({ collect: 0, issues: 0, draft: 1, check: 2, tone: 2 })
  })

  it('put a ghost before the node that names it, and nodes on a cycle one after another', () => {
    const view = { ...viewOf({ a: [], b: ['a', 'nobody'] }) }
    expect(columnsOf(view).get('nobody')).toBe(0)
    const loop = { ...RELEASE, levels: [] }
    expect(new Set(columnsOf(loop).values()).size).toBeGreaterThan(1)
  })
})

describe('heights', () => {
  it('are even: a node stands in the middle of what it joins', () => {
    const at = balance(RELEASE, [['collect', 'issues'], ['draft'], ['check', 'tone']], 'right')
    const middle = (at.get('collect')!.y + at.get('issues')!.y) / 2
    expect(Math.abs(at.get('draft')!.y - middle)).toBeLessThan(30)
    expect(at.get('collect')!.y).toBeLessThan(at.get('issues')!.y)
    expect(overlaps(at)).toEqual([])
  })

  it('keep order and distance, as near to what is wanted as can be', () => {
    expect(separate([0, 0, 0], [0, 10, 20])).toEqual([-10, 0, 10])
    expect(separate([0, 100], [0, 10])).toEqual([0, 100])
    expect(separate([50, 0], [0, 10])).toEqual([20, 30])
  })

  it('stand no node upon another in a large graph', () => {
    const view = layered(1000, 25)
    const columns = Array.from({ length: 40 }, (_, level) => view.levels[level] ?? [])
    expect(overlaps(balance(view, columns, 'right'))).toEqual([])
  })

  it('turn the picture upside down when that is the order of the file', () => {
    const heights = new Map([['collect', 120], ['issues', 0], ['draft', 0], ['check', 120], ['tone', 0]])
    expect(ordered(RELEASE, columnsOf(RELEASE), heights)).toEqual([['collect', 'issues'], ['draft'], ['check', 'tone']])
  })
})

describe('a layout by level', () => {
  it('places every node once, in its column, covering none', () => {
    const view = layered(2500, 50)
    const at = byLevel(view, 'right')
    expect(at.size).toBe(2500)
    expect(overlaps(at)).toEqual([])
    expect(byLevel(view, 'right')).toEqual(at)
  })

  it('takes hundreds of dependents of one node', () => {
    const needs: { [id: string]: string[] } = { sink: [] }
    for (let i = 0; i < 769; i += 1) needs[`s${i}`] = []
    needs['sink'] = Object.keys(needs).filter((id) => id !== 'sink')
    expect(overlaps(byLevel(viewOf(needs), 'right'))).toEqual([])
  })
})

describe('the order of a column', () => {
  it('is that of the file where no thread says otherwise', () => {
    expect(order(viewOf({ a: [], b: [], c: ['a'], d: ['b'], e: [] }))).toEqual([['a', 'b', 'e'], ['c', 'd']])
  })

  it('untangles threads that would cross', () => {
    expect(order(viewOf({ a: [], b: [], c: [], x: ['c'], y: ['b'], z: ['a'] }))).toEqual([['a', 'b', 'c'], ['z', 'y', 'x']])
  })

  it('makes way for threads that pass a column', () => {
    // The thread from `a` to `end` passes the column of `b` and `c`, above or below both of what it would cross.
    const view = viewOf({ a: [], p: [], q: [], b: ['p'], c: ['q'], low: ['c'], end: ['a', 'b'] })
    expect(crossingsIn(view, byLevel(view, 'right'), 'right')).toBe(0)
  })

  it('crosses no more than one sweep of barycentres would, and is the same every time', () => {
    const view = layered(120, 12)
    const plain = columnsOf(view)
    const files: string[][] = []
    for (const { key } of view.nodes) (files[plain.get(key)!] ??= []).push(key)
    const found = byLevel(view, 'right')
    expect(crossingsIn(view, found, 'right')).toBeLessThan(crossingsIn(view, balance(view, files, 'right'), 'right') * 0.6)
    expect(order(view)).toEqual(order(view))
  })

  it('takes an empty graph, and a cycle', () => {
    expect(order(viewOf({}))).toEqual([])
    expect(order({ ...RELEASE, levels: [] }).flat().toSorted()).toEqual(RELEASE.nodes.map(({ key }) => key).toSorted())
  })
})

describe('crossings', () => {
  const joined = { before: [[], [], [], [0, 1], [0], [2]], after: [[3, 4], [3], [5], [], [], []] }

  it('are counted between columns', () => {
    expect(crossings([[0, 1, 2], [3, 4, 5]], joined)).toBe(1)
    expect(crossings([[0, 1, 2], [4, 3, 5]], joined)).toBe(0)
    expect(crossings([[2, 1, 0], [4, 3, 5]], joined)).toBe(4)
  })

  it('are fewer after neighbours were exchanged', () => {
    const after = exchange([[0, 1, 2], [5, 3, 4]], joined)
    expect(crossings(after, joined)).toBeLessThan(crossings([[0, 1, 2], [5, 3, 4]], joined))
    expect(after.map((row) => row.toSorted((a, b) => a - b))).toEqual([[0, 1, 2], [3, 4, 5]])
  })

  it('are counted in a picture, whichever way it runs', () => {
    const view = viewOf({ a: [], b: [], c: ['b'], d: ['a'] })
    const across = new Map([['a', { x: 0, y: 0 }], ['b', { x: 0, y: 120 }], ['c', { x: 260, y: 0 }], ['d', { x: 260, y: 120 }]])
    expect(crossingsIn(view, across, 'right')).toBe(1)
    const down = new Map([['a', { x: 0, y: 0 }], ['b', { x: 244, y: 0 }], ['c', { x: 0, y: 164 }], ['d', { x: 244, y: 164 }]])
    expect(crossingsIn(view, down, 'down')).toBe(1)
    expect(crossingsIn(view, new Map([...across, ['c', { x: 260, y: 120 }], ['d', { x: 260, y: 0 }]]), 'right')).toBe(0)
  })
})

describe('a graph that runs down', () => {
  it('has its levels in rows and covers no node', () => {
    const view = layered(300, 12)
    const at = byLevel(view, 'down')
    expect(overlaps(at)).toEqual([])
    expect(new Set(view.levels[3]!.map((key) => at.get(key)!.y)).size).toBe(1)
    expect(at.get(view.levels[4]![0]!)!.y).toBeGreaterThan(at.get(view.levels[3]![0]!)!.y + 84)
  })

  it('takes newcomers below what they need', () => {
    const settled = new Map([['collect', { x: 0, y: 0 }], ['issues', { x: 244, y: 0 }], ['draft', { x: 120, y: 164 }]])
    const placed = place(RELEASE, settled, 'down')
    expect(placed.get('check')!.y).toBe(328)
    expect(overlaps(new Map([...settled, ...placed]))).toEqual([])
  })
})

describe('columns that are out of proportion', () => {
  const keys = (count: number) => Array.from({ length: count }, (_, i) => `n${i}`)

  it('are dealt out to several, each node near the place that its order gives it', () => {
    const [first, ...rest] = wrapColumns([keys(769), ['sink']], 'right')
    expect(first!.length).toBeLessThanOrEqual(40)
    expect([first, ...rest].flat()).toHaveLength(770)
    expect(rest.at(-1)).toEqual(['sink'])
    expect(first!.slice(0, 2)).toEqual(['n0', `n${rest.length}`])
  })

  it('stay whole in a graph that is as long as it is wide', () => {
    const columns = Array.from({ length: 100 }, () => keys(50))
    expect(wrapColumns(columns, 'right')).toHaveLength(100)
  })
})

describe('a long chain', () => {
  const chainOf = (count: number, more: { [id: string]: string[] } = {}) =>
    viewOf({ ...Object.fromEntries(Array.from({ length: count }, (_, i) => [`s${i}`, i === 0 ? [] : [`s${i - 1}`]])), ...more })
  const columnsIn = (view: ReturnType<typeof viewOf>) => view.levels.map((keys) => [...keys])

  it('is broken into rows that are read as lines are, whichever way the graph runs', () => {
    const view = chainOf(12)
    for (const [direction, along, across] of [['right', 'x', 'y'], ['down', 'y', 'x']] as const) {
      const at = byLevel(view, direction)
      expect(overlaps(at)).toEqual([])
      const places = view.nodes.map(({ key }) => at.get(key)!)
      const steps = places.slice(1).map((here, i) => ({ along: here[along] - places[i]![along], across: here[across] - places[i]![across], begins: here[along] === places[0]![along] }))
      const turns = steps.filter(({ across: away }) => away !== 0)
      expect(turns.length).toBeGreaterThan(0)
      expect(turns.every(({ across: away, begins }) => begins && away > (direction === 'right' ? 84 : 208))).toBe(true)
      expect(steps.every(({ along: on, across: away }) => away !== 0 || on > 0)).toBe(true)
      expect(byLevel(view, direction)).toEqual(at)
    }
  })

  it('stays whole while it can be read whole', () => {
    const view = chainOf(5)
    expect(breakRows(view, columnsIn(view), 'right')).toHaveLength(1)
    expect(new Set([...byLevel(view, 'right').values()].map(({ y }) => y)).size).toBe(1)
  })

  it('is broken only where a single thread leads on', () => {
    // s3 is needed far away: nothing between may be parted.
    const view = chainOf(14, { s9: ['s8', 's3'] })
    const rows = breakRows(view, columnsIn(view), 'right')
    expect(rows.length).toBeGreaterThan(1)
    const rowOf = (key: string) => rows.findIndex((row) => row.some((keys) => keys.includes(key)))
    expect(new Set(['s3', 's4', 's5', 's6', 's7', 's8', 's9'].map(rowOf)).size).toBe(1)
    expect(rows.flat(2)).toEqual(view.nodes.map(({ key }) => key))
  })

  it('keeps a loop in one row, with room for the way back below', () => {
    const chain = chainOf(9)
    const view = { ...chain, edges: [...chain.edges, { key: 'flow:s4>s2', kind: 'flow' as const, from: 's4', to: 's2', back: true as const }] }
    const at = byLevel(view, 'right')
    expect(at.get('s2')!.y).toBe(at.get('s4')!.y)
    const below = [...at.values()].filter(({ y }) => y > at.get('s4')!.y).map(({ y }) => y)
    expect(Math.min(...below) - at.get('s4')!.y - 84).toBeGreaterThan(120)
  })

  it('is not broken where every cut would part a tangle', () => {
    const view = layered(200, 10)
    expect(breakRows(view, columnsIn(view), 'right')).toHaveLength(1)
  })
})

describe('placing newcomers', () => {
  const settled = new Map([
    ['collect', { x: 0, y: 0 }],
    ['issues', { x: 0, y: 120 }],
    ['draft', { x: 260, y: 60 }],
  ])

  it('puts a node right of what it needs and moves no other', () => {
    const placed = place(RELEASE, settled, 'right')
    expect([...placed.keys()]).toEqual(['check', 'tone'])
    expect(placed.get('check')!.x).toBe(520)
    expect(overlaps(new Map([...settled, ...placed]))).toEqual([])
  })

  it('puts one that nothing binds under the first column', () => {
    const view = viewOf({ collect: [], issues: [], draft: ['collect', 'issues'], alone: [] })
    expect(place(view, settled, 'right').get('alone')).toEqual({ x: 0, y: 240 })
  })

  it('finds free heights around nodes that were moved by hand', () => {
    const view = viewOf({ a: [], b: ['a'], c: ['a'], d: ['a'], e: ['a'] })
    const positions = new Map([['a', { x: 3, y: 7 }], ['b', { x: 250, y: 10 }]])
    const placed = place(view, positions, 'right')
    expect(overlaps(new Map([...positions, ...placed]))).toEqual([])
    expect(place(view, positions, 'right')).toEqual(placed)
  })

  it('starts at the origin on an empty canvas', () => {
    expect(place(viewOf({ a: [] }), new Map(), 'right').get('a')).toEqual({ x: 0, y: 0 })
  })
})
