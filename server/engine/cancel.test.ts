import { describe, expect, it } from 'vitest'
import { dagResult } from '../../src/core/index.ts'
import { createMemoryStore } from '../store/memory.ts'
import { RunNotFound } from './errors.ts'
import { acting, hold, planOf } from './testing/plans.ts'
import { scripted, walkOf } from './testing/walks.ts'
import { engineOn, fourAtOnce, runPlan } from './testing/bench.ts'

const start = { definition: { text: '' }, options: fourAtOnce }
const types = (events: readonly { readonly type: string }[]): string[] => events.map(({ type }) => type)
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

describe('cancel', () => {
  it('aborts what is under way, starts nothing more and keeps what has completed', async () => {
    const b = hold()
    const executor = acting({ b: b.act })
    const { engine, store } = engineOn(executor)
    const { run, ended } = await engine.start({ plan: planOf('a; b < a; c < b'), ...start })
    await b.started
    expect(await engine.cancel(run, 'test')).toBe(true)
    const state = await ended
    expect(b.signal()?.aborted).toBe(true)
    expect(state).toMatchObject({ status: 'cancelled', nodes: { a: { status: 'completed' }, b: { status: 'interrupted' }, c: { status: 'idle' } } })
    expect(dagResult(state)).toMatchObject({ success: false, results: { b: { error: 'cancelled' }, c: { error: 'not run: the run was cancelled' } } })
    expect(executor.calls).toEqual(['a', 'b'])
    expect(types(await store.read(run)).slice(-3)).toEqual(['node.started', 'run.cancelling', 'run.cancelled'])
  })

  it('does not wait for a tool that ignores it, whose late answer changes nothing', async () => {
    const effects: string[] = []
    const second = hold({ ignoresSignal: true })
    const executor = acting({
      async b(context) {
        for (const call of ['call-1', 'call-2', 'call-3']) {
          await context.step(call, async () => {
            effects.push(call)
            if (call === 'call-2') await second.act(context, undefined as never, new Map())
            return { result: call, model: 'tool' }
          })
        }
        return 'all done'
      },
    })
    const { engine, store } = engineOn(executor, { grace: 20 })
    const { run, ended } = await engine.start({ plan: planOf('a; b < a; c < b'), ...start })
    await second.started
    await engine.cancel(run, 'test')
    // Ended while the call still goes on, which nothing but `release` ends.
    const state = await ended
    expect(state).toMatchObject({ status: 'cancelled', nodes: { b: { status: 'interrupted' } } })
    expect(second.signal()?.aborted).toBe(true)

    second.release('late ok')
    await expect.poll(async () => (await store.read(run)).at(-1)?.type).toBe('log')
    expect(await engine.state(run)).toMatchObject({ status: 'cancelled', nodes: { b: { status: 'interrupted' }, c: { status: 'idle' } } })
    expect(effects).toEqual(['call-1', 'call-2'])
    expect(executor.calls).toEqual(['a', 'b'])

    // A resume goes on after the first call, whose result is in the record.
    const again = await engine.resume(run)
    await again.ended
    expect(effects).toEqual(['call-1', 'call-2', 'call-2', 'call-3'])
    expect(executor.calls).toEqual(['a', 'b', 'b', 'c'])
    expect(await engine.state(run)).toMatchObject({ status: 'completed', nodes: { b: { output: 'all done' } } })
  })

  it('keeps the result of work that ends within the grace time', async () => {
    const b = hold({ ignoresSignal: true })
    const { engine } = engineOn(acting({ b: b.act }), { grace: 5_000 })
    const { run, ended } = await engine.start({ plan: planOf('b; c < b'), ...start })
    await b.started
    const cancelled = engine.cancel(run, 'test')
    b.release('just in time')
    expect(await cancelled).toBe(true)
    expect(await ended).toMatchObject({ status: 'cancelled', nodes: { b: { status: 'completed', output: 'just in time' }, c: { status: 'idle' } } })
  })

  it('does nothing twice, nor after the end', async () => {
    const b = hold()
    const { engine, store } = engineOn(acting({ b: b.act }))
    const { run, ended } = await engine.start({ plan: planOf('b'), ...start })
    await b.started
    expect(await Promise.all([engine.cancel(run, 'one'), engine.cancel(run, 'two')])).toEqual([true, true])
    await ended
    expect(await engine.cancel(run, 'three')).toBe(false)
    expect(types(await store.read(run)).filter((type) => type === 'run.cancelling')).toHaveLength(1)

    const done = await runPlan(planOf('a'), acting())
    expect(await done.engine.cancel(done.state.run, 'late')).toBe(false)
    expect(await done.engine.state(done.state.run)).toMatchObject({ status: 'completed' })
    await expect(engine.cancel('unknown', 'x')).rejects.toThrow(RunNotFound)
  })

  it('reaches a run that another process works on, through its inbox', async () => {
    const store = createMemoryStore()
    const b = hold()
    const { engine } = engineOn(acting({ b: b.act }), { store })
    const other = engineOn(acting(), { store }).engine
    const { run, ended } = await engine.start({ plan: planOf('b'), ...start })
    await b.started
    expect(await other.cancel(run, 'elsewhere')).toBe(true)
    expect(await ended).toMatchObject({ status: 'cancelled' })
    expect((await store.read(run)).find(({ type }) => type === 'run.cancelling')).toMatchObject({ by: 'elsewhere' })
  })

  it('does not meet an attempt that began after it was asked for', async () => {
    const store = createMemoryStore()
    const { engine, state } = await runPlan(planOf('a'), acting({ a: () => { throw new Error('x') } }), { store })
    await store.post(state.run, { type: 'cancel', by: 'too late' })
    expect(await (await engine.resume(state.run)).ended).toMatchObject({ status: 'failed' })
  })

  it('ends a run whose process has died', async () => {
    const store = createMemoryStore({ alive: () => false })
    const b = hold()
    const { engine } = engineOn(acting({ b: b.act }), { store })
    const { run } = await engine.start({ plan: planOf('b'), ...start })
    await b.started
    const other = engineOn(acting(), { store }).engine
    expect(await other.state(run)).toMatchObject({ status: 'interrupted', nodes: { b: { status: 'interrupted' } } })
    expect(await other.cancel(run, 'x')).toBe(true)
    expect(await other.state(run)).toMatchObject({ status: 'cancelled' })
  })
})

