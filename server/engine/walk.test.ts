import { describe, expect, it } from 'vitest'
import { verifyChain, type Json, type RunEvent, type WalkPlan } from '../../src/core/index.ts'
import { sha256 } from './digest.ts'
import { engineOn, fourAtOnce, runPlan } from './testing/bench.ts'
import { flowTraces, planOfFlow, scripted, stepsOf, walkOf, type Flow, type Scripted } from './testing/walks.ts'

const visitsOf = (events: readonly RunEvent[]): readonly string[] => events.flatMap((event) => (event.type === 'node.started' ? [`${event.node}#${event.visit}`] : []))

async function walk(plan: WalkPlan, executor: Scripted = scripted(), trigger: Json = 'news') {
  const result = await runPlan(plan, executor, { inputs: { trigger } })
  const { events, store, state } = result
  expect(verifyChain(events, sha256, { run: state.run, end: (await store.head(state.run))! }).ok).toBe(true)
  return { ...result, calls: executor.calls, visits: visitsOf(events) }
}

describe('flows of the engine that the format comes from', () => {
  const sound = flowTraces.filter(({ refused }) => refused === undefined)

  it.each(sound.map((trace) => [trace.name, trace] as const))('%s', async (_, { workflow, script, trigger, trace, inputs, output, error }) => {
    const { state, calls, visits } = await walk(planOfFlow(workflow)!, scripted(script), trigger)
    expect(visits).toEqual(trace)
    expect(calls).toEqual(inputs)
    expect(state).toMatchObject(error === undefined ? { status: 'completed', output } : { status: 'failed', error: { kind: error.includes('budget exhausted') ? 'too-many-executions' : 'error' } })
  })

  it('are all there', () => {
    expect(flowTraces).toHaveLength(41)
    expect(sound).toHaveLength(34)
    expect(flowTraces.filter(({ workflow }) => planOfFlow(workflow) === null)).toEqual(flowTraces.filter(({ refused }) => refused !== undefined))
  })
})

describe('a walk', () => {
  const loop: Flow = {
    nodes: [
      { id: 'refine', tool: 't', output: 'draft' },
      { id: 'judge', tool: 't', output: 'v' },
      { id: 'ship', tool: 't', input: '{{ .draft }}' },
    ],
    edges: [
      { from: 'refine', to: 'judge' },
      { from: 'judge', to: 'refine', if: '{{ not .v.ok }}', max_iterations: 5 },
      { from: 'judge', to: 'ship' },
    ],
  }

  it('that stops because a budget is spent succeeds, and says where', async () => {
    const { state, visits, events } = await walk(walkOf(loop), scripted({ judge: [{ ok: false }] }))
    expect(visits).toEqual(['refine#1', 'judge#1', 'refine#2'])
    expect(state).toMatchObject({ status: 'completed', ended: { type: 'no-edge', node: 'refine', spent: [0] }, taken: [1, 1, 0] })
    expect(events.filter(({ type }) => type === 'edge.taken')).toMatchObject([
      { edge: 0, from: 'refine', to: 'judge', visit: 1, count: 1 },
      { edge: 1, from: 'judge', to: 'refine', visit: 1, count: 1 },
    ])
  })

  it('names no spent edge whose condition does not hold, or cannot be filled in', async () => {
    const edges = [{ from: 'a', to: 'a' }, { from: 'a', to: 'a', if: '{{ .no }}' }, { from: 'a', to: 'a', if: '{{ if eq .trigger "go" }}1{{ end }}' }]
    const { state } = await walk(walkOf({ nodes: [{ id: 'a', tool: 't' }], edges }), scripted(), 'go')
    expect(state.ended).toEqual({ type: 'no-edge', node: 'a', spent: [0, 2] })
  })

  it('records its visits, edges and result, and chains the hashes of the outputs', async () => {
    const { state, events } = await walk(walkOf({ ...loop, edges: [{ from: 'refine', to: 'judge' }, { from: 'judge', to: 'ship' }, { from: 'ship', to: 'end' }] }))
    expect(events.map(({ type }) => type)).toEqual([
      'run.created', 'run.started',
      ...['refine', 'judge', 'ship'].flatMap(() => ['node.started', 'node.completed', 'edge.taken']),
      'run.completed',
    ])
    expect(state.ended).toEqual({ type: 'end', node: 'ship' })
    expect(state.visits.map(({ node, state: { status } }) => `${node} ${status}`)).toEqual(['refine completed', 'judge completed', 'ship completed'])
    const hashes = state.visits.map((visit) => (visit.state.status === 'completed' ? visit.state.hash : ''))
    expect(hashes[0]).toBe(sha256('j {"call":1,"node":"refine"}'))
    expect(hashes[1]).toBe(sha256(`${hashes[0]} j {"call":1,"node":"judge"}`))
    expect(hashes[2]).toBe(sha256(`${hashes[1]} j {"call":1,"node":"ship"}`))
  })

  it('takes the result of the node that is named, and the last one where that gave none', async () => {
    const nodes = [{ id: 'a', tool: 't' }, { id: 'b', tool: 't' }]
    const edges = [{ from: 'a', to: 'b' }]
    const script = { a: ['of a'], b: ['of b'] }
    expect((await walk(walkOf({ nodes, edges, output: 'a' }), scripted(script))).state.output).toBe('of a')
    expect((await walk(walkOf({ nodes, edges: [], output: 'b' }), scripted(script))).state.output).toBe('of a')
  })

  it('fails where a condition cannot be filled in', async () => {
    const { state } = await walk(walkOf({ nodes: [{ id: 'a', tool: 't' }, { id: 'b', tool: 't' }], edges: [{ from: 'a', to: 'b', if: '{{ index .trigger 99 }}' }] }))
    expect(state).toMatchObject({ status: 'failed', error: { kind: 'template', message: expect.stringMatching(/^the condition of the edge from "a" to "b" could not be filled in, at character \d+: /) } })
  })

  it('reads a text that is JSON as its value, and loses no digit of it', async () => {
    const plan = walkOf({
      nodes: [{ id: 'a', tool: 't', output: 'v' }, { id: 'b', tool: 't', input: '{"id":{{ .v.id }},"t":"{{ .v.t }}"}' }],
      edges: [{ from: 'a', to: 'b' }],
    })
    const { state, calls } = await walk(plan, scripted({ a: ['{"id": 3544790567247868102, "t": "1234567890123456789"}'] }))
    expect(state.status).toBe('completed')
    expect(calls[1]).toBe('b:{"id":"3544790567247868102","t":"1234567890123456789"}')
  })

  it('reads what it was started with as .trigger, a structure too, and nothing as the empty text', async () => {
    const plan = walkOf({ nodes: [{ id: 'a', tool: 't', input: '<{{ .trigger.who }}>' }], edges: [] })
    expect((await walk(plan, scripted(), { who: 'Ann' })).calls).toEqual(['a:<Ann>'])
    const text = walkOf({ nodes: [{ id: 'a', tool: 't', input: '<{{ .trigger }}>' }], edges: [] })
    const { engine, store } = engineOn(scripted())
    const { run, ended } = await engine.start({ plan: text, definition: { text: '' }, options: fourAtOnce })
    await ended
    expect((await store.read(run)).find(({ type }) => type === 'node.started')).toMatchObject({ input: '<>' })
  })

  it('refuses a plan that no definition gives', async () => {
    const plan = walkOf(loop)
    expect((await walk({ ...plan, entry: 'ghost' })).state).toMatchObject({ status: 'failed', error: { message: 'the walk begins at "ghost", and there is no such node' } })
    expect((await walk({ ...plan, nodes: [...plan.nodes, plan.nodes[0]!] })).state.error?.message).toBe('two nodes have the id "refine"')
    expect((await walk({ ...plan, edges: [{ from: 'refine', to: 'ghost', max_iterations: 1 }] })).state.error?.message).toContain('there is no node "ghost"')
  })
})

