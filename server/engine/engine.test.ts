import { describe, expect, it } from 'vitest'
import { dagResult } from '../../src/core/index.ts'
import { acting, failing, planOf } from './testing/plans.ts'
import { runPlan } from './testing/bench.ts'

describe('a run', () => {
  it('hands the outputs on and ends with each node completed', async () => {
    const { state } = await runPlan(planOf('a; b < a; c < a; d < b, c'), acting())
    expect(state.status).toBe('completed')
    expect(dagResult(state)).toMatchObject({ success: true, order: ['a', 'b', 'c', 'd'], results: { d: { output: 'a b a c d' } } })
  })

  it('records a node behind a failed one as failed, at the moment of that decision', async () => {
    const { state } = await runPlan(planOf('test; pack < test; opt; publish < pack, opt'), acting({ test: failing() }))
    const result = dagResult(state)
    expect(result.success).toBe(false)
    expect(result.order).toEqual(['test', 'opt'])
    expect(result.results['pack']).toMatchObject({ success: false, error: 'dependency "test" failed', duration: 0 })
    expect(result.results['publish']).toMatchObject({ success: false, error: 'dependency "pack" failed', duration: 0 })
  })
})
