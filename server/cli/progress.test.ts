import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { initialRun, openFold, type RunEvent, type RunEventBody } from '../../src/core/index.ts'
import type { Io, Output } from './io.ts'
import { createLiveProgress } from './progress-live.ts'
import { createPlainProgress } from './progress-plain.ts'
import type { Progress } from './progress.ts'
import { styleFor } from './style.ts'
import { createScreen } from './testing/screen.ts'
import { widthOf } from './width.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const hideCursor = '\u001b[?25l'
const showCursor = '\u001b[?25h'

type Scene = { readonly io: Io; readonly written: string[]; readonly screen: ReturnType<typeof createScreen> }

function terminal(columns: number, rows: number): Scene {
  const written: string[] = []
  const screen = createScreen(columns)
  const output: Output = {
    isTerminal: true,
    colors: true,
    columns: () => columns,
    rows: () => rows,
    write: (text) => {
      written.push(text)
      screen.write(text)
    },
    onResize: () => () => {},
  }
  return { io: { env: {}, cwd: '/', out: output, err: output, input: { isTerminal: false, ask: () => Promise.resolve(null) } }, written, screen }
}

/** Feeds bodies as the events of one run. */
function feed(progress: Progress): (...bodies: (RunEventBody | { type: 'node.output'; node: string; visit: number; text: string })[]) => void {
  const fold = openFold(initialRun('r'))
  let seq = 0
  return (...bodies) => {
    for (const body of bodies) {
      if (body.type === 'node.output') {
        const delta = { ...body, run: 'r' } as const
        fold.apply(delta)
        progress.event(delta, (id) => fold.node(id))
        continue
      }
      seq += 1
      const event = { ...body, v: 1, run: 'r', seq, at: new Date(seq * 100).toISOString(), hash: '', prev: '' } as RunEvent
      fold.apply(event)
      progress.event(event, (id) => fold.node(id))
    }
  }
}

const begun = (node: string): RunEventBody => ({ type: 'node.started', node, visit: 1, input: '' })
const done = (node: string, output: string): RunEventBody => ({ type: 'node.completed', node, visit: 1, output, output_hash: '' })
const failed = (node: string, message: string, ran = true): RunEventBody => ({ type: 'node.failed', node, visit: 1, error: { kind: 'error', message }, ran })

describe('live progress', () => {
  it('keeps one line for each node that ended, and nothing of the live part', () => {
    const { io, screen, written } = terminal(60, 20)
    const progress = createLiveProgress({ io, style: styleFor(io.err), ids: ['collect', 'draft', 'check'], before: null })
    const events = feed(progress)
    events({ type: 'run.started' }, begun('collect'), { type: 'node.output', node: 'collect', visit: 1, text: '\nFirst line\nsecond' })
    vi.advanceTimersByTime(250)
    expect(screen.lines()).toEqual([expect.stringMatching(/^[⠙⠹] collect {2}0\.2 s First line$/), expect.stringMatching(/^ {2}0 of 3 done, 0\.\d s$/)])
    events({ type: 'node.retrying', node: 'collect', visit: 1, attempt: 1, delay: 500, error: { kind: 'error', message: 'busy' } })
    vi.advanceTimersByTime(50)
    expect(screen.lines()[0]).toMatch(/busy; try 2 in 0\.5 s$/)
    events(done('collect', 'Result\nmore'), begun('draft'), failed('draft', 'no'), failed('check', 'dependency "draft" failed', false))
    vi.advanceTimersByTime(500)
    progress.end()
    expect(screen.lines()).toEqual(['✓ collect  0.2 s Result', '✗ draft    0.1 s no', '- check          dependency "draft" failed'])
    expect(written[0]).toBe(hideCursor)
    expect(written.at(-1)?.endsWith(showCursor)).toBe(true)
  })

  it('never grows higher than the screen nor wider, whatever the nodes say', () => {
    const { io, screen } = terminal(40, 8)
    const ids = Array.from({ length: 50 }, (_, index) => `第${index}步 with a long name that goes on and on`)
    const progress = createLiveProgress({ io, style: styleFor(io.err), ids, before: null })
    const events = feed(progress)
    events(...ids.map(begun), ...ids.map((node) => ({ type: 'node.output' as const, node, visit: 1, text: '😀'.repeat(200) })))
    vi.advanceTimersByTime(150)
    expect(screen.lines().length).toBeLessThanOrEqual(7)
    expect(Math.max(...screen.lines().map(widthOf))).toBeLessThan(40)
    expect(screen.lines().join('\n')).toContain('more at work')
    progress.end()
    expect(screen.lines().length).toBe(50)
    expect(Math.max(...screen.lines().map(widthOf))).toBeLessThan(40)
  })

  it('lets no output command the terminal', () => {
    const { io, written, screen } = terminal(80, 20)
    const progress = createLiveProgress({ io, style: styleFor(io.err), ids: ['a'], before: null })
    feed(progress)(begun('a'), done('a', '\u001b[2J\u0007gone \u202e'))
    vi.advanceTimersByTime(100)
    progress.end()
    for (const command of ['\u001b[2J', '\u0007', '\u202e']) expect(written.join('')).not.toContain(command)
    expect(screen.lines()).toEqual(['✓ a  0.1 s ␛[2J␇gone <U+202E>'])
  })

  it('puts remarks between the lines', () => {
    const { io, screen } = terminal(60, 20)
    const progress = createLiveProgress({ io, style: styleFor(io.err), ids: ['a', 'b'], before: null })
    const events = feed(progress)
    events(begun('a'), begun('b'), done('a', 'x'))
    progress.note('heddle: cancelling')
    vi.advanceTimersByTime(100)
    progress.end()
    expect(screen.lines()).toEqual(['✓ a  0.2 s x', 'heddle: cancelling', '■ b  0.1 s cut off'])
  })
})

it('plain progress keeps a long output short', () => {
  const { io, written } = terminal(80, 20)
  const progress = createPlainProgress({ io, before: null })
  feed(progress)(begun('a'), done('a', 'x'.repeat(5_000_000)))
  expect(written.at(-1)?.length).toBeLessThan(200)
})

it('plain progress says one thing a line', () => {
  const { io, written } = terminal(80, 20)
  const progress = createPlainProgress({ io, before: null })
  feed(progress)(begun('a'), { type: 'node.retrying', node: 'a', visit: 1, attempt: 1, delay: 1500, error: { kind: 'error', message: 'busy' } }, { ...done('a', 'out\nmore'), simulated: true } as RunEventBody, failed('b', 'dependency "x" failed', false), { type: 'log', message: 'a late answer' })
  expect(written).toEqual(['a: started\n', 'a: busy; try 2 in 1.5 s\n', 'a: done in 0.2 s (simulated): out\n', 'b: not run: dependency "x" failed\n', 'a late answer\n'])
})

it('names the visits of a walk, what was passed over and the tries of items', () => {
  const passed: RunEventBody = { type: 'node.completed', node: 'b', visit: 1, output: null, output_hash: '', passed: { kind: 'tool', message: 'lost' } }
  const events: RunEventBody[] = [
    begun('a'), done('a', 'one'),
    begun('b'), { type: 'node.retrying', node: 'b', visit: 1, attempt: 1, delay: 0, error: { kind: 'tool', message: 'busy' }, again: true, item: 3 }, passed,
    { ...begun('a'), visit: 2 } as RunEventBody, { ...done('a', 'two'), visit: 2 } as RunEventBody,
  ]
  const plain = terminal(80, 20)
  feed(createPlainProgress({ io: plain.io, before: null }))(...events)
  expect(plain.written).toEqual([
    'a: started\n', 'a: done in 0.1 s: one\n', 'b: started\n', 'b: item 3: busy; try 2\n', 'b: failed in 0.2 s, passed over: lost\n', 'a#2: started\n', 'a#2: done in 0.1 s: two\n',
  ])
  const { io, screen } = terminal(60, 20)
  const progress = createLiveProgress({ io, style: styleFor(io.err), ids: ['a', 'b'], walks: true, before: null })
  feed(progress)(...events, { ...begun('b'), visit: 2 } as RunEventBody)
  vi.advanceTimersByTime(100)
  expect(screen.lines().at(-1)).toContain('3 done, ')
  progress.end()
  expect(screen.lines().map((line) => line.replace(/ {2,}/g, ' '))).toEqual(['✓ a 0.1 s one', '- b 0.2 s failed, passed over: lost', '✓ a#2 0.1 s two', '■ b#2 0.1 s cut off'])
})
