import { describe, expect, it } from 'vitest'
import { dagResult, verifyChain, type LevelsPlan } from '../../src/core/index.ts'
import { sha256 } from './digest.ts'
import { InvalidRunId, RunExists } from './errors.ts'
import { acting, failing, hold, node, planOf } from './testing/plans.ts'
import { engineOn, fourAtOnce, runPlan } from './testing/bench.ts'

const schedules = [['levels'], ['eager']] as const

describe.each(schedules)('a run by %s', (schedule) => {
  const options = { maxParallel: 4, schedule }

  it('hands the outputs on, in the order of the needs', async () => {
    const { state } = await runPlan(planOf('d < c, b; b < a; c < a; a'), acting(), { options })
    expect(state.status).toBe('completed')
    expect(dagResult(state)).toMatchObject({ success: true, order: ['a', 'b', 'c', 'd'], results: { d: { output: 'a c a b d' } } })
  })

  it('lets the other branches go on when one fails, and ends once, after the last of them', async () => {
    const slow = hold()
    const lone = hold()
    const executor = acting({ bad: failing('out of paper'), slow: slow.act, lone: lone.act })
    const { engine, store } = engineOn(executor)
    const { run, ended } = await engine.start({ plan: planOf('s; bad < s; slow < s; after_slow < slow; join < bad, after_slow; lone'), definition: { text: '' }, options })
    await lone.started
    lone.release('ok')
    await slow.started
    slow.release('ok')
    const result = dagResult(await ended)
    expect(result.success).toBe(false)
    expect(result.results).toMatchObject({
      bad: { success: false, error: 'out of paper' },
      slow: { success: true },
      after_slow: { success: true },
      lone: { success: true },
      join: { success: false, error: 'dependency "bad" failed', duration: 0 },
    })
    expect(result.results['join']?.started_at).toBe(result.results['join']?.ended_at)
    expect(result.order).not.toContain('join')
    expect([...result.order].toSorted()).toEqual(['after_slow', 'bad', 'lone', 's', 'slow'])
    const events = await store.read(run)
    expect(events.filter(({ type }) => type.startsWith('run.')).map(({ type }) => type)).toEqual(['run.created', 'run.started', 'run.failed'])
    expect(events.at(-1)?.type).toBe('run.failed')
  })

  it('hides no failure behind a node that could not run', async () => {
    const executor = acting({ test: failing() })
    const { state } = await runPlan(planOf('test; pack < test; opt; publish < pack, opt'), executor, { options })
    const result = dagResult(state)
    expect(result).toMatchObject({
      success: false,
      results: { pack: { error: 'dependency "test" failed' }, publish: { error: 'dependency "pack" failed' }, opt: { success: true } },
    })
    expect(executor.calls).not.toContain('publish')
    expect(state.error).toMatchObject({ message: '"test" failed: boom', kind: 'error' })
  })

  it('names the first failed need in the order of needs, whichever failed first', async () => {
    const late = hold()
    const executor = acting({ x: failing(), y: late.act })
    const { engine } = engineOn(executor)
    const { ended } = await engine.start({ plan: planOf('x; y; z < y, x'), definition: { text: '' }, options })
    await late.started
    late.fail('late')
    expect((await ended).nodes['z']).toMatchObject({ error: { message: 'dependency "y" failed', kind: 'dependency' } })
  })

  it('runs every node behind a router, whatever it chose', async () => {
    const executor = acting({ q: () => 'yes_path' })
    const { state } = await runPlan(planOf('q; yes_path < q; no_path < q; merge < yes_path, no_path; end2 < merge'), executor, { options })
    expect(dagResult(state).success).toBe(true)
    expect(executor.calls.toSorted()).toEqual(['end2', 'merge', 'no_path', 'q', 'yes_path'])
  })

  it.each([
    ['ok; x < y; y < x', 'stuck: x, y can never start'],
    ['a; b < nobody; c < b', 'stuck: b, c can never start'],
    ['a < a', 'stuck: a can never start'],
    ['a; b; a', 'two nodes have the id "a"'],
  ])('fails %j before anything runs, and says why', async (text, message) => {
    const executor = acting()
    const { state } = await runPlan(planOf(text), executor, { options })
    expect(state).toMatchObject({ status: 'failed', error: { message } })
    expect(executor.calls).toEqual([])
  })

  it('never runs more at once than it may, and queues the others', async () => {
    const executor = acting({}, async () => {
      await new Promise((resolve) => setTimeout(resolve, 1))
      return 'x'
    })
    const { events } = await runPlan(planOf('a; b; c; d; e; f; g'), executor, { options: { maxParallel: 3, schedule } })
    expect(executor.most()).toBe(3)
    expect(events.filter(({ type }) => type === 'node.scheduled').map((event) => (event as { node: string }).node)).toEqual(['d', 'e', 'f', 'g'])
  })

  it.each([0, -3, Number.NaN])('takes %d lanes for four', async (maxParallel) => {
    const executor = acting({}, async () => {
      await new Promise((resolve) => setTimeout(resolve, 1))
      return 'x'
    })
    const { events } = await runPlan(planOf('a; b; c; d; e; f'), executor, { options: { maxParallel, schedule } })
    expect(executor.most()).toBe(4)
    expect(events[0]).toMatchObject({ options: { maxParallel: 4 } })
  })

  it('ends an empty plan at once', async () => {
    const { state } = await runPlan(planOf(''), acting(), { options })
    expect(state.status).toBe('completed')
  })

  it('takes a chain of thousands whose first node fails without running out of stack', async () => {
    const nodes = Array.from({ length: 5_000 }, (_, n) => node(`n${n}`, n === 0 ? [] : [`n${n - 1}`]))
    const plan: LevelsPlan = { kind: 'levels', dialect: 'dag', name: '', nodes }
    const { state } = await runPlan(plan, acting({ n0: failing() }), { options })
    expect(state.nodes['n4999']).toMatchObject({ status: 'failed', error: { message: 'dependency "n4998" failed' } })
  })

  it('keeps apart ids that a file name or a separator could confuse', async () => {
    const ids = ['step one', 'step_one', 'entry', '第三步', 'a#1', 'a', 'a#1/x', '__proto__', '1', '../up']
    const plan: LevelsPlan = { kind: 'levels', dialect: 'dag', name: '', nodes: ids.map((id, place) => node(id, ids.slice(place - 1, place))) }
    const executor = acting({}, async (context, { id }) => context.step('x', async () => ({ result: `${id} done`, model: 'm' })))
    const { state } = await runPlan(plan, executor, { options })
    expect(state.order).toEqual(ids)
    for (const id of ids) expect(state.nodes[id]).toMatchObject({ status: 'completed', output: `${id} done` })
  })
})

