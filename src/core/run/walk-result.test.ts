import { describe, expect, it } from 'vitest'
import type { WalkPlan } from '../graph/plan.ts'
import type { RunEventBody } from './event.ts'
import { initialRun, reduceRun, reduceRuns } from './reduce.ts'
import { runResult } from './run-result.ts'
import { sealed } from './testing/events.ts'
import { walkResult } from './walk-result.ts'

const node = (id: string): WalkPlan['nodes'][number] => ({ id, needs: [], on_error: 'abort', work: { type: 'tool', tool: 't' } })

const plan: WalkPlan = {
  kind: 'walk',
  dialect: 'flow',
  name: 'loop',
  nodes: [node('refine'), node('judge'), node('route')],
  edges: [
    { from: 'refine', to: 'judge', max_iterations: 1 },
    { from: 'judge', to: 'refine', max_iterations: 5 },
  ],
  entry: 'refine',
  max_node_executions: 100,
}

const begin: readonly RunEventBody[] = [
  { type: 'run.created', workflow: 'loop', definition: { text: '', hash: 'd' }, plan, inputs: { trigger: 'x' }, options: { maxParallel: 4, schedule: 'levels' } },
  { type: 'run.started' },
]
const visit = (id: string, number: number, output: string): readonly RunEventBody[] => [
  { type: 'node.started', node: id, visit: number, input: {} },
  { type: 'node.completed', node: id, visit: number, output, output_hash: `h-${output}` },
]
const round: readonly RunEventBody[] = [
  ...visit('refine', 1, 'one'),
  { type: 'edge.taken', edge: 0, from: 'refine', to: 'judge', visit: 1, count: 1 },
  ...visit('judge', 1, 'two'),
  { type: 'edge.taken', edge: 1, from: 'judge', to: 'refine', visit: 1, count: 1 },
  ...visit('refine', 2, 'three'),
]

describe('the fold of a walk', () => {
  it('holds the visits in order, the edges taken, and each node as its last visit left it', () => {
    const state = reduceRuns(initialRun('r'), sealed([...begin, ...round]))
    expect(state.visits.map(({ node: id, state: { visit: number } }) => `${id}#${number}`)).toEqual(['refine#1', 'judge#1', 'refine#2'])
    expect(state.taken).toEqual([1, 1])
    expect(state.nodes['refine']).toMatchObject({ visit: 2, output: 'three', hash: 'h-three' })
    expect(state.nodes['route']).toEqual({ status: 'idle' })
    expect(state.inputs).toEqual({ trigger: 'x' })
  })

  it('is the same event by event, and leaves earlier states as they were', () => {
    const log = sealed([...begin, ...round])
    const states = log.reduce((all, event) => [...all, reduceRun(all.at(-1)!, event)], [initialRun('r')])
    expect(states.at(-1)).toEqual(reduceRuns(initialRun('r'), log))
    expect(states[4]!.visits).toHaveLength(1)
    expect(states[4]!.taken).toEqual([0, 0])
  })

  it('keeps one place for a visit that is tried in several attempts', () => {
    const state = reduceRuns(initialRun('r'), sealed([
      ...begin,
      ...visit('refine', 1, 'one'),
      { type: 'node.started', node: 'judge', visit: 1, input: {} },
      { type: 'node.failed', node: 'judge', visit: 1, error: { message: 'boom', kind: 'tool' }, ran: true },
      { type: 'run.failed', error: { message: '"judge" failed: boom', kind: 'tool' } },
      { type: 'run.resumed', restored: 1 },
      ...visit('judge', 1, 'two'),
    ]))
    expect(state.visits).toMatchObject([
      { node: 'refine', state: { status: 'completed', restored: true } },
      { node: 'judge', state: { status: 'completed', attempt: 2, earlier: [{ attempt: 1, error: { message: 'boom' } }] } },
    ])
  })
})

describe('the result of a walk', () => {
  it('has a row for each visit, and says where budgets ended it', () => {
    const state = reduceRuns(initialRun('r'), sealed([...begin, ...round, { type: 'run.completed', output: 'three', ended: { type: 'no-edge', node: 'refine', spent: [0] } }]))
    expect(runResult(state)).toEqual({
      name: 'loop',
      success: true,
      run_id: 'r',
      output: 'three',
      error: null,
      ended: 'edge budget used up at refine: refine -> judge was taken 1 of 1 times',
      steps: ['refine#1 one', 'judge#1 two', 'refine#2 three'].map((text) => {
        const [key = '', output = ''] = text.split(' ')
        return { visit: key, node: key.slice(0, -2), status: 'completed', input: {}, output, error: null, started_at: expect.any(String), duration: expect.any(Number), hash: `h-${output}` }
      }),
    })
  })

  it('says that no edge held, and nothing at an end', () => {
    const ended = (node: string, spent: readonly number[] = []) => walkResult(reduceRuns(initialRun('r'), sealed([...begin, { type: 'run.completed', ended: { type: 'no-edge', node, spent } }])))
    expect(ended('refine').ended).toBe('no edge of refine held')
    expect(ended('route').ended).toBeNull()
    expect(ended('refine').output).toBeNull()
  })

  it('tells failures, what was passed over and what was skipped', () => {
    const state = reduceRuns(initialRun('r'), sealed([
      ...begin,
      { type: 'node.started', node: 'refine', visit: 1, input: 'x' },
      { type: 'node.completed', node: 'refine', visit: 1, output: null, output_hash: 'h', passed: { message: 'lost', kind: 'tool' } },
      { type: 'node.skipped', node: 'judge', visit: 1, reason: 'its `if` did not hold' },
      { type: 'node.started', node: 'route', visit: 1, input: 'x' },
      { type: 'node.failed', node: 'route', visit: 1, error: { message: 'boom', kind: 'tool' }, ran: true },
      { type: 'run.failed', error: { message: '"route" failed: boom', kind: 'tool' } },
    ]))
    expect(walkResult(state)).toMatchObject({
      success: false,
      error: '"route" failed: boom',
      steps: [
        { visit: 'refine#1', status: 'completed', output: null, error: 'lost', hash: 'h' },
        { visit: 'judge#1', status: 'skipped', input: null, output: null, error: null, hash: null },
        { visit: 'route#1', status: 'failed', input: 'x', output: null, error: 'boom', hash: null },
      ],
    })
  })
})
