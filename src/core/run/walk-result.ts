import type { Json } from '../diagnostic.ts'
import type { WalkPlan } from '../graph/plan.ts'
import { between } from './node-fold.ts'
import { NANOSECONDS } from './result.ts'
import type { RunState, Visit } from './state.ts'

/** One visit of a walk. `started_at` is ISO 8601 in UTC with milliseconds, `duration` is in nanoseconds. */
export type StepResult = {
  /** `judge#2` is the second visit of the node. */
  readonly visit: string
  readonly node: string
  readonly status: 'completed' | 'failed' | 'skipped' | 'running' | 'interrupted'
  readonly input: Json
  /** Null where there is none. */
  readonly output: Json
  /** Also of a failure that `on_error: skip` passed over: the step is completed then. */
  readonly error: string | null
  readonly started_at: string
  readonly duration: number
  /** Of the output, chained over the visits before; null where there is none. */
  readonly hash: string | null
}

/** The outcome of a run of `steps` or of a `flow`. */
export type WalkResult = {
  readonly name: string
  readonly success: boolean
  readonly run_id: string
  /** The reply; null while there is none. */
  readonly output: Json
  readonly error: string | null
  /** Why the walk stopped before an end: which edges had no budget left, or that none held. Null at an end. */
  readonly ended: string | null
  /** The visits in the order in which they began, each once, however often it was tried. */
  readonly steps: readonly StepResult[]
}

/** The result of a walk as far as it has come. */
export function walkResult(state: RunState): WalkResult {
  return {
    name: state.workflow,
    success: state.status === 'completed',
    run_id: state.run,
    output: state.output ?? null,
    error: state.error?.message ?? whyNot(state),
    ended: state.ended === undefined || state.plan?.kind !== 'walk' ? null : showEnd(state.plan, state),
    steps: state.visits.map((visit) => stepResult(visit, state)),
  }
}

/** What there is to say of a walk's end; null when it came to an end of the flow. */
export function showEnd(plan: WalkPlan, { ended, taken }: Pick<RunState, 'ended' | 'taken'>): string | null {
  if (ended?.type !== 'no-edge') return null
  const spent = ended.spent.flatMap((place) => {
    const edge = plan.edges[place]
    return edge ? [`${edge.from} -> ${edge.to ?? 'end'} was taken ${taken[place] ?? 0} of ${edge.max_iterations} times`] : []
  })
  if (spent.length > 0) return `edge budget used up at ${ended.node}: ${spent.join(', ')}`
  return plan.edges.some(({ from }) => from === ended.node) ? `no edge of ${ended.node} held` : null
}

function whyNot({ status }: RunState): string | null {
  return status === 'completed' ? null : status === 'cancelled' || status === 'interrupted' ? `the run was ${status}` : 'the run has not ended'
}

function stepResult({ node, state }: Visit, run: RunState): StepResult {
  const name = { visit: `${node}#${state.visit}`, node }
  switch (state.status) {
    case 'completed':
      return { ...name, status: 'completed', input: state.input, output: state.output, error: state.passed?.message ?? null, started_at: state.started_at, duration: state.ms * NANOSECONDS, hash: state.hash }
    case 'failed':
      return { ...name, status: 'failed', input: state.input, output: null, error: state.error.message, started_at: state.started_at, duration: state.ms * NANOSECONDS, hash: null }
    case 'skipped':
      return { ...name, status: 'skipped', input: null, output: null, error: null, started_at: state.at, duration: 0, hash: null }
    case 'interrupted':
      return { ...name, status: 'interrupted', input: state.input, output: null, error: run.status === 'cancelled' ? 'cancelled' : 'interrupted', started_at: state.started_at, duration: between(state.started_at, state.since) * NANOSECONDS, hash: null }
    case 'running':
      return { ...name, status: 'running', input: state.input, output: null, error: null, started_at: state.started_at, duration: between(state.started_at, run.updated_at ?? state.started_at) * NANOSECONDS, hash: null }
  }
}
