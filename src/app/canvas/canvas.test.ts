import { describe, expect, it } from 'vitest'
import type { Diagnostic, GraphView } from '../../core/index.ts'
import type { Problem } from '../state/index.ts'
import { bandsOf } from './bandsOf.ts'
import { neighbour } from './neighbour.ts'
import { cellOf, inCell } from './cell.ts'
import { edgeName } from './edgeName.ts'
import { boundsOf, isAsFitted } from './fit.ts'
import { roomFor } from './labelRoom.ts'
import { buildCards, withHeld } from './picture.ts'
import { countWords, edgeProblemsOf, problemsOf, toneOf } from './problemsOf.ts'
import { arrowPath, detourOf, farPath, middleOf, returnOf, threadPath } from './threads.ts'
import { weave } from './weave.ts'

const VIEW: GraphView = {
  nodes: ['a', 'b', 'c'].map((key, index) => ({ key, id: key, kind: 'agent', summary: '', index })),
  edges: [
    { key: 'need:a>b', kind: 'need', from: 'a', to: 'b' },
    { key: 'need:a>c', kind: 'need', from: 'a', to: 'c' },
  ],
  levels: [['a'], ['b', 'c']],
}
const AT = new Map([
  ['a', { x: 0, y: 0 }],
  ['b', { x: 260, y: 0 }],
  ['c', { x: 260, y: 120 }],
])
const NONE = new Map()

function cards(before: Parameters<typeof buildCards>[0], change: Partial<Parameters<typeof buildCards>[1]> = {}) {
  return buildCards(before, { view: VIEW, positions: AT, problems: problemsOf(VIEW, [], NONE), selection: [], stale: false, direction: 'right', ...change })
}

describe('what is drawn anew', () => {
  const problems = problemsOf(VIEW, [], NONE)

  it('is nothing when nothing changed', () => {
    const first = cards(NONE, { problems })
    const second = cards(first, { problems })
    for (const [key, node] of first) expect(second.get(key)).toBe(node)
    const woven = weave(null, VIEW, AT, null, 'right')
    expect(woven.strands.size).toBe(2)
    expect(weave(woven, { ...VIEW }, new Map(AT), null, 'right').strands).toBe(woven.strands)
  })

  it('is only the node that was moved, selected or found at fault', () => {
    const first = cards(NONE, { problems })
    const same = (after: typeof first) => [...after].filter(([key, node]) => first.get(key) === node).map(([key]) => key)
    expect(same(cards(first, { problems, positions: new Map(AT).set('b', { x: 300, y: 0 }) }))).toEqual(['a', 'c'])
    expect(same(cards(first, { problems, selection: ['c'] }))).toEqual(['a', 'b'])
    const fault: Diagnostic = { code: 'node/missing-prompt', severity: 'error', message: 'Has no prompt.', path: [], node: 'a' }
    expect(same(cards(first, { problems: problemsOf(VIEW, [fault], problems) }))).toEqual(['b', 'c'])
  })

  it('is nothing of the nodes that only move up in the file', () => {
    const rest: GraphView = { ...VIEW, nodes: VIEW.nodes.slice(1).map((node) => ({ ...node, index: node.index - 1 })), edges: [{ key: 'need:a>c', kind: 'need', from: 'b', to: 'c' }] }
    const before = cards(NONE, { problems, view: { ...VIEW, edges: rest.edges } })
    const after = cards(before, { problems, view: rest })
    expect([...after.keys()]).toEqual(['b', 'c'])
    for (const [key, node] of after) expect(node).toBe(before.get(key))
  })

  it('is only what hangs on a node in hand', () => {
    const held = new Map([['b', { x: 300, y: 20 }]])
    const first = cards(NONE, { problems })
    const moved = withHeld([...first.values()], held)
    expect(moved.filter((node) => first.get(node.id) === node).map(({ id }) => id)).toEqual(['a', 'c'])
    const woven = weave(null, VIEW, AT, null, 'right')
    const after = weave(woven, VIEW, AT, held, 'right').strands
    expect(after.get('need:a>b')!.to).toEqual({ x: 295, y: 62 })
    expect(after.get('need:a>c')).toBe(woven.strands.get('need:a>c'))
  })

  it('is, in a graph too large to be woven with every frame, no thread but those in hand', () => {
    const nodes = Array.from({ length: 500 }, (_, at) => ({ ...VIEW.nodes[0]!, key: `n${at}`, id: `n${at}`, index: at }))
    const view: GraphView = { ...VIEW, nodes, edges: nodes.slice(1).map(({ key }, at) => ({ key: `need:n${at}>${key}`, kind: 'need', from: `n${at}`, to: key })) }
    const at = new Map(nodes.map(({ key }, index) => [key, { x: 400 * index, y: 0 }]))
    const woven = weave(null, view, at, null, 'right')
    const held = weave(woven, view, at, new Map([['n7', { x: 3000, y: 500 }]]), 'right')
    expect(held.strands).toBe(woven.strands)
    expect([...held.moved.keys()]).toEqual(['need:n6>n7', 'need:n7>n8'])
    const settled = weave(held, view, new Map(at).set('n7', { x: 3000, y: 500 }), null, 'right')
    expect(settled.moved.size).toBe(0)
    // They run to where they will run once the node is let go, and all others stay the same objects.
    for (const [key, strand] of held.moved) expect(settled.strands.get(key)).toEqual(strand)
    const others = [...woven.strands].filter(([key]) => !held.moved.has(key))
    for (const [key, strand] of others) expect(settled.strands.get(key)).toBe(strand)
    // Also when nothing was woven before the first node was taken in hand.
    expect(weave(null, view, at, new Map([['n7', { x: 3000, y: 500 }]]), 'right').moved).toEqual(held.moved)
  })

  it('leaves out nodes without a place, and their threads', () => {
    const some = new Map([['a', AT.get('a')!]])
    expect([...cards(NONE, { positions: some }).keys()]).toEqual(['a'])
    expect(weave(null, VIEW, some, null, 'right').strands.size).toBe(0)
  })
})

