import { describe, expect, it } from 'vitest'
import type { Diagnostic, GraphView } from '../../core/index.ts'
import { bandsOf } from './bandsOf.ts'
import { neighbour } from './neighbour.ts'
import { buildCards, buildThreads } from './picture.ts'
import { problemsOf } from './problemsOf.ts'
import { detourOf, threadPath } from './threads.ts'

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
  return buildCards(before, { view: VIEW, positions: AT, problems: problemsOf(VIEW, [], NONE), selection: [], stale: false, ...change })
}

describe('what is drawn anew', () => {
  const problems = problemsOf(VIEW, [], NONE)

  it('is nothing when nothing changed', () => {
    const first = cards(NONE, { problems })
    const second = cards(first, { problems })
    for (const [key, node] of first) expect(second.get(key)).toBe(node)
    const threads = buildThreads(NONE, VIEW, AT, null)
    for (const [key, edge] of buildThreads(threads, VIEW, AT, null)) expect(threads.get(key)).toBe(edge)
  })

  it('is only the node that was moved, selected or found at fault', () => {
    const first = cards(NONE, { problems })
    const same = (after: typeof first) => [...after].filter(([key, node]) => first.get(key) === node).map(([key]) => key)
    expect(same(cards(first, { problems, positions: new Map(AT).set('b', { x: 300, y: 0 }) }))).toEqual(['a', 'c'])
    expect(same(cards(first, { problems, selection: ['c'] }))).toEqual(['a', 'b'])
    const fault: Diagnostic = { code: 'node/missing-prompt', severity: 'error', message: 'Has no prompt.', path: [], node: 'a' }
    expect(same(cards(first, { problems: problemsOf(VIEW, [fault], problems) }))).toEqual(['b', 'c'])
  })

  it('leaves out nodes without a place, and their threads', () => {
    const some = new Map([['a', AT.get('a')!]])
    expect([...cards(NONE, { positions: some }).keys()]).toEqual(['a'])
    expect(buildThreads(NONE, VIEW, some, null).size).toBe(0)
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
    expect(threadPath({ x: 500, y: 10 }, { x: 100, y: 20 })).toContain('94')
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
    expect(bandsOf(VIEW, AT, new Set())).toEqual([{ level: 1, x: -22 }, { level: 2, x: 238 }])
    expect(bandsOf(VIEW, new Map(AT).set('b', { x: -900, y: 0 }), new Set(['b'])).map(({ x }) => x)).toEqual([-22, 238])
  })

  it('are not drawn for levels that do not follow one another', () => {
    const crossed = new Map(AT).set('a', { x: 900, y: 0 })
    expect(bandsOf(VIEW, crossed, new Set(['a'])).map(({ level }) => level)).toEqual([1])
  })
})
