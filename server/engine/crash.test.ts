import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dagResult, levelsOf, verifyChain, type LevelsPlan, type RunEvent, type RunState } from '../../src/core/index.ts'
import { createMemoryStore } from '../store/memory.ts'
import { sha256 } from './digest.ts'
import type { RunStore } from './ports.ts'
import { dyingStore } from './testing/dying.ts'
import { acting, node, type Act } from './testing/plans.ts'
import { engineOn } from './testing/bench.ts'

type Scenario = { readonly plan: LevelsPlan; readonly failing: ReadonlySet<string>; readonly maxParallel: number; readonly schedule: 'levels' | 'eager' }

const scenarios: fc.Arbitrary<Scenario> = fc
  .record({
    needs: fc.array(fc.array(fc.nat(7), { maxLength: 3 }), { minLength: 1, maxLength: 8 }),
    failing: fc.array(fc.nat(7), { maxLength: 2 }),
    maxParallel: fc.constantFrom(1, 2, 4),
    schedule: fc.constantFrom('levels' as const, 'eager' as const),
  })
  .map(({ needs, failing, maxParallel, schedule }) => {
    const nodes = needs.map((list, place) => node(`n${place}`, [...new Set(list.filter((need) => need < place).map((need) => `n${need}`))]))
    return { plan: { kind: 'levels', dialect: 'dag', name: 'random', nodes: nodes.toReversed() }, failing: new Set(failing.map((place) => `n${place}`)), maxParallel, schedule }
  })

/** Work of two durable parts, some of it in other turns of the event loop. */
function worker(failing: ReadonlySet<string>, parts: string[], ends: string[]): Act {
  return async (context, { id }, inputs) => {
    const found: string[] = []
    for (const part of ['one', 'two']) {
      found.push(
        await context.step(part, async () => {
          if (id.charCodeAt(1) % 2 === 0) await new Promise((resolve) => setImmediate(resolve))
          parts.push(`${id}/${part}`)
          return { result: `${id}-${part}`, model: 'm', usage: { input: 1, output: 1 } }
        }),
      )
    }
    ends.push(id)
    if (failing.has(id)) throw new Error(`${id} broke`)
    return { id, found, from: [...inputs.keys()] }
  }
}

/** What of a result does not depend on when it ran. */
function essence(state: RunState): unknown {
  const { success, results } = dagResult(state)
  return { status: state.status, success, results: Object.fromEntries(Object.entries(results).map(([id, { output, error }]) => [id, { output, error }])), usage: state.usage, order: state.order.toSorted() }
}