describe('problems of nodes', () => {
  it('are counted, and the same value while they are the same', () => {
    const faults: Diagnostic[] = [
      { code: 'node/missing-prompt', severity: 'error', message: 'Has no `prompt`.', path: [], node: 'b' },
      { code: 'field/unknown', severity: 'warning', message: 'x', path: [], node: 'b' },
      { code: 'field/unknown', severity: 'info', message: 'y', path: [], node: 'c' },
    ]
    const found = problemsOf(VIEW, faults, NONE)
    expect(found.get('b')).toMatchObject({ errors: 1, warnings: 1, noPrompt: true, messages: 'Has no prompt.\nx' })
    expect(found.get('c')).toMatchObject({ errors: 0, warnings: 0 })
    expect(problemsOf(VIEW, [...faults], found).get('b')).toBe(found.get('b'))
  })
})

describe('problems of edges', () => {
  const faults: Problem[] = [
    { code: 'edge/after-unconditional', severity: 'warning', message: 'Is not tried until `b`.', path: [], node: 'a', edge: 'need:a>b' },
    { code: 'edge/unknown-to', severity: 'error', message: 'x', path: [], edge: 'need:a>b' },
    { code: 'node/missing-prompt', severity: 'error', message: 'y', path: [], node: 'a' },
  ]

  it('are those that stand in the edge, and the same value while they are the same', () => {
    const found = edgeProblemsOf(faults, new Map())
    expect([...found.keys()]).toEqual(['need:a>b'])
    expect(found.get('need:a>b')).toEqual({ errors: 1, warnings: 1, messages: 'Is not tried until b.\nx' })
    expect(edgeProblemsOf([...faults], found).get('need:a>b')).toBe(found.get('need:a>b'))
  })

  it('are the same map while there are the same, so that nothing is drawn again for them', () => {
    const found = edgeProblemsOf(faults, new Map())
    expect(edgeProblemsOf([...faults], found)).toBe(found)
    const none = edgeProblemsOf([], new Map())
    expect(edgeProblemsOf([faults[2]!], none)).toBe(none)
    expect([...edgeProblemsOf([], found).keys()]).toEqual([])
    expect(edgeProblemsOf(faults.slice(1), found)).not.toBe(found)
    expect([...edgeProblemsOf([{ ...faults[0]!, edge: 'need:a>c' }, faults[1]!], found).keys()].toSorted()).toEqual(['need:a>b', 'need:a>c'])
  })

  it('have a tone and words', () => {
    const own = edgeProblemsOf(faults, new Map()).get('need:a>b')!
    expect([toneOf(own), toneOf(undefined), toneOf({ errors: 0, warnings: 2, messages: '' })]).toEqual(['error', undefined, 'warning'])
    expect(countWords(own)).toEqual(['1 error', '1 warning'])
    expect(edgeName({ edge: VIEW.edges[0]!, fromId: 'a', toId: 'b' }, undefined, undefined, own)).toBe('Edge from a to b, need, 1 error, 1 warning')
  })
})

