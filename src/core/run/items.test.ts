import { describe, expect, it } from 'vitest'
import type { RunEventBody } from './event.ts'
import { initialRun, reduceRuns } from './reduce.ts'
import type { RunState } from './state.ts'
import { created, sealed } from './testing/events.ts'

/** A walk of one node that works on a list, and one that does not. */
function walkOf(...bodies: readonly RunEventBody[]): RunState {
  const body = created('fetch', 'plain') as Extract<RunEventBody, { readonly type: 'run.created' }>
  const nodes = body.plan.nodes.map((node) => ({ ...node, on_error: 'skip' as const, ...(node.id === 'fetch' && { for_each: { items: '{{ .trigger }}', item_var: 'item', max_parallel: 2 } }) }))
  const plan = { kind: 'walk' as const, dialect: 'flow' as const, name: 'test', nodes, edges: [], entry: 'fetch', max_node_executions: null }
  return reduceRuns(initialRun('r'), sealed([{ ...body, plan }, { type: 'run.started' }, ...bodies]))
}

const begin = (node: string, input: readonly string[], visit = 1): RunEventBody => ({ type: 'node.started', node, visit, input })
const item = (place: number, more: object = {}, visit = 1): RunEventBody => ({ type: 'step.recorded', key: `fetch#${visit}[${place}]`, node: 'fetch', visit, result: { input: null, output: 'x', ...more } })

describe('the items of a for_each', () => {
  it('are counted while the node runs, those whose failure was passed over too', () => {
    const state = walkOf(begin('fetch', ['a', 'b', 'c']), item(1), item(0, { error: { kind: 'tool', message: 'busy' } }))
    expect(state.nodes['fetch']).toMatchObject({ status: 'running', items: { total: 3, done: 2, failed: 1 } })
    expect(state.visits).toMatchObject([{ node: 'fetch', state: { items: { total: 3, done: 2, failed: 1 } } }])
  })

  it('are known at once, before the first is done, and after all of them', () => {
    expect(walkOf(begin('fetch', ['a', 'b'])).nodes['fetch']).toMatchObject({ items: { total: 2, done: 0, failed: 0 } })
    const done = walkOf(begin('fetch', ['a']), item(0), { type: 'node.completed', node: 'fetch', visit: 1, output: ['x'], output_hash: 'h' })
    expect(done.nodes['fetch']).toMatchObject({ status: 'completed', items: { total: 1, done: 1, failed: 0 } })
  })

  it('are not what is recorded beneath an item, of another visit, or by a node without a list', () => {
    const beneath: RunEventBody = { type: 'step.recorded', key: 'fetch#1[0]/now-1', node: 'fetch', visit: 1, result: 1 }
    expect(walkOf(begin('fetch', ['a', 'b']), beneath, item(0, {}, 2)).nodes['fetch']).toMatchObject({ items: { done: 0 } })
    expect(walkOf(begin('plain', ['a', 'b'])).nodes['plain']).not.toHaveProperty('items')
  })

  it('that an earlier attempt recorded stay done, and end what is said of a try', () => {
    const tried: RunEventBody = { type: 'node.retrying', node: 'fetch', visit: 1, attempt: 1, delay: 0, error: { kind: 'tool', message: 'busy' }, again: true, item: 1 }
    const state = walkOf(begin('fetch', ['a', 'b', 'c']), item(0), { type: 'run.interrupted', reason: 'r' }, { type: 'run.resumed', restored: 0 }, begin('fetch', ['a', 'b', 'c']), tried, item(1))
    expect(state.nodes['fetch']).toMatchObject({ status: 'running', items: { total: 3, done: 2, failed: 0 } })
    expect(state.nodes['fetch']).not.toHaveProperty('retry')
  })

  it('that wait for another try are told of until they are done themselves, not until another is', () => {
    const error = { kind: 'tool' as const, message: 'busy' }
    const tried: RunEventBody = { type: 'node.retrying', node: 'fetch', visit: 1, attempt: 1, delay: 5_000, error, item: 1 }
    const waiting = [begin('fetch', ['a', 'b']), tried, item(0)]
    expect(walkOf(...waiting).nodes['fetch']).toMatchObject({ status: 'running', items: { done: 1 }, retry: { attempt: 1, delay: 5_000, error, item: 1 } })
    expect(walkOf(...waiting, item(1)).nodes['fetch']).not.toHaveProperty('retry')
  })
})
