import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GENESIS } from './chain.ts'
import type { NodeDelta, RunEvent, RunEventBody } from './event.ts'
import { openFold } from './fold.ts'
import { asInterrupted } from './interrupted.ts'
import { initialRun, reduceRun, reduceRuns } from './reduce.ts'
import type { RunState } from './state.ts'
import { openSummary, summarise } from './summary.ts'
import { completed, created, failed, sealed, started } from './testing/events.ts'

const fold = (...bodies: readonly RunEventBody[]): RunState => reduceRuns(initialRun('r'), sealed(bodies))
const begun = [created('a', 'b', 'c'), { type: 'run.started' }] as const
const delta = (node: string, text: string, offset?: number): NodeDelta => ({ type: 'node.output', run: 'r', node, visit: 1, text, ...(offset === undefined ? {} : { offset }) })

describe('reduceRun', () => {
  it('follows a run from its creation to its end', () => {
    const state = fold(...begun, { type: 'node.scheduled', node: 'a', visit: 1 }, started('a'), completed('a'), { type: 'run.completed' })
    expect(state).toMatchObject({
      status: 'completed',
      workflow: 'test',
      attempts: 1,
      order: ['a'],
      created_at: '2026-11-30T08:00:00.000Z',
      started_at: '2026-11-30T08:00:01.000Z',
      ended_at: '2026-11-30T08:00:05.000Z',
      seq: 6,
    })
    expect(state.nodes['a']).toEqual({
      status: 'completed',
      hash: 'h',
      visit: 1,
      attempt: 1,
      started_at: '2026-11-30T08:00:03.000Z',
      ended_at: '2026-11-30T08:00:04.000Z',
      ms: 1_000,
      input: 'do a',
      output: 'a done',
    })
    expect(state.nodes['b']).toEqual({ status: 'idle' })
  })

  it('gives a node behind a failed one no time and no place in the order', () => {
    const state = fold(...begun, failed('b', 1, false))
    expect(state.nodes['b']).toMatchObject({ status: 'failed', ran: false, ms: 0, started_at: '2026-11-30T08:00:02.000Z', ended_at: '2026-11-30T08:00:02.000Z' })
    expect(state.order).toEqual([])
  })

  it('knows no prototype: any word is a node id', () => {
    const state = fold(created('__proto__', 'constructor'), { type: 'run.started' }, started('__proto__'), completed('__proto__'))
    expect(Object.keys(state.nodes)).toEqual(['__proto__', 'constructor'])
    expect(state.nodes['__proto__']).toMatchObject({ status: 'completed' })
    expect(state.nodes['toString']).toBeUndefined()
  })

  it('ignores events of another run, older and doubled ones, and gives the same state back', () => {
    const events = sealed([...begun, started('a'), completed('a')])
    const state = reduceRuns(initialRun('r'), events)
    for (const event of events) expect(reduceRun(state, event)).toBe(state)
    expect(reduceRun(state, { ...events[3]!, run: 'other', seq: 9 })).toBe(state)
    expect(reduceRuns(state, events)).toBe(state)
  })

  it('takes no note of a type that it does not know, but for its number', () => {
    const [unknown] = sealed([{ type: 'node.levitated', node: 'a', visit: 1, height: 3 } as unknown as RunEventBody], 'r', { seq: 2, hash: 'x' })
    const before = fold(...begun)
    const after = reduceRun(before, unknown!)
    expect(after.seq).toBe(3)
    expect(after.nodes).toEqual(before.nodes)
  })

  it.each([
    [{ type: 'run.cancelled' }, 'cancelled'],
    [{ type: 'run.failed', error: { message: 'x', kind: 'error' } }, 'failed'],
    [{ type: 'run.interrupted', reason: 'x' }, 'interrupted'],
    [{ type: 'run.completed' }, 'completed'],
  ] as [RunEventBody, string][])('leaves no node running or queued after %j', (end, status) => {
    const state = fold(...begun, started('a'), { type: 'node.scheduled', node: 'b', visit: 1 }, end)
    expect(state.status).toBe(status)
    expect(state.nodes['a']).toMatchObject({ status: 'interrupted', since: '2026-11-30T08:00:04.000Z', input: 'do a' })
    expect(state.nodes['b']).toEqual({ status: 'idle' })
  })

  it('lets a late answer change nothing', () => {
    const state = fold(...begun, started('a'), { type: 'run.cancelling', by: 'x' }, { type: 'run.cancelled' }, completed('a'), failed('a'))
    expect(state.status).toBe('cancelled')
    expect(state.nodes['a']).toMatchObject({ status: 'interrupted' })
    expect(state.order).toEqual([])
  })

  it('takes queued nodes back as soon as the run is being cancelled', () => {
    const state = fold(...begun, started('a'), { type: 'node.scheduled', node: 'b', visit: 1 }, { type: 'run.cancelling', by: 'x' })
    expect(state.status).toBe('cancelling')
    expect(state.nodes).toMatchObject({ a: { status: 'running' }, b: { status: 'idle' } })
  })

  it('never takes a completed visit back, but begins a new one', () => {
    const state = fold(...begun, started('a'), completed('a'), started('a'), failed('a'), { type: 'node.scheduled', node: 'a', visit: 1 })
    expect(state.nodes['a']).toMatchObject({ status: 'completed', visit: 1 })
    expect(reduceRuns(initialRun('r'), sealed([...begun, started('a'), completed('a'), started('a', 2)])).nodes['a']).toMatchObject({ status: 'running', visit: 2 })
  })

  it('shows after a resume what an earlier attempt came to', () => {
    const first = [...begun, started('a'), completed('a'), started('b'), failed('b'), failed('c', 1, false), { type: 'run.failed', error: { message: 'b', kind: 'error' } }] as const
    const resumed = fold(...first, { type: 'run.resumed', restored: 1 })
    expect(resumed).toMatchObject({ status: 'running', attempts: 2, restored: 1, order: ['a', 'b'] })
    expect(resumed).not.toHaveProperty('ended_at')
    expect(resumed).not.toHaveProperty('error')
    expect(resumed.nodes['a']).toMatchObject({ status: 'completed', restored: true, attempt: 1, output: 'a done' })
    expect(resumed.nodes['b']).toMatchObject({ status: 'failed' })
    expect(resumed.nodes['c']).toEqual({ status: 'idle' })
    const again = fold(...first, { type: 'run.resumed', restored: 1 }, { type: 'node.scheduled', node: 'b', visit: 1 }, started('b'))
    expect(again.order).toEqual(['a'])
    expect(again.nodes['b']).toMatchObject({ status: 'running', attempt: 2, earlier: [{ attempt: 1, error: { message: 'b failed' } }] })
    const done = fold(...first, { type: 'run.resumed', restored: 1 }, started('b'), completed('b'), started('c'), completed('c'), { type: 'run.completed' })
    expect(done).toMatchObject({ status: 'completed', order: ['a', 'b', 'c'] })
    expect(done.nodes['b']).toMatchObject({ status: 'completed', attempt: 2, earlier: [{ attempt: 1 }] })
  })

  it('keeps what a queued node was, should it not come to its turn again', () => {
    const state = fold(...begun, started('b'), failed('b'), { type: 'run.failed', error: { message: 'b', kind: 'error' } }, { type: 'run.resumed', restored: 0 }, { type: 'node.scheduled', node: 'b', visit: 1 }, { type: 'run.cancelled' })
    expect(state.nodes['b']).toMatchObject({ status: 'failed', error: { message: 'b failed' } })
  })

  it('adds up what calls and visits used, each once', () => {
    const called = (input: number, cost?: number): RunEventBody => ({ type: 'model.called', node: 'a', visit: 1, key: `a#1/turn-${input}`, model: 'm', result: 'x', usage: { input, output: 1, ...(cost === undefined ? {} : { cost }) }, duration: 5 })
    const state = fold(...begun, started('a'), called(10), called(20, 0.5), { type: 'node.completed', node: 'a', visit: 1, output: 'x', output_hash: 'h', usage: { input: 35, output: 2, cost: 0.5 } })
    expect(state.usage).toEqual({ input: 35, output: 2, cost: 0.5 })
    expect(state.nodes['a']).toMatchObject({ usage: { input: 35, output: 2, cost: 0.5 } })
    expect(fold(...begun, started('a'), called(10), failed('a')).usage).toEqual({ input: 10, output: 1 })
  })

  it('shows the retry that is waited for', () => {
    const error = { message: 'busy', kind: 'rate-limited' } as const
    const waiting = fold(...begun, started('a'), { type: 'node.retrying', node: 'a', visit: 1, attempt: 2, delay: 500, error })
    expect(waiting.nodes['a']).toMatchObject({ status: 'running', live: '', retry: { attempt: 2, delay: 500, error } })
  })
})

