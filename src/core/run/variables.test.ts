import { describe, expect, it } from 'vitest'
import type { Json } from '../diagnostic.ts'
import type { WalkNode } from '../graph/plan.ts'
import { initialRun } from './reduce.ts'
import type { RunState, Visit } from './state.ts'
import { triggerOf, variablesIn } from './variables.ts'

const node = (id: string, output?: string): WalkNode => ({ id, needs: [], work: { type: 'tool', tool: 'echo' }, on_error: 'abort', ...(output !== undefined && { output }) })

function visit(id: string, number: number, output: string, passed = false): Visit {
  return {
    node: id,
    state: { status: 'completed', visit: number, started_at: '', ended_at: '', ms: 1, hash: '', input: '', output, ...(passed && { passed: { message: 'no', kind: 'tool' } }) },
  }
}

const run: RunState = {
  ...initialRun('r'),
  inputs: { trigger: 'news' },
  plan: { kind: 'walk', dialect: 'flow', name: '', entry: 'a', max_node_executions: null, nodes: [node('a', 'draft'), node('b', 'verdict'), node('c')], edges: [] },
  visits: [visit('a', 1, 'one'), visit('b', 1, 'bad'), visit('a', 2, 'two'), visit('b', 2, 'good'), visit('a', 3, '', true)],
}

describe('the variables of a walk', () => {
  it('are those that the last visit of a node was given', () => {
    const { values, visit: number } = variablesIn(run, 'b')!
    expect(number).toBe(2)
    expect(Object.fromEntries(values)).toEqual({ trigger: 'news', draft: 'two', verdict: 'bad' })
  })

  it('hold the node\'s own result for what is asked after it', () => {
    expect(variablesIn(run, 'b', true)!.values.get('verdict')).toBe('good')
  })

  it('hold the first item for a node that works on a list, while it does', () => {
    const each = { ...node('c', 'pages'), for_each: { items: '{{ .draft }}', item_var: 'page', max_parallel: 1 } }
    const { state } = visit('c', 1, 'done')
    const plan = { ...run.plan, nodes: [node('a', 'draft'), each] } as NonNullable<RunState['plan']>
    const listed = (input: Json): RunState => ({ ...run, plan, visits: [{ node: 'c', state: { ...state, input } as Visit['state'] }] })
    expect(variablesIn(listed([{ n: 1 }, { n: 2 }]), 'c')!.values).toEqual(new Map<string, Json>([['trigger', 'news'], ['page', { n: 1 }], ['page_index', 0]]))
    expect([...variablesIn(listed([1]), 'c', true)!.values.keys()]).toEqual(['trigger', 'pages'])
    for (const none of [[], null] satisfies Json[]) expect([...variablesIn(listed(none), 'c')!.values.keys()]).toEqual(['trigger'])
  })

  it('are those of the end for a node that was not reached, and keep a result that a failure was passed over', () => {
    const { values, visit: number } = variablesIn(run, 'c')!
    expect(number).toBeNull()
    expect(values.get('draft')).toBe('two')
  })

  it('are none of a run that is no walk', () => {
    expect(variablesIn(initialRun('x'), 'a')).toBeNull()
  })
})

describe('the trigger', () => {
  it('is the input of that name, else all inputs, else the empty text', () => {
    expect([triggerOf({ trigger: 1 }), triggerOf({ a: 1 }), triggerOf('x'), triggerOf(null)]).toEqual([1, { a: 1 }, 'x', ''])
  })
})