describe('the schedule', () => {
  it('starts a level only when the whole one before is finished', async () => {
    const slow = hold()
    const executor = acting({ slow: slow.act })
    const { engine } = engineOn(executor)
    const { ended } = await engine.start({ plan: planOf('fast; slow; next < fast'), definition: { text: '' }, options: fourAtOnce })
    await slow.started
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(executor.calls).toEqual(['fast', 'slow'])
    slow.release()
    await ended
    expect(executor.calls).toEqual(['fast', 'slow', 'next'])
  })

  it('starts a node as soon as its own needs are met, where it is eager', async () => {
    const slow = hold()
    const next = hold()
    const executor = acting({ slow: slow.act, next: next.act })
    const { engine } = engineOn(executor)
    const { ended } = await engine.start({ plan: planOf('fast; slow; next < fast'), definition: { text: '' }, options: { maxParallel: 4, schedule: 'eager' } })
    await next.started
    slow.release()
    next.release()
    expect((await ended).status).toBe('completed')
  })
})

describe('the log of a run', () => {
  it('holds every event before it is acted upon, chained', async () => {
    const { engine, store } = engineOn(
      acting({}, async (context) => {
        const events = await store.read(context.run)
        return events.map(({ type }) => type).join(' ')
      }),
    )
    const { run, ended } = await engine.start({ plan: planOf('a; b < a'), definition: { text: 'text' }, options: fourAtOnce })
    const state = await ended
    expect(state.nodes).toMatchObject({
      a: { output: 'run.created run.started node.started' },
      b: { output: 'run.created run.started node.started node.completed node.started' },
    })
    const events = await store.read(run)
    expect(verifyChain(events, sha256, { run, end: (await store.head(run))! })).toMatchObject({ ok: true })
    expect(events[0]).toMatchObject({ type: 'run.created', workflow: 'test', definition: { text: 'text', hash: sha256('text') }, inputs: null })
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, place) => place + 1))
    expect(state.head).toBe(events.at(-1)?.hash)
  })

  it('never goes back in time, even where the clock does', async () => {
    let now = Date.UTC(2026, 10, 30, 12)
    const clock = { now: () => (now -= 1_000), sleep: async () => {} }
    const { events, state } = await runPlan(planOf('a; b < a'), acting(), { clock })
    const times = events.map(({ at }) => at)
    expect(times).toEqual([...times].toSorted())
    expect(dagResult(state).duration).toBe(0)
  })

  it('hashes an output together with those before it', async () => {
    const hashOf = async (a: string, text: string): Promise<unknown> => {
      const { events } = await runPlan(planOf(text), acting({ a: () => a, b: () => 'same' }))
      return events.find((event) => event.type === 'node.completed' && event.node === 'b')
    }
    const one = (await hashOf('x', 'a; b < a')) as { output_hash: string }
    expect(await hashOf('x', 'a; b < a')).toMatchObject({ output_hash: one.output_hash })
    expect(await hashOf('y', 'a; b < a')).not.toMatchObject({ output_hash: one.output_hash })
    expect(await hashOf('x', 'a; b')).not.toMatchObject({ output_hash: one.output_hash })
  })
})