describe('any graph', () => {
  it('is run in an order that its needs allow, within its lanes, once each', async () => {
    await fc.assert(
      fc.asyncProperty(scenarios, async ({ plan, failing, maxParallel, schedule }) => {
        const executor = acting({}, worker(failing, [], []))
        const { engine, store } = engineOn(executor)
        const { run, ended } = await engine.start({ plan, definition: { text: '' }, options: { maxParallel, schedule } })
        const state = await ended
        const events = await store.read(run)
        expect(verifyChain(events, sha256, { run, end: (await store.head(run))! }).ok).toBe(true)
        expect(executor.most()).toBeLessThanOrEqual(maxParallel)
        expect(new Set(executor.calls).size).toBe(executor.calls.length)
        expect(Object.values(state.nodes).every(({ status }) => status === 'completed' || status === 'failed')).toBe(true)
        const at = (type: string, id: string): number => events.findIndex((event) => event.type === type && 'node' in event && event.node === id)
        const level = new Map(levelsOf(plan.nodes).flatMap((ids, depth) => ids.map((id) => [id, depth] as const)))
        for (const { id, needs } of plan.nodes) {
          const start = at('node.started', id)
          const broken = needs.find((need) => state.nodes[need]?.status === 'failed')
          expect(start === -1).toBe(broken !== undefined)
          expect(state.nodes[id]).toMatchObject(
            broken === undefined ? { status: failing.has(id) ? 'failed' : 'completed' } : { ran: false, error: { message: `dependency "${broken}" failed` } },
          )
          for (const need of needs) expect(start === -1 || at('node.completed', need) < start).toBe(true)
          // The barrier: nothing of a level begins before all of the level before has ended.
          const early = plan.nodes.filter((other) => schedule === 'levels' && start !== -1 && level.get(other.id)! < level.get(id)! && Math.max(at('node.completed', other.id), at('node.failed', other.id)) > start)
          expect(early).toEqual([])
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('a crash at any append', () => {
  it('repeats no completed node and no recorded part, and ends as if it had not happened', async () => {
    await fc.assert(
      fc.asyncProperty(scenarios, fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 }), async ({ plan, failing, maxParallel, schedule }, crashes) => {
        const options = { maxParallel, schedule }
        const whole = engineOn(acting({}, worker(failing, [], [])))
        const expected = await (await whole.engine.start({ plan, definition: { text: '' }, options })).ended

        const store = createMemoryStore({ alive: () => false })
        const parts: string[] = []
        const ends: string[] = []
        const executor = acting({}, worker(failing, parts, ends))
        let run: string | undefined
        for (const after of crashes) {
          const dying = dyingStore(store, after)
          const { engine } = engineOn(executor, { store: dying.store })
          const begun = run === undefined ? engine.start({ plan, definition: { text: '' }, options, runId: 'r' }) : engine.resume(run)
          const settled = begun.then(({ ended }) => ended).then(() => 'ended', () => 'ended')
          if ((await Promise.race([dying.dead, settled])) === 'ended') break
          // Whatever the dead process would still do is not done: its appends never come back.
          run = 'r'
          const completed = await completedIn(store, 'r')
          const before = ends.length
          await new Promise((resolve) => setImmediate(resolve))
          for (const id of ends.slice(before)) expect(completed.has(id)).toBe(false)
        }
        const done = await completedIn(store, 'r')
        const recorded = await partsIn(store, 'r')
        const [beforeParts, beforeEnds] = [parts.length, ends.length]
        const { engine } = engineOn(executor, { store })
        const head = await store.head('r')
        const state = head?.status === 'completed' ? (await engine.state('r'))! : await (await engine.resume('r')).ended
        for (const id of ends.slice(beforeEnds)) expect(done.has(id)).toBe(false)
        for (const part of parts.slice(beforeParts)) expect(recorded.has(part)).toBe(false)
        expect(essence(state)).toEqual(essence(expected))
        const events = await store.read('r')
        expect(verifyChain(events, sha256, { run: 'r', end: (await store.head('r'))! }).ok).toBe(true)
        const completions = events.filter((event) => event.type === 'node.completed').map((event) => (event as Extract<RunEvent, { type: 'node.completed' }>).node)
        expect(new Set(completions).size).toBe(completions.length)
        const hashes = (log: readonly RunEvent[]) => Object.fromEntries(log.flatMap((event) => (event.type === 'node.completed' ? [[event.node, event.output_hash]] : [])))
        expect(hashes(events)).toEqual(hashes(await whole.store.read(expected.run)))
      }),
      { numRuns: 60 },
    )
  })

  async function completedIn(store: RunStore, run: string): Promise<ReadonlySet<string>> {
    return new Set((await store.read(run)).flatMap((event) => (event.type === 'node.completed' ? [event.node] : [])))
  }

  async function partsIn(store: RunStore, run: string): Promise<ReadonlySet<string>> {
    return new Set((await store.read(run)).flatMap((event) => (event.type === 'model.called' ? [event.key.replace('#1/', '/')] : [])))
  }
})

describe('a store that fails', () => {
  const plan: LevelsPlan = { kind: 'levels', dialect: 'dag', name: '', nodes: [node('a'), node('b', ['a'])] }
  const start = { plan, definition: { text: '' }, options: { maxParallel: 4, schedule: 'levels' as const } }

  it('ends the attempt with its own error, and no node fails of it', async () => {
    const store = createMemoryStore()
    let appends = 0
    const full: RunStore = {
      ...store,
      append: async (...args) => {
        appends += 1
        if (appends > 1) throw new Error('the disk is full')
        return store.append(...args)
      },
    }
    const executor = acting()
    const { engine } = engineOn(executor, { store: full })
    const { run, ended } = await engine.start(start)
    await expect(ended).rejects.toThrow('the disk is full')
    expect((await store.read(run)).map(({ type }) => type)).toEqual(['run.created', 'run.started', 'node.started'])
    expect(await store.owner(run)).toBeNull()
    // With room again the run goes on where it was.
    const again = engineOn(executor, { store }).engine
    expect(await (await again.resume(run)).ended).toMatchObject({ status: 'completed' })
  })

  it('ends the attempt when another process has taken the run over, and leaves that one alone', async () => {
    const store = createMemoryStore()
    const executor = acting({
      async a(context) {
        await store.append(context.run, 3, [{ type: 'log', message: 'somebody else was here' }], Date.now())
        return 'x'
      },
    })
    const { engine } = engineOn(executor, { store })
    const { run, ended } = await engine.start(start)
    await expect(ended).rejects.toMatchObject({ name: 'AppendConflict' })
    expect((await store.read(run)).map(({ type }) => type)).toEqual(['run.created', 'run.started', 'node.started', 'log'])
    expect(executor.calls).toEqual(['a'])
  })

  it('writes nothing more once another process has, even where a number would fit', async () => {
    const store = createMemoryStore()
    let time = Date.UTC(2026, 10, 30)
    const executor = acting({
      async a(context) {
        // As many events as the attempt is about to append.
        const { seq } = (await store.head(context.run))!
        await store.append(context.run, seq, [{ type: 'log', message: 'x' }], time)
        return 'x'
      },
    })
    // Each event at a time of its own.
    const { engine } = engineOn(executor, { store, clock: { now: () => (time += 1), sleep: async () => {} } })
    const { run, ended } = await engine.start(start)
    await expect(ended).rejects.toMatchObject({ name: 'AppendConflict' })
    expect((await store.read(run)).at(-1)?.type).toBe('log')
  })

  it('ends the attempt as a crash would where a fault is injected', async () => {
    const store = createMemoryStore()
    const executor = acting()
    const { engine } = engineOn(executor, {
      store,
      onAppended(event) {
        if (event.type === 'node.completed') throw new Error('injected')
      },
    })
    const { run, ended } = await engine.start(start)
    await expect(ended).rejects.toThrow('injected')
    expect(executor.calls).toEqual(['a'])
    const again = engineOn(executor, { store }).engine
    expect(await again.state(run)).toMatchObject({ status: 'interrupted' })
    expect(await (await again.resume(run)).ended).toMatchObject({ status: 'completed' })
    expect(executor.calls).toEqual(['a', 'b'])
  })
})
