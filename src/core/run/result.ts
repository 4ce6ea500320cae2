import type { Json } from '../diagnostic.ts'
import type { PlanNode } from '../graph/plan.ts'
import { between } from './node-fold.ts'
import type { NodeState, RunState } from './state.ts'

/** The outcome of one node of a `dag`. Times are ISO 8601 in UTC with milliseconds, `duration` is in nanoseconds. */
export type NodeResult = {
  readonly id: string
  /** The agent type that ran it. */
  readonly agent?: string
  readonly success: boolean
  /** Text, but for an executor that gave another JSON value. */
  readonly output?: Json
  readonly error?: string
  readonly started_at: string
  readonly ended_at: string
  readonly duration: number
}

/** The outcome of a `dag` run: the format's own object, and the id of the run. */
export type DagResult = {
  readonly name: string
  /** Every node succeeded. */
  readonly success: boolean
  readonly started_at: string
  readonly ended_at: string
  readonly duration: number
  /** By id, in the order of the file. Has no prototype. */
  readonly results: { readonly [id: string]: NodeResult }
  /** The nodes that ran, in the order in which they finished. */
  readonly order: readonly string[]
  readonly run_id: string
}

/** In a millisecond. */
export const NANOSECONDS = 1_000_000

/**
 * The result of a run as far as it has come. A node that never ran (because of a failed dependency, a
 * cancel, a run that could not go on) has the moment of that decision as both times and duration 0.
 */
export function dagResult(state: RunState): DagResult {
  const started = state.started_at ?? state.created_at
  const ended = state.ended_at ?? state.updated_at ?? started
  const results = Object.create(null) as { [id: string]: NodeResult }
  let success = state.status === 'completed'
  for (const node of state.plan?.nodes ?? []) {
    const result = nodeResult(node, state.nodes[node.id] ?? { status: 'idle' }, state, ended)
    results[node.id] = result
    success &&= result.success
  }
  return {
    name: state.workflow,
    success,
    started_at: started,
    ended_at: ended,
    duration: between(started, ended) * NANOSECONDS,
    results,
    order: state.order,
    run_id: state.run,
  }
}

function nodeResult(node: PlanNode, state: NodeState, run: RunState, ended: string): NodeResult {
  const name = { id: node.id, ...(node.work.type === 'prompt' && node.work.agent ? { agent: node.work.agent } : {}) }
  switch (state.status) {
    case 'completed':
      return { ...name, success: true, output: state.output, ...times(state.started_at, state.ended_at) }
    case 'failed':
      return { ...name, success: false, error: state.error.message, ...times(state.started_at, state.ended_at) }
    case 'interrupted':
      return { ...name, success: false, error: run.status === 'cancelled' ? 'cancelled' : 'interrupted', ...times(state.started_at, state.since) }
    case 'running':
      return { ...name, success: false, error: 'still running', ...times(state.started_at, ended) }
    case 'skipped':
      return { ...name, success: true, ...times(state.at, state.at) }
    case 'idle':
    case 'queued':
      return { ...name, success: false, error: `not run: ${whyNot(run)}`, ...times(ended, ended) }
  }
}

function times(started_at: string, ended_at: string): { readonly started_at: string; readonly ended_at: string; readonly duration: number } {
  return { started_at, ended_at, duration: between(started_at, ended_at) * NANOSECONDS }
}

function whyNot(run: RunState): string {
  switch (run.status) {
    case 'cancelled':
    case 'cancelling':
      return 'the run was cancelled'
    case 'interrupted':
      return 'the run was interrupted'
    case 'failed':
      return run.error?.message ?? 'the run failed'
    case 'created':
    case 'running':
    case 'paused':
    case 'completed':
      return 'the run did not come to it'
  }
}
