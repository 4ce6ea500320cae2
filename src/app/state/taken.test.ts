import { describe, expect, it } from 'vitest'
import { initialRun, type RunState, type WalkPlan } from '../../core/index.ts'
import type { RunStoreState } from './run.ts'
import { edgeFate } from './taken.ts'

const plan: WalkPlan = {
  kind: 'walk', dialect: 'flow', name: 'f', entry: 'a', max_node_executions: 100, nodes: [],
  edges: [
    { from: 'a', to: 'b', max_iterations: 4 },
    { from: 'b', to: 'a', if: '{{ .x }}', max_iterations: 3 },
    { from: 'b', to: 'a', max_iterations: 1 },
    { from: 'b', to: null, max_iterations: 1 },
  ],
}

function store(status: RunState['status'], taken: readonly number[]): RunStoreState {
  return { current: { ...initialRun('r'), status, plan, taken }, events: [], connection: 'live', lostAt: null, starting: false, history: [] }
}

describe('how an edge fared', () => {
  it('is told by its ends and its place among those of the same two', () => {
    const state = store('completed', [3, 2, 0, 1])
    expect(edgeFate(state, { fromId: 'a', toId: 'b' })).toEqual({ taken: 'yes', count: 3, budget: 4 })
    expect(edgeFate(state, { fromId: 'b', toId: 'a' })).toEqual({ taken: 'yes', count: 2, budget: 3 })
    expect(edgeFate(state, { fromId: 'b', toId: 'a', index: 1 })).toEqual({ taken: 'no', count: 0, budget: 1 })
    expect(edgeFate(state, { fromId: 'b', toId: 'end', ends: true }).taken).toBe('yes')
  })

  it('is not said to be untaken while the run goes on', () => {
    expect(edgeFate(store('running', []), { fromId: 'a', toId: 'b' }).taken).toBeUndefined()
    expect(edgeFate(store('running', []), { fromId: 'a', toId: 'new' }).taken).toBeUndefined()
    expect(edgeFate(store('completed', []), { fromId: 'a', toId: 'new' }).taken).toBe('no')
  })

  it('is the same object while nothing changes', () => {
    expect(edgeFate(store('running', [1]), { fromId: 'a', toId: 'b' })).toBe(edgeFate(store('running', [1]), { fromId: 'a', toId: 'b' }))
  })
})