describe('the id of a run', () => {
  it('may be chosen, once', async () => {
    const { engine } = engineOn(acting())
    const request = { plan: planOf('a'), definition: { text: '' }, options: fourAtOnce, runId: 'nightly-2026.11.30' }
    const { run, ended } = await engine.start(request)
    expect(run).toBe('nightly-2026.11.30')
    await expect(engine.start(request)).rejects.toThrow(RunExists)
    await ended
    await expect(engine.start(request)).rejects.toThrow(/exists already: resume it with `heddle resume nightly-2026.11.30`/)
  })

  it('is given to one of two who want it at the same time', async () => {
    const { engine, store } = engineOn(acting())
    const other = engineOn(acting(), { store }).engine
    const request = { plan: planOf('a'), definition: { text: '' }, options: fourAtOnce, runId: 'r' }
    const both = await Promise.allSettled([engine.start(request), other.start(request), engine.start(request)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of both) expect(one.status === 'fulfilled' || one.reason instanceof RunExists).toBe(true)
  })

  it.each(['', 'a/b', '..', '.hidden', 'a b', 'ü', 'x'.repeat(129)])('cannot be %j', async (runId) => {
    const { engine } = engineOn(acting())
    await expect(engine.start({ plan: planOf('a'), definition: { text: '' }, options: fourAtOnce, runId })).rejects.toThrow(InvalidRunId)
  })

  it('is changed where one of its own is taken', async () => {
    const ids = ['same', 'same', 'other']
    const { engine } = engineOn(acting(), { ids: { run: () => ids.shift()! } })
    const request = { plan: planOf('a'), definition: { text: '' }, options: fourAtOnce }
    await (await engine.start(request)).ended
    expect((await engine.start(request)).run).toBe('other')
  })
})