describe('steps', () => {
  it('are skipped where their condition does not hold: the reply is the earlier one', async () => {
    const plan = stepsOf({ id: 'a', tool: 't', output: 'v' }, { id: 'b', tool: 't', if: '{{ .v.go }}' })
    const { state, events, calls } = await walk(plan, scripted({ a: [{ go: false }] }))
    expect(calls).toEqual(['a:'])
    expect(state).toMatchObject({ status: 'completed', output: { go: false }, nodes: { b: { status: 'skipped', visit: 1 } } })
    expect(state.visits.map(({ node, state: { status } }) => [node, status])).toEqual([['a', 'completed'], ['b', 'skipped']])
    expect(events.find(({ type }) => type === 'node.skipped')).toMatchObject({ node: 'b', reason: 'its `if` did not hold' })
  })

  it('fail, whatever their on_error, where their condition cannot be filled in', async () => {
    for (const on_error of ['abort', 'retry', 'skip'] as const) {
      const { state, calls } = await walk(stepsOf({ id: 'a', tool: 't', if: '{{ index .trigger 99 }}', on_error }))
      expect(state).toMatchObject({ status: 'failed', error: { kind: 'template', message: expect.stringContaining('"a" failed: its `if` could not be filled in') } })
      expect(calls).toEqual([])
    }
  })

  it('cover the filling in of their input by on_error', async () => {
    const [bad, good] = [{ id: 'a', tool: 't', input: '{{ index .trigger 99 }}', output: 'v' }, { id: 'b', tool: 't', input: '[{{ .v }}]' }]
    expect((await walk(stepsOf(bad, good))).state).toMatchObject({ status: 'failed', error: { kind: 'template' } })
    const { state, calls, events } = await walk(stepsOf({ ...bad, on_error: 'skip' }, good))
    expect(calls).toEqual(['b:[]'])
    expect(state.visits[0]).toMatchObject({ node: 'a', state: { status: 'completed', output: null, passed: { kind: 'template' } } })
    expect(events.some(({ type }) => type === 'node.failed')).toBe(false)
  })

  it('are tried once more with on_error retry, which is recorded, and what is final is not', async () => {
    const twice = await walk(stepsOf({ id: 'a', tool: 't', on_error: 'retry' }), scripted({ a: [{ fail: 'first' }, 'fine'] }))
    expect(twice.state).toMatchObject({ status: 'completed', output: 'fine' })
    expect(twice.visits).toEqual(['a#1'])
    expect(twice.events.filter(({ type }) => type === 'node.retrying')).toMatchObject([{ node: 'a', visit: 1, attempt: 1, again: true, error: { message: 'first' } }])
    const rejected = scripted({}, () => {
      throw Object.assign(new Error('no'), { kind: 'rejected' })
    })
    expect((await walk(stepsOf({ id: 'a', tool: 't', on_error: 'retry' }), rejected)).calls).toEqual(['a:'])
  })

  it('keep the time of the visit in their templates', async () => {
    let time = Date.UTC(2026, 10, 30, 8)
    const clock = { now: () => (time += 1_000), sleep: async () => {} }
    const { events } = await runPlan(stepsOf({ id: 'a', tool: 't', input: '{"at":"{{ now }}"}' }), scripted(), { clock })
    const started = events.find((event) => event.type === 'node.started')!
    expect(started).toMatchObject({ input: { at: expect.stringContaining(started.at.slice(0, 19)) } })
  })
})

