import { describe, expect, it, onTestFinished } from 'vitest'
import { initialRun, reduceRun, reduceRuns, type NodeDelta, type RunEvent, type RunState } from '../../src/core/index.ts'
import { createMemoryStore } from '../store/memory.ts'
import { RunNotFound } from './errors.ts'
import type { Engine, RunStore } from './ports.ts'
import { acting, failing, hold, planOf } from './testing/plans.ts'
import { engineOn, fourAtOnce, runPlan } from './testing/bench.ts'

const start = { definition: { text: '' }, options: fourAtOnce }
const never = new AbortController().signal

type Item = RunEvent | NodeDelta

async function all(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = []
  for await (const item of items) list.push(item)
  return list
}

/** Follows in the background; `until` waits for what was asked for. */
function follower(engine: Engine, run: string, after = 0): { readonly items: Item[]; readonly done: Promise<void>; stop(): void; until(seen: (items: readonly Item[]) => boolean): Promise<void> } {
  const abort = new AbortController()
  const items: Item[] = []
  const done = (async () => {
    for await (const item of engine.follow(run, after, abort.signal)) items.push(item)
  })()
  onTestFinished(() => abort.abort())
  return { items, done, stop: () => abort.abort(), until: (seen) => expect.poll(() => seen(items)).toBe(true) }
}

const seqs = (items: readonly Item[]): number[] => items.flatMap((item) => (item.type === 'node.output' ? [] : [item.seq]))
const upTo = (last: number): number[] => Array.from({ length: last }, (_, place) => place + 1)

