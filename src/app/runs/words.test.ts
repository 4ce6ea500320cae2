import { describe, expect, it } from 'vitest'
import type { WalkPlan } from '../../core/index.ts'
import { endWords } from './words.ts'

const plan: WalkPlan = { kind: 'walk', dialect: 'flow', name: '', entry: 'a', max_node_executions: 100, nodes: [], edges: [{ from: 'judge', to: 'write', max_iterations: 3 }, { from: 'judge', to: null, max_iterations: 1 }] }

describe('why a walk stopped', () => {
  it('names the edges whose budget was spent', () => {
    expect(endWords({ plan, taken: [3, 1], ended: { type: 'no-edge', node: 'judge', spent: [0, 1] } })).toBe('Stopped at judge: the edge to write was taken 3 of 3 times, the edge to the end was taken 1 of 1 times.')
  })

  it('tells an end from edges none of which held, and from a node without any', () => {
    expect(endWords({ plan, taken: [], ended: { type: 'end', node: 'judge' } })).toBe('Came to the end after judge.')
    expect(endWords({ plan, taken: [], ended: { type: 'no-edge', node: 'judge', spent: [] } })).toBe('Stopped at judge: none of its edges held.')
    expect(endWords({ plan, taken: [], ended: { type: 'no-edge', node: 'last', spent: [] } })).toBe('Came to the last node, last.')
  })

  it('is not said before', () => {
    expect(endWords({ plan, taken: [] })).toBeNull()
  })
})
