import { describe, expect, it } from 'vitest'
import { dagResult, type RunEvent } from '../../src/core/index.ts'
import { createMemoryStore } from '../store/memory.ts'
import { RunFinished, RunNotFound, RunOwned, RunTampered } from './errors.ts'
import { NodeFailure, type RunStore } from './ports.ts'
import { acting, failing, hold, planOf, type Act } from './testing/plans.ts'
import { engineOn, fourAtOnce, runPlan } from './testing/bench.ts'

const start = { definition: { text: '' }, options: fourAtOnce }

/** Fails the first so many times. */
function flaky(times: number, then: Act = () => 'at last'): Act {
  let left = times
  return (context, node, inputs) => {
    left -= 1
    if (left >= 0) throw new Error('not yet')
    return then(context, node, inputs)
  }
}

describe('resume', () => {
  it('runs what did not complete, and nothing that did', async () => {
    const executor = acting({ b: flaky(1), a: () => ({ text: 'ä\u0000', n: 0, empty: '' }) })
    const { engine, state, store } = await runPlan(planOf('a; b < a; c < a; d < b, c'), executor)
    expect(state.status).toBe('failed')
    const again = await engine.resume(state.run)
    const done = await again.ended
    expect(executor.calls).toEqual(['a', 'b', 'c', 'b', 'd'])
    expect(done).toMatchObject({ status: 'completed', attempts: 2, restored: 2, nodes: { a: { restored: true }, b: { attempt: 2, earlier: [{ attempt: 1, error: { message: 'not yet' } }] } } })
    expect(dagResult(done)).toMatchObject({ success: true, order: ['a', 'c', 'b', 'd'] })
    const events = await store.read(state.run)
    expect(events.find(({ type }) => type === 'run.resumed')).toMatchObject({ restored: 2, seq: again.first })
    const inputs = events.filter((event): event is Extract<RunEvent, { type: 'node.started' }> => event.type === 'node.started' && event.node === 'b').map(({ input }) => input)
    expect(inputs[1]).toEqual(inputs[0])
  })

  it('tells a completed run that nothing is left, and does nothing', async () => {
    const executor = acting()
    const { engine, state, store } = await runPlan(planOf('a'), executor)
    await expect(engine.resume(state.run)).rejects.toThrow(RunFinished)
    await expect(engine.resume(state.run)).rejects.toThrow(/nothing is left/)
    expect(await store.read(state.run)).toHaveLength(state.seq)
    expect(executor.calls).toEqual(['a'])
    await expect(engine.resume('unknown')).rejects.toThrow(RunNotFound)
  })

  it('is refused while a living process works on the run', async () => {
    const store = createMemoryStore()
    const a = hold()
    const { engine } = engineOn(acting({ a: a.act }), { store })
    const { run, ended } = await engine.start({ plan: planOf('a'), ...start })
    const other = engineOn(acting(), { store }).engine
    await expect(other.resume(run)).rejects.toThrow(RunOwned)
    await expect(engine.resume(run)).rejects.toThrow(RunOwned)
    await a.started
    a.release()
    expect(await ended).toMatchObject({ status: 'completed' })
  })

  it('asks about every node of which nobody knows what came of it, since one yes is for all of them', async () => {
    const begins = (effect: string): Act => async (context) => {
      await context.raise(effect, {})
      throw new NodeFailure({ kind: 'timeout', message: 'no answer within 5s' })
    }
    const executor = acting({ a: begins('mail::send'), c: begins('bank::pay') })
    const { engine, state } = await runPlan(planOf('a; b; c'), executor, { decide: () => ({ approved: true, by: 'the test' }) })
    await expect(engine.resume(state.run)).rejects.toMatchObject({
      unknown: [{ node: 'a', effects: ['mail::send'] }, { node: 'c', effects: ['bank::pay'] }],
      message: expect.stringContaining('"a" began mail::send; "c" began bank::pay, and it is not known'),
    })
    expect(executor.calls).toEqual(['a', 'b', 'c'])
  })

  it('is given to one of two who ask at once', async () => {
    const store = createMemoryStore()
    const executor = acting({ a: flaky(1) })
    const { state } = await runPlan(planOf('a'), executor, { store })
    const engines = [engineOn(executor, { store }).engine, engineOn(executor, { store }).engine]
    const both = await Promise.allSettled(engines.map((engine) => engine.resume(state.run)))
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of both) if (one.status === 'fulfilled') await one.value.ended
    expect(executor.calls).toEqual(['a', 'a'])
  })

  it('says first that the process before it died', async () => {
    const store = createMemoryStore({ alive: () => false })
    const b = hold()
    const { engine } = engineOn(acting({ b: b.act }), { store })
    const { run } = await engine.start({ plan: planOf('a; b < a'), ...start })
    await b.started
    const other = engineOn(acting(), { store }).engine
    expect((await other.list()).map(({ status }) => status)).toEqual(['interrupted'])
    const { ended } = await other.resume(run)
    expect(await ended).toMatchObject({ status: 'completed', attempts: 2, restored: 1, nodes: { b: { earlier: [{ attempt: 1 }] } } })
    const types = (await store.read(run)).map(({ type }) => type)
    expect(types.slice(types.indexOf('run.interrupted'), types.indexOf('run.interrupted') + 2)).toEqual(['run.interrupted', 'run.resumed'])
    await engine.close()
  })

  it('returns the results of sub-records, and runs those that are missing', async () => {
    const work: string[] = []
    const a: Act = async (context) => {
      const parts: string[] = []
      for (const turn of [1, 2, 3]) {
        parts.push(
          await context.step(`turn-${turn}`, async () => {
            work.push(`turn-${turn}`)
            if (turn === 2 && work.length === 2) throw new Error('line is busy')
            return { result: `t${turn}`, model: 'm', usage: { input: 10, output: 1 } }
          }),
        )
      }
      return parts.join(' ')
    }
    const { engine, state } = await runPlan(planOf('a'), acting({ a }))
    expect(state).toMatchObject({ status: 'failed', usage: { input: 10, output: 1 } })
    const done = await (await engine.resume(state.run)).ended
    expect(work).toEqual(['turn-1', 'turn-2', 'turn-2', 'turn-3'])
    expect(done).toMatchObject({ usage: { input: 30, output: 3 }, nodes: { a: { output: 't1 t2 t3', usage: { input: 30, output: 3 } } } })
  })

  it('keeps the time of a visit, and its key', async () => {
    let now = Date.UTC(2026, 10, 30, 8)
    const clock = { now: () => (now += 1_000), sleep: async () => {} }
    const seen: [number, string][] = []
    const a: Act = flaky(0, (context) => {
      seen.push([context.now(), context.key])
      if (seen.length === 1) throw new Error('x')
      return 'x'
    })
    const { engine, state } = await runPlan(planOf('a'), acting({ a }), { clock })
    await (await engine.resume(state.run)).ended
    expect(seen[1]).toEqual(seen[0])
    expect(seen[0]?.[1]).toBe(`${state.run}/a#1`)
  })

  const tampered: readonly (readonly [string, (events: readonly RunEvent[]) => readonly RunEvent[], number])[] = [
    ['a changed output', (events) => events.map((event) => (event.type === 'node.completed' ? { ...event, output: 'forged' } : event)), 4],
    ['a missing event', (events) => events.filter(({ seq }) => seq !== 3), 3],
    ['a log that was cut off', (events) => events.slice(0, -1), 7],
  ]
  it.each(tampered)('refuses %s, and names the first bad event', async (_, change, seq) => {
    const executor = acting({ b: failing() })
    const { state, store } = await runPlan(planOf('a; b < a'), executor)
    const forged: RunStore = { ...store, read: async (run, after = 0, limit = Infinity) => change(await store.read(run)).filter((event) => event.seq > after).slice(0, limit) }
    const { engine } = engineOn(executor, { store: forged })
    await expect(engine.resume(state.run)).rejects.toThrow(RunTampered)
    await expect(engine.resume(state.run)).rejects.toMatchObject({ seq })
    expect(executor.calls).toEqual(['a', 'b'])
    expect(await store.owner(state.run)).toBeNull()
  })
})