describe('follow', () => {
  it('gives a finished run from the cursor on, then ends', async () => {
    const { engine, state } = await runPlan(planOf('a; b < a'), acting())
    expect(seqs(await all(engine.follow(state.run, 0, never)))).toEqual(upTo(state.seq))
    expect(seqs(await all(engine.follow(state.run, 4, never)))).toEqual(upTo(state.seq).slice(4))
    expect(await all(engine.follow(state.run, state.seq, never))).toEqual([])
    await expect(all(engine.follow('unknown', 0, never))).rejects.toThrow(RunNotFound)
  })

  it('gives every event once and in order, whenever it is joined', async () => {
    const holds = [hold(), hold(), hold()] as const
    const executor = acting({ b: holds[0].act, c: holds[1].act, d: holds[2].act })
    const { engine } = engineOn(executor)
    const { run, ended } = await engine.start({ plan: planOf('a; b < a; c < b; d < c'), ...start })
    const followers = [follower(engine, run), follower(engine, run, 3)]
    for (const one of holds) {
      await one.started
      followers.push(follower(engine, run), follower(engine, run, (await engine.state(run))!.seq))
      one.release()
    }
    const state = await ended
    await Promise.all(followers.map(({ done }) => done))
    for (const { items } of followers) {
      const [first = state.seq + 1] = seqs(items)
      expect(seqs(items)).toEqual(upTo(state.seq).slice(first - 1))
    }
    expect(reduceRuns(initialRun(run), followers[0]!.items)).toEqual(state)
  })

  it('loses and doubles nothing where replay meets what is live', async () => {
    const store = createMemoryStore()
    // A read that is under way while more is appended.
    const slow: RunStore = {
      ...store,
      async read(run, after, limit) {
        const page = await store.read(run, after, 3 < (limit ?? 0) ? 3 : limit)
        await new Promise((resolve) => setTimeout(resolve, 1))
        return page
      },
    }
    const nodes = Array.from({ length: 30 }, (_, n) => `n${n}${n > 0 ? ` < n${n - 1}` : ''}`).join(';')
    const { engine } = engineOn(
      acting({}, async () => {
        await new Promise((resolve) => setTimeout(resolve, 1))
        return 'x'
      }),
      { store: slow },
    )
    const { run, ended } = await engine.start({ plan: planOf(nodes), ...start })
    const other = engineOn(acting(), { store: slow }).engine
    const followers = Array.from({ length: 10 }, (_, n) => follower(n % 2 === 0 ? engine : other, run, n % 4))
    const state = await ended
    await Promise.all(followers.map(({ done }) => done))
    for (const [n, { items }] of followers.entries()) expect(seqs(items)).toEqual(upTo(state.seq).slice(n % 4))
  })

  it('takes a cursor beyond the log for that of another run, and gives everything', async () => {
    const { engine, state } = await runPlan(planOf('a'), acting())
    expect(seqs(await all(engine.follow(state.run, 45, never)))).toEqual(upTo(state.seq))
    expect(seqs(await all(engine.follow(state.run, -1, never)))).toEqual(upTo(state.seq))
  })

  it('shows live text between the events that it belongs to, and the whole of it to who comes late', async () => {
    const gate = hold()
    const executor = acting({
      async a(context) {
        for (const piece of ['Hel', 'lo, ', 'wor', 'ld']) {
          context.delta(piece)
          await new Promise((resolve) => setTimeout(resolve, 2))
        }
        await gate.act(context, undefined as never, new Map())
        return 'Hello, world'
      },
    })
    const { engine } = engineOn(executor)
    const { run, ended } = await engine.start({ plan: planOf('a'), ...start })
    const early = follower(engine, run)
    await gate.started
    const late = follower(engine, run, 3)
    const live = (items: readonly Item[]): string => items.map((item) => (item.type === 'node.output' ? item.text : '')).join('')
    await early.until((items) => live(items) === 'Hello, world')
    await late.until((items) => live(items) === 'Hello, world')
    expect(late.items).toHaveLength(1)
    expect(early.items[3]).toMatchObject({ type: 'node.output', node: 'a', offset: 0 })
    expect((await engine.state(run))?.nodes['a']).toMatchObject({ status: 'running', live: 'Hello, world' })
    // What comes twice changes nothing.
    const folded = reduceRuns(initialRun(run), early.items)
    expect(reduceRuns(folded, [...early.items, ...late.items]).nodes).toEqual(folded.nodes)
    gate.release()
    const state = await ended
    await Promise.all([early.done, late.done])
    expect(reduceRuns(initialRun(run), early.items)).toEqual(state)
  })

  it('begins live text anew when a try failed', async () => {
    const gate = hold()
    const executor = acting({
      async a(context) {
        context.delta('wrong')
        await new Promise((resolve) => setTimeout(resolve, 5))
        await context.retrying(2, 10, { message: 'broke off', kind: 'unreachable' })
        context.delta('right')
        await gate.act(context, undefined as never, new Map())
        return 'right'
      },
    })
    const { engine } = engineOn(executor)
    const { run, ended } = await engine.start({ plan: planOf('a'), ...start })
    const one = follower(engine, run)
    await gate.started
    const state = (): RunState => one.items.reduce<RunState>((before, item) => reduceRun(before, item), initialRun(run))
    await expect.poll(() => (state().nodes['a'] as { live?: string }).live).toBe('right')
    expect(state().nodes['a']).toMatchObject({ retry: { attempt: 2, delay: 10, error: { message: 'broke off' } } })
    gate.release()
    await ended
  })

  it('holds nothing back and nothing up for a reader that does not read', async () => {
    const { engine } = engineOn(
      acting({}, (context) => {
        for (let n = 0; n < 1_000; n += 1) context.delta('x'.repeat(100))
        return 'y'.repeat(1_000)
      }),
    )
    const { run, ended } = await engine.start({ plan: planOf(upTo(50).map((n) => `n${n}`).join(';')), ...start })
    const reader = engine.follow(run, 0, never)[Symbol.asyncIterator]()
    expect((await reader.next()).value).toMatchObject({ seq: 1 })
    const state = await ended
    const rest: Item[] = []
    for (let next = await reader.next(); next.done !== true; next = await reader.next()) rest.push(next.value)
    expect(seqs(rest)).toEqual(upTo(state.seq).slice(1))
    // The texts of nodes that have ended meanwhile are not told any more.
    expect(rest).toHaveLength(state.seq - 1)
  })

  it('ends when it is told to, and lets the run be', async () => {
    const a = hold()
    const { engine } = engineOn(acting({ a: a.act }))
    const { run, ended } = await engine.start({ plan: planOf('a'), ...start })
    const one = follower(engine, run)
    await one.until((items) => items.length === 3)
    one.stop()
    await one.done
    await a.started
    a.release()
    expect(await ended).toMatchObject({ status: 'completed' })
  })

  it('follows a run of another process, and records its death for all to see', async () => {
    let alive = true
    const store = createMemoryStore({ alive: () => alive })
    const b = hold()
    const { engine } = engineOn(acting({ b: b.act }), { store })
    const other = engineOn(acting(), { store }).engine
    const { run } = await engine.start({ plan: planOf('a; b < a'), ...start })
    const one = follower(other, run)
    await b.started
    await one.until((items) => items.length === 5)
    alive = false
    await one.done
    expect(one.items.at(-1)).toMatchObject({ type: 'run.interrupted' })
    expect(await other.state(run)).toMatchObject({ status: 'interrupted' })
  })

  it('goes on through the end of an attempt when the run was resumed', async () => {
    let fails = true
    const executor = acting({ a: (context, node, inputs) => (fails ? failing()(context, node, inputs) : 'ok') })
    const { engine, state } = await runPlan(planOf('a'), executor)
    fails = false
    const done = await (await engine.resume(state.run)).ended
    expect(done.status).toBe('completed')
    expect(seqs(await all(engine.follow(state.run, 0, never)))).toEqual(upTo(done.seq))
  })

  it('ends with the engine', async () => {
    const a = hold()
    const { engine } = engineOn(acting({ a: a.act }), { grace: 10 })
    const { run } = await engine.start({ plan: planOf('a'), ...start })
    const one = follower(engine, run)
    await a.started
    await engine.close()
    await one.done
    expect(one.items.at(-1)).toMatchObject({ type: 'run.interrupted' })
  })
})
