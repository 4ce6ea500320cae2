import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runResult, verifyChain, walkResult, type Json, type RunEvent, type RunState } from '../../src/core/index.ts'
import { createMemoryStore } from '../store/memory.ts'
import { sha256 } from './digest.ts'
import type { Executor } from './ports.ts'
import { engineOn, fourAtOnce } from './testing/bench.ts'
import { dyingStore } from './testing/dying.ts'
import { walkOf, type Flow, type FlowNode } from './testing/walks.ts'

const IDS = ['a', 'b', 'c', 'd'] as const

const flows: fc.Arbitrary<Flow> = fc
  .record({
    nodes: fc.array(fc.record({ kind: fc.constantFrom('tool', 'tool', 'items', 'branch'), on_error: fc.constantFrom('abort' as const, 'retry' as const, 'skip' as const), lanes: fc.constantFrom(1, 3) }), { minLength: 1, maxLength: 4 }),
    edges: fc.array(fc.record({ from: fc.nat(3), to: fc.nat(4), budget: fc.integer({ min: 1, max: 3 }), if: fc.constantFrom(undefined, '{{ .trigger }}', '{{ eq (len (print .v_a)) 5 }}', '{{ .v_b }}') }), { maxLength: 8 }),
    limit: fc.constantFrom(3, 8, 20),
  })
  .map(({ nodes, edges, limit }) => ({
    nodes: nodes.map(({ kind, on_error, lanes }, place): FlowNode => {
      const id = IDS[place]!
      const each = kind === 'items' ? { for_each: { items: '[1, 2, 3, 4]', item_var: 'item', max_parallel: lanes } } : {}
      return kind === 'branch' ? { id } : { id, tool: 't', on_error, output: `v_${id}`, input: '{{ .v_a }}|{{ .item }}', ...each }
    }),
    edges: edges
      .filter(({ from, to }) => from < nodes.length && (to < nodes.length || to === 4))
      .map((edge) => ({ from: IDS[edge.from]!, to: edge.to === 4 ? 'end' : IDS[edge.to]!, max_iterations: edge.budget, ...(edge.if === undefined ? {} : { if: edge.if }) })),
    max_node_executions: limit,
  }))

/** Whether work fails: the same at every try of the same work, but for what a second go mends. */
function outcomeOf(key: string, goes: Map<string, number>): 'ok' | 'fails' {
  const go = (goes.get(key) ?? 0) + 1
  goes.set(key, go)
  const sum = [...key].reduce((total, character) => total * 31 + character.charCodeAt(0), 7) % 7
  return sum === 0 || (sum === 1 && go % 2 === 1) ? 'fails' : 'ok'
}

/** Work of two recorded parts. `parts` and `ends`: what was done, by its key. */
function worker(parts: string[], ends: string[], goes: Map<string, number>): Executor {
  return {
    render: (_, __, texts) => texts?.input ?? '',
    async execute(context, _, input) {
      const key = context.key.slice(context.run.length + 1)
      for (const part of ['one', 'two']) {
        await context.step(part, async () => {
          if (part === 'two') await new Promise((resolve) => setImmediate(resolve))
          parts.push(`${key}/${part}`)
          return { result: part, tool: 't', input: null }
        })
      }
      ends.push(key)
      if (outcomeOf(key, goes) === 'fails') throw new Error(`${key} broke`)
      return { output: `${key} of ${JSON.stringify(input)}` }
    },
  }
}

/** What of a result does not depend on when it ran, nor on how often it was begun. */
function essence(state: RunState): unknown {
  const { steps, ...result } = walkResult(state)
  return { ...result, status: state.status, kind: state.error?.kind, taken: state.taken, steps: steps.map(({ visit, status, input, output, error, hash }) => ({ visit, status, input, output, error, hash })) }
}

const request = (flow: Flow) => ({ plan: walkOf(flow), definition: { text: '' }, inputs: { trigger: 'go' } as Json, options: fourAtOnce, runId: 'r' })

/** The work that the log says is done for good. */
function doneIn(events: readonly RunEvent[]): ReadonlySet<string> {
  return new Set(events.flatMap((event) => {
    if (event.type === 'node.completed') return [`${event.node}#${event.visit}`]
    return event.type === 'step.recorded' || event.type === 'tool.called' ? [event.key] : []
  }))
}