describe('for_each', () => {
  const each = (max_parallel = 1, node: object = {}) => walkOf({
    nodes: [{ id: 'fetch', tool: 't', input: '{{ .page_index }}/{{ .page }}', for_each: { items: '{{ toJson .trigger }}', item_var: 'page', max_parallel }, ...node }],
    edges: [],
  })

  it('works on each item, and gives the results in their order', async () => {
    const { state, calls, events } = await walk(each(), scripted({ fetch: ['x', 'y', '{"z":1}'] }), ['a', 'b', 'c'])
    expect(calls).toEqual(['fetch:0/a', 'fetch:1/b', 'fetch:2/c'])
    expect(state).toMatchObject({ status: 'completed', output: ['x', 'y', { z: 1 }] })
    expect(state.nodes['fetch']).toMatchObject({ input: ['a', 'b', 'c'], items: { total: 3, done: 3, failed: 0 } })
    expect(events.flatMap((event) => (event.type === 'step.recorded' ? [event] : []))).toMatchObject([
      { key: 'fetch#1[0]', node: 'fetch', visit: 1, result: { input: '0/a', output: 'x' } },
      { key: 'fetch#1[1]', result: { input: '1/b', output: 'y' } },
      { key: 'fetch#1[2]', result: { input: '2/c', output: { z: 1 } } },
    ])
  })

  it('works on so many at once as it may, and hands each its own key', async () => {
    let [running, most] = [0, 0]
    const keys = new Set<string>()
    const executor = scripted({}, async ({ context }) => {
      keys.add(context.key)
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
    })
    const { state } = await walk(each(3), executor, [1, 2, 3, 4, 5, 6, 7])
    expect(most).toBe(3)
    expect([...keys]).toEqual([0, 1, 2, 3, 4, 5, 6].map((item) => `${state.run}/fetch#1[${item}]`))
  })

  it('passes over, retries or ends at an item that fails', async () => {
    const failing = () => scripted({}, ({ input }) => {
      if (input === '1/b') throw new Error('boom')
    })
    expect((await walk(each(1, { on_error: 'skip' }), failing(), ['a', 'b', 'c'])).state.output).toMatchObject([{ call: 1 }, null, { call: 3 }])
    const retried = await walk(each(1, { on_error: 'retry' }), failing(), ['a', 'b', 'c'])
    expect(retried.calls).toEqual(['fetch:0/a', 'fetch:1/b', 'fetch:1/b'])
    expect(retried.events.filter(({ type }) => type === 'node.retrying')).toMatchObject([{ node: 'fetch', item: 1, again: true }])
    expect(retried.state).toMatchObject({ status: 'failed', error: { message: '"fetch" failed: item 1 (fetch#1[1]): boom' } })
  })

  it.each([
    ['{{ .trigger }}', 'its `for_each` gives no JSON array, but news'],
    ['{}', 'its `for_each` gives no array, but {}'],
    ['', 'its `for_each` gives no JSON array, but nothing'],
    [`[${Array.from({ length: 1_001 }, () => 1).join(',')}]`, 'its `for_each` gives 1,001 items: at most 1,000 are worked on'],
  ])('says what is wrong with its items: %s', async (items, message) => {
    const { state } = await walk(each(1, { for_each: { items, item_var: 'item', max_parallel: 1 } }))
    expect(state.error).toMatchObject({ kind: 'invalid-input', message: `"fetch" failed: ${message}` })
  })

  it('gives an empty list for no items', async () => {
    expect((await walk(each(), scripted(), [])).state).toMatchObject({ status: 'completed', output: [] })
  })
})