describe('a time limit', () => {
  it('fails the node, names the limit and aborts the work', async () => {
    const a = hold()
    const { state } = await runPlan(planOf('a; b < a; c', { a: 30 }), acting({ a: a.act }))
    expect(state.nodes).toMatchObject({
      a: { status: 'failed', error: { message: 'timed out after 30ms', kind: 'timeout' } },
      b: { status: 'failed', error: { message: 'dependency "a" failed' } },
      c: { status: 'completed' },
    })
    expect(a.signal()?.aborted).toBe(true)
    expect(a.signal()?.reason).toMatchObject({ name: 'TimeoutError' })
  })

  it('is answered for when what must have ended has ended: a second go meets nothing of the first', async () => {
    const said: string[] = []
    let count = 0
    const executor = scripted({ n: ['done'] }, async ({ context }) => {
      count += 1
      const go = count
      said.push(`${go} begins`)
      if (go > 1) return
      context.awaitEnd(new Promise((_, reject) => context.signal.addEventListener('abort', () => setTimeout(() => reject(new Error(said.push(`${go} has ended`).toString())), 30))))
      await new Promise((_, reject) => context.signal.addEventListener('abort', () => reject(new Error('told to stop'))))
    })
    const plan = walkOf({ nodes: [{ id: 'n', tool: 't', on_error: 'retry' }], edges: [] })
    const { state } = await runPlan({ ...plan, nodes: plan.nodes.map((node) => ({ ...node, timeout: 20 })) }, executor)
    expect([state.status, said]).toEqual(['completed', ['1 begins', '1 has ended', '2 begins']])
  })

  it('gives up work that ignores it, and says in the log that it answered after all', async () => {
    const a = hold({ ignoresSignal: true })
    const b = hold()
    const { engine, store } = engineOn(acting({ a: a.act, b: b.act }))
    const { run, ended } = await engine.start({ plan: planOf('a; b', { a: 10 }), ...start })
    await b.started
    await wait(30)
    a.release('late')
    await wait(5)
    b.release()
    expect((await ended).nodes['a']).toMatchObject({ status: 'failed', error: { kind: 'timeout' } })
    expect((await store.read(run)).find(({ type }) => type === 'log')).toMatchObject({ node: 'a', message: 'a#1 completed after it was given up; its answer changes nothing' })
  })

  it('does not disturb work that is quicker, however long the limit', async () => {
    const { state } = await runPlan(planOf('a; b', { a: 10_000, b: 2 ** 40 }), acting())
    expect(state.status).toBe('completed')
  })
})

describe('close', () => {
  it('records that runs were interrupted, gives their leases back, and takes no more', async () => {
    const b = hold()
    const { engine, store } = engineOn(acting({ b: b.act }))
    const { run, ended } = await engine.start({ plan: planOf('a; b < a; c < b'), ...start })
    await b.started
    await engine.close()
    expect(await ended).toMatchObject({ status: 'interrupted', nodes: { a: { status: 'completed' }, b: { status: 'interrupted' } } })
    expect(types(await store.read(run)).at(-1)).toBe('run.interrupted')
    expect(await store.owner(run)).toBeNull()
    await expect(engine.start({ plan: planOf('a'), ...start })).rejects.toThrow(/closed/)
    const other = engineOn(acting(), { store }).engine
    expect(await (await other.resume(run)).ended).toMatchObject({ status: 'completed', restored: 1 })
  })

  it('lets no run begin that was on its way', async () => {
    const executor = acting()
    const { engine, store } = engineOn(executor)
    const starting = engine.start({ plan: planOf('a'), ...start, runId: 'r' })
    await engine.close()
    await expect(starting).rejects.toThrow(/closed/)
    expect(executor.calls).toEqual([])
    expect(await store.exists('r')).toBe(false)
    expect(await store.owner('r')).toBeNull()
  })
})