describe('a crash of a walk at any append', () => {
  it('repeats no completed visit, item or part, and ends as if it had not happened', async () => {
    await fc.assert(
      fc.asyncProperty(flows, fc.array(fc.integer({ min: 1, max: 14 }), { minLength: 1, maxLength: 4 }), async (flow, crashes) => {
        const once: string[] = []
        const whole = engineOn(worker(once, [], new Map()))
        const expected = await (await whole.engine.start(request(flow))).ended
        // Also work that is begun once more because of `on_error: retry` goes on behind its recorded parts.
        expect(new Set(once).size).toBe(once.length)

        const store = createMemoryStore({ alive: () => false })
        const parts: string[] = []
        const ends: string[] = []
        let began = false
        for (const after of crashes) {
          const dying = dyingStore(store, after)
          // A process that begins anew knows nothing of the tries of another.
          const { engine } = engineOn(worker(parts, ends, goesOf(await store.read('r'))), { store: dying.store })
          const begun = began ? engine.resume('r') : engine.start(request(flow))
          const settled = begun.then(({ ended }) => ended).then(() => 'ended', () => 'ended')
          if ((await Promise.race([dying.dead, settled])) === 'ended') break
          began = true
          await new Promise((resolve) => setImmediate(resolve))
        }
        const before = doneIn(await store.read('r'))
        const [beforeParts, beforeEnds] = [parts.length, ends.length]
        const head = await store.head('r')
        const { engine } = engineOn(worker(parts, ends, goesOf(await store.read('r'))), { store })
        const state = head?.status === 'completed' || head?.status === 'failed' ? (await engine.state('r'))! : await (await engine.resume('r')).ended
        for (const what of [...parts.slice(beforeParts), ...ends.slice(beforeEnds)]) expect(before.has(what)).toBe(false)
        expect(essence(state)).toEqual(essence(expected))
        const events = await store.read('r')
        expect(verifyChain(events, sha256, { run: 'r', end: (await store.head('r'))! }).ok).toBe(true)
        const completions = events.flatMap((event) => (event.type === 'node.completed' ? [`${event.node}#${event.visit}`] : []))
        expect(new Set(completions).size).toBe(completions.length)
        const taken = events.flatMap((event) => (event.type === 'edge.taken' ? [`${event.from}#${event.visit}`] : []))
        expect(new Set(taken).size).toBe(taken.length)
      }),
      { numRuns: 80 },
    )
  }, 120_000)

  it('is resumed within the budgets that were left, and with the same hashes', async () => {
    const flow: Flow = { nodes: [{ id: 'a', tool: 't' }], edges: [{ from: 'a', to: 'a', max_iterations: 1000 }], max_node_executions: 5 }
    const store = createMemoryStore({ alive: () => false })
    const dying = dyingStore(store, 11)
    void engineOn(steady(), { store: dying.store }).engine.start(request(flow)).then(({ ended }) => ended).catch(() => {})
    await dying.dead
    const again = steady()
    const state = await (await engineOn(again, { store }).engine.resume('r')).ended
    expect(state).toMatchObject({ status: 'failed', error: { kind: 'too-many-executions' }, taken: [5] })
    expect(state.visits).toHaveLength(5)
    const whole = await (await engineOn(steady()).engine.start(request(flow))).ended
    expect(essence(state)).toEqual(essence(whole))
    expect(runResult(state)).toMatchObject({ success: false, steps: [{ visit: 'a#1' }, { visit: 'a#2' }, { visit: 'a#3' }, { visit: 'a#4' }, { visit: 'a#5' }] })
  })
})

const steady = (): Executor => ({ render: () => ({}), execute: async (context) => ({ output: context.visit }) })

/** The failed goes that the log knows of: a real tool would have answered those already. */
function goesOf(events: readonly RunEvent[]): Map<string, number> {
  const goes = new Map<string, number>()
  for (const event of events) {
    if (event.type !== 'node.retrying') continue
    const key = event.item === undefined ? `${event.node}#${event.visit}` : `${event.node}#${event.visit}[${event.item}]`
    goes.set(key, (goes.get(key) ?? 0) + 1)
  }
  return goes
}