describe('what is fitted', () => {
  it('takes in the threads that turn beyond the nodes', () => {
    const wrapped: GraphView = { ...VIEW, edges: [{ key: 'need:a>b', kind: 'need', from: 'a', to: 'b' }] }
    const at = new Map([['a', { x: 520, y: 0 }], ['b', { x: 0, y: 156 }]])
    expect(boundsOf(wrapped, at, 'right')).toMatchObject({ x: -30, width: 520 + 208 + 60 })
    expect(boundsOf({ ...wrapped, edges: [] }, at, 'right')).toMatchObject({ x: 0, width: 728 })
    expect(boundsOf({ ...wrapped, edges: [{ ...wrapped.edges[0]!, back: true }] }, at, 'right')!.height).toBeGreaterThan(156 + 84)
  })

  it.each(['right', 'down'] as const)('takes in every lane of the ways back, where the graph runs %s', (direction) => {
    const loops = ['b', 'c', 'd'].map((from) => ({ key: `flow:${from}>a`, kind: 'flow' as const, from, to: 'a', back: true as const, budget: 3 }))
    const view: GraphView = { ...VIEW, nodes: [...VIEW.nodes, { ...VIEW.nodes[0]!, key: 'd', id: 'd', index: 3 }], edges: loops }
    const at = new Map(view.nodes.map(({ key }, i) => [key, direction === 'right' ? { x: i * 260, y: 0 } : { x: 0, y: i * 160 }]))
    const bounds = boundsOf(view, at, direction)!
    const labels = [...weave(null, view, at, null, direction).strands.values()].map(middleOf)
    expect(labels).toHaveLength(3)
    const far = Math.max(...labels.map(({ x, y }) => (direction === 'right' ? y : x)))
    expect((direction === 'right' ? bounds.y + bounds.height : bounds.x + bounds.width) - far).toBeGreaterThanOrEqual(direction === 'right' ? 17 : 100)
    expect(far).toBeGreaterThan((direction === 'right' ? 84 : 208) + 48 + 2 * 32)
  })

  it('is left alone once somebody looked elsewhere', () => {
    const fitted = { x: 14, y: 100, zoom: 0.8 }
    expect(isAsFitted({ ...fitted }, fitted)).toBe(true)
    expect(isAsFitted({ ...fitted, x: 40 }, fitted)).toBe(false)
    expect(isAsFitted(fitted, null)).toBe(false)
  })
})

