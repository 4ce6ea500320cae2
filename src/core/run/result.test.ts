import { describe, expect, it } from 'vitest'
import type { Plan, PlanNode } from '../graph/plan.ts'
import type { RunEventBody } from './event.ts'
import { initialRun, reduceRuns } from './reduce.ts'
import { dagResult } from './result.ts'
import { completed, created, failed, sealed, started } from './testing/events.ts'

const result = (...bodies: readonly RunEventBody[]) => dagResult(reduceRuns(initialRun('r'), sealed([created('b', 'a', 'c'), { type: 'run.started' }, ...bodies])))

describe('dagResult', () => {
  it('is the object of the format, in the order of the file, with nanoseconds', () => {
    const all = result(started('a'), completed('a'), started('b'), completed('b'), started('c'), completed('c'), { type: 'run.completed' })
    expect(Object.keys(all)).toEqual(['name', 'success', 'started_at', 'ended_at', 'duration', 'results', 'order', 'run_id'])
    expect(all).toMatchObject({ name: 'test', success: true, started_at: '2026-11-30T08:00:01.000Z', ended_at: '2026-11-30T08:00:08.000Z', duration: 7_000_000_000, order: ['a', 'b', 'c'], run_id: 'r' })
    expect(Object.keys(all.results)).toEqual(['b', 'a', 'c'])
    expect(all.results['a']).toEqual({ id: 'a', success: true, output: 'a done', started_at: '2026-11-30T08:00:02.000Z', ended_at: '2026-11-30T08:00:03.000Z', duration: 1_000_000_000 })
    expect(Object.keys(all.results['a']!)).toEqual(['id', 'success', 'output', 'started_at', 'ended_at', 'duration'])
  })

  it('gives a node that never ran the moment of that decision and no duration', () => {
    const some = result(started('b'), failed('b'), failed('a', 1, false), { type: 'run.failed', error: { message: 'b failed', kind: 'error' } })
    expect(some.success).toBe(false)
    expect(some.order).toEqual(['b'])
    expect(some.results['b']).toEqual({ id: 'b', success: false, error: 'b failed', started_at: '2026-11-30T08:00:02.000Z', ended_at: '2026-11-30T08:00:03.000Z', duration: 1_000_000_000 })
    expect(some.results['a']).toEqual({ id: 'a', success: false, error: 'a failed', started_at: '2026-11-30T08:00:04.000Z', ended_at: '2026-11-30T08:00:04.000Z', duration: 0 })
  })

  it('names the agent type where there is one', () => {
    const base = created('x') as Extract<RunEventBody, { type: 'run.created' }>
    const named = ({ work, ...node }: PlanNode): PlanNode => ({ ...node, work: work.type === 'prompt' ? { ...work, agent: 'researcher' } : work })
    const plan = { ...base.plan, nodes: base.plan.nodes.map(named) } as Plan
    const state = reduceRuns(initialRun('r'), sealed([{ ...base, plan }, { type: 'run.started' }, started('x'), completed('x'), { type: 'run.completed' }]))
    expect(Object.entries(dagResult(state).results['x']!).slice(0, 3)).toEqual([['id', 'x'], ['agent', 'researcher'], ['success', true]])
  })

  it('says of each node of a cancelled run what became of it', () => {
    const cancelled = result(started('a'), completed('a'), started('b'), { type: 'run.cancelling', by: 'x' }, { type: 'run.cancelled' })
    expect(cancelled.success).toBe(false)
    expect(cancelled.results).toMatchObject({
      a: { success: true },
      b: { success: false, error: 'cancelled', duration: 2_000_000_000 },
      c: { success: false, error: 'not run: the run was cancelled', started_at: cancelled.ended_at, ended_at: cancelled.ended_at, duration: 0 },
    })
  })

  it('tells why nothing could run', () => {
    const stuck = result({ type: 'run.failed', error: { message: 'stuck: a, b can never start', kind: 'error' } })
    expect(stuck.results['a']).toMatchObject({ success: false, error: 'not run: stuck: a, b can never start' })
  })

  it('keeps an output that is not text, and one that is empty', () => {
    const both = result(
      started('a'),
      { type: 'node.completed', node: 'a', visit: 1, output: { n: [1] }, output_hash: 'h' },
      started('b'),
      { type: 'node.completed', node: 'b', visit: 1, output: '', output_hash: 'h' },
    )
    expect(both.results).toMatchObject({ a: { output: { n: [1] } }, b: { output: '' } })
  })
})