describe('live text', () => {
  const running = fold(...begun, started('a'))
  const live = (state: RunState): string => (state.nodes['a'] as { live: string }).live

  it('grows, whatever comes twice after a reconnect', () => {
    let state = running
    for (const piece of [delta('a', 'Hello', 0), delta('a', ', wor', 5), delta('a', 'Hello, wor', 0), delta('a', 'Hello, world', 0), delta('a', 'world', 7)]) state = reduceRun(state, piece)
    expect(live(state)).toBe('Hello, world')
    expect(live(reduceRun(reduceRun(running, delta('a', 'x')), delta('a', 'y')))).toBe('xy')
  })

  it('is only for a node that is running, in this visit and run', () => {
    for (const late of [delta('b', 'x'), { ...delta('a', 'x'), visit: 2 }, { ...delta('a', 'x'), run: 'other' }, delta('zz', 'x')]) expect(reduceRun(running, late)).toBe(running)
    const done = reduceRuns(running, sealed([completed('a')], 'r', { seq: 3, hash: running.head }))
    expect(reduceRun(done, delta('a', 'late'))).toBe(done)
  })
})

describe('the fold', () => {
  const someEvents = fc
    .array(
      fc.oneof(
        fc.record({ node: fc.constantFrom('a', 'b', 'c'), visit: fc.constantFrom(1, 2), make: fc.constantFrom(started, completed, failed, (node: string, visit: number): RunEventBody => ({ type: 'node.scheduled', node, visit })) }).map(({ node, visit, make }) => make(node, visit)),
        fc.constantFrom<RunEventBody>(
          { type: 'run.started' },
          { type: 'run.resumed', restored: 0 },
          { type: 'run.cancelling', by: 'x' },
          { type: 'run.cancelled' },
          { type: 'run.completed' },
          { type: 'run.interrupted', reason: 'x' },
          { type: 'run.failed', error: { message: 'x', kind: 'error' } },
          { type: 'model.called', node: 'a', visit: 1, key: 'k', model: 'm', result: 1, usage: { input: 3, output: 1 }, duration: 1 },
        ),
      ),
      { maxLength: 40 },
    )
    .map((bodies) => sealed([created('a', 'b', 'c'), ...bodies]))

  it('is the same event by event, at once and in pages, with doubles and with snapshots in between', () => {
    fc.assert(
      fc.property(someEvents, fc.nat(40), (events, cut) => {
        const whole = reduceRuns(initialRun('r'), events)
        expect(events.reduce<RunState>((state, event) => reduceRun(state, event), initialRun('r'))).toEqual(whole)
        expect(reduceRuns(reduceRuns(initialRun('r'), events.slice(0, cut)), events)).toEqual(whole)
        const open = openFold(initialRun('r'))
        const snapshots: [RunState, string][] = []
        for (const event of events) {
          open.apply(event)
          const state = open.state()
          snapshots.push([state, JSON.stringify(state)])
        }
        expect(open.state()).toEqual(whole)
        for (const [state, text] of snapshots) expect(JSON.stringify(state)).toBe(text)
      }),
    )
  })

  it('never shows a node at work in a run at rest, and each finished node once in the order', () => {
    fc.assert(
      fc.property(someEvents, (events) => {
        const state = reduceRuns(initialRun('r'), events)
        const atRest = ['completed', 'failed', 'cancelled', 'interrupted'].includes(state.status)
        const atWork = Object.values(state.nodes).filter(({ status }) => status === 'running' || status === 'queued')
        expect(atRest && atWork.length > 0).toBe(false)
        expect(new Set(state.order).size).toBe(state.order.length)
        const done = Object.keys(state.nodes).filter((id) => state.nodes[id]?.status === 'completed')
        expect(state.order).toEqual(expect.arrayContaining(done))
      }),
    )
  })

  it('agrees with the summary that stores keep', () => {
    fc.assert(
      fc.property(someEvents, (events) => {
        const state = reduceRuns(initialRun('r'), events)
        const summary = openSummary()
        for (const event of events) summarise(summary, event)
        expect({ status: summary.status, ended_at: summary.ended_at }).toEqual({ status: state.status, ended_at: state.ended_at })
      }),
    )
  })

  it('folds a long log without copying it at every event', () => {
    const ids = Array.from({ length: 10_000 }, (_, n) => `n${n}`)
    const plain = (seq: number, body: RunEventBody): RunEvent => ({ ...body, v: 1, run: 'r', seq, at: '2026-11-30T08:00:00.000Z', hash: String(seq), prev: GENESIS.hash }) as RunEvent
    const events = [created(...ids), ...ids.flatMap((id) => [started(id), completed(id)])].map((body, place) => plain(place + 1, body))
    // Copying at every event would take minutes, and would not come to an end within the limit of a test.
    const state = reduceRuns(initialRun('r'), events)
    expect(state.order).toHaveLength(10_000)
  })
})

describe('asInterrupted', () => {
  it('shows a run that nobody works on as interrupted at its last event', () => {
    const state = asInterrupted(fold(...begun, started('a'), { type: 'node.scheduled', node: 'b', visit: 1 }))
    expect(state.status).toBe('interrupted')
    expect(state.nodes).toMatchObject({ a: { status: 'interrupted', since: '2026-11-30T08:00:03.000Z' }, b: { status: 'idle' } })
    const ended = fold(...begun, { type: 'run.completed' })
    expect(asInterrupted(ended)).toBe(ended)
  })
})