describe('threads', () => {
  it('go straight where the way is free', () => {
    expect(detourOf({ x: 212, y: 42 }, { x: 775, y: 42 }, [{ left: 260, right: 468, top: 300, bottom: 384 }])).toBeUndefined()
  })

  it('go around a node that is in the way, on the nearer side', () => {
    const detour = detourOf({ x: 212, y: 42 }, { x: 515, y: 42 }, [{ left: 260, right: 468, top: 20, bottom: 104 }])
    expect(detour).toEqual({ y: 6, start: 262, end: 466 })
  })

  it('find a gap between two nodes that are in the way', () => {
    const detour = detourOf({ x: 212, y: 90 }, { x: 515, y: 90 }, [
      { left: 260, right: 468, top: -20, bottom: 64 },
      { left: 260, right: 468, top: 80, bottom: 164 },
    ])
    expect(detour?.y).toBe(72)
  })

  it('that lead back leave and return below', () => {
    expect(threadPath({ from: { x: 500, y: 10 }, to: { x: 100, y: 20 }, direction: 'right' })).toContain('94')
  })

  it('are the same turned where the graph runs down', () => {
    const right = threadPath({ from: { x: 10, y: 20 }, to: { x: 300, y: 80 }, direction: 'right' })
    const down = threadPath({ from: { x: 20, y: 10 }, to: { x: 80, y: 300 }, direction: 'down' })
    const swapped = right.replace(/(-?[\d.]+) (-?[\d.]+)/g, '$2 $1')
    expect(down).toBe(swapped)
    expect(arrowPath({ to: { x: 5, y: 9 }, direction: 'down' })).toBe('M0.5 4L5 9.5L9.5 4')
    expect(middleOf({ from: { x: 20, y: 10 }, to: { x: 80, y: 300 }, direction: 'down' })).toEqual({ x: 50, y: 155 })
  })

  it('end at the eyelets above and below where the graph runs down', () => {
    const strand = weave(null, VIEW, AT, null, 'down').strands.get('need:a>c')!
    expect([strand.from, strand.to]).toEqual([{ x: 104, y: 88 }, { x: 364, y: 115 }])
  })

  it('run back to the next row through the room between, clear of what stands there', () => {
    const row = (y: number) => [0, 260, 520].map((x) => ({ left: x, right: x + 208, top: y, bottom: y + 84 }))
    const detour = returnOf({ x: 732, y: 42 }, { x: -5, y: 198 }, [...row(0), ...row(156)])!
    expect(detour.y).toBeGreaterThan(84)
    expect(detour.y).toBeLessThan(156)
    expect(threadPath({ from: { x: 732, y: 42 }, to: { x: -5, y: 198 }, direction: 'right', detour })).toContain(`L5 ${detour.y}`)
    expect(middleOf({ from: { x: 732, y: 42 }, to: { x: -5, y: 198 }, direction: 'right', detour }).y).toBe(detour.y)
    // And back up, should somebody have moved the rows.
    const up = returnOf({ x: 732, y: 198 }, { x: -5, y: 42 }, [...row(0), ...row(156)])!
    expect(up.y).toBeGreaterThan(84)
    expect(up.y).toBeLessThan(156)
  })

  it('run back below all that stands in the way where rows leave no room between them', () => {
    // Three nodes one on another, and a fourth close below.
    const pile = [0, 90, 180, 276].map((y) => ({ left: 0, right: 208, top: y, bottom: y + 84 }))
    const detour = returnOf({ x: 212, y: 42 }, { x: -5, y: 222 }, pile)
    for (const { top, bottom } of pile) expect(detour.y < top || detour.y > bottom).toBe(true)
    const view: GraphView = { ...VIEW, edges: [{ key: 'need:a>c', kind: 'need', from: 'a', to: 'c' }] }
    const strand = weave(null, view, new Map(['a', 'b', 'c'].map((key, i) => [key, { x: 0, y: 90 * i }])), null, 'right').strands.get('need:a>c')!
    expect(middleOf(strand).y).toBeGreaterThan(180 + 84)
    expect(threadPath(strand)).toContain(`L5 ${middleOf(strand).y}`)
  })

  it('have labels that cover no node: as wide as the gap where they lie in one, wider where they are clear of all', () => {
    const nodes = [{ left: 0, right: 208, top: 0, bottom: 84 }, { left: 315, right: 523, top: 0, bottom: 84 }]
    expect(roomFor({ x: 261, y: 42 }, nodes, 'right').line).toBeLessThan(107)
    expect(roomFor({ x: 261, y: 42 }, nodes, 'right').two).toBeLessThan(107)
    expect(roomFor({ x: 261, y: 140 }, nodes, 'right')).toEqual({ line: 220, two: 220 })
    // One under the other, as they stand where the graph runs down, they leave all the width between them: turned, as all is inside.
    const stacked = [{ left: 0, right: 84, top: 0, bottom: 208 }, { left: 164, right: 248, top: 0, bottom: 208 }]
    expect(roomFor({ x: 124, y: 104 }, stacked, 'down')).toEqual({ line: 220, two: 220 })
    // Beside one another there the room is that of the gap again, across.
    const beside = [{ left: 0, right: 84, top: 0, bottom: 208 }, { left: 0, right: 84, top: 315, bottom: 523 }]
    expect(roomFor({ x: 42, y: 261 }, beside, 'down')).toEqual(roomFor({ x: 261, y: 42 }, nodes, 'right'))
  })

  it('are plain lines from afar', () => {
    expect(farPath({ from: { x: 0, y: 0 }, to: { x: 100, y: 50 }, direction: 'right' })).toBe('M0 0L100 50')
  })

  it('have a name for screen readers', () => {
    expect(edgeName({ edge: VIEW.edges[0]!, fromId: 'a', toId: 'b' })).toBe('Edge from a to b, need')
    expect(edgeName({ edge: { ...VIEW.edges[0]!, kind: 'flow', condition: '.ok', budget: 3 }, fromId: 'a', toId: 'b' }, 'yes')).toBe('Edge from a to b, flow, if .ok, at most 3 times, taken')
  })
})

describe('what is in view', () => {
  const cell = cellOf([0, 0, 1], 1000, 600)

  it('holds the screen and stays the same while one pans a little', () => {
    expect(cell.left).toBeLessThanOrEqual(0)
    expect(cell.right).toBeGreaterThanOrEqual(1000)
    expect(cellOf([-20, -30, 1], 1000, 600)).toEqual(cell)
    expect(cellOf([-3000, 0, 1], 1000, 600)).not.toEqual(cell)
  })

  it('takes in a thread that crosses it though both ends lie outside', () => {
    const strand = weave(null, VIEW, new Map([['a', { x: -9000, y: 0 }], ['b', { x: 9000, y: 0 }], ['c', { x: -9000, y: 9000 }]]), null, 'right').strands
    expect(inCell(strand.get('need:a>b')!, cell)).toBe(true)
    expect(inCell(strand.get('need:a>c')!, cell)).toBe(false)
  })
})

describe('the arrow keys', () => {
  it('go to the next node in a direction', () => {
    const keys = ['a', 'b', 'c']
    expect(neighbour(AT, keys, 'a', 'right')).toBe('b')
    expect(neighbour(AT, keys, 'b', 'down')).toBe('c')
    expect(neighbour(AT, keys, 'c', 'up')).toBe('b')
    expect(neighbour(AT, keys, 'c', 'left')).toBe('a')
    expect(neighbour(AT, keys, 'a', 'left')).toBeNull()
  })
})

describe('bands', () => {
  it('begin where the nodes of their level stand, whatever was moved by hand', () => {
    expect(bandsOf(VIEW, AT, new Set(), 'right')).toEqual([{ level: 1, start: -22 }, { level: 2, start: 238 }])
    expect(bandsOf(VIEW, new Map(AT).set('b', { x: -900, y: 0 }), new Set(['b']), 'right').map(({ start }) => start)).toEqual([-22, 238])
  })

  const CHAIN: GraphView = { nodes: [], edges: [], levels: [['a'], ['b'], ['c'], ['d']] }
  const along = (...xs: readonly number[]) => new Map(xs.map((x, i) => ['abcd'[i]!, { x, y: 0 }]))

  it('are none where the graph is broken into rows: one begins where the first did', () => {
    expect(bandsOf(CHAIN, along(0, 260, 0, 260), new Set(), 'right')).toEqual([])
    expect(bandsOf(CHAIN, along(0, 260, 520, 0), new Set(), 'right')).toEqual([])
    // What somebody put there is no row.
    expect(bandsOf(CHAIN, along(0, 260, 520, 0), new Set(['d']), 'right').map(({ level }) => level)).toEqual([1, 2, 3])
  })

  it('are kept by all but the level that lags behind those before it', () => {
    expect(bandsOf(CHAIN, along(0, 260, 200, 520), new Set(), 'right')).toEqual([{ level: 1, start: -22 }, { level: 2, start: 238 }, { level: 4, start: 498 }])
  })

  it('are not drawn for levels that do not follow one another', () => {
    const crossed = new Map(AT).set('a', { x: 900, y: 0 })
    expect(bandsOf(VIEW, crossed, new Set(['a']), 'right').map(({ level }) => level)).toEqual([1])
  })
})
