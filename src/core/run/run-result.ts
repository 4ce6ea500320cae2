import { dagResult, type DagResult } from './result.ts'
import type { RunState } from './state.ts'
import { walkResult, type WalkResult } from './walk-result.ts'

/** The outcome of a run, in the form of its format. */
export type RunResult = DagResult | WalkResult

/** The result of a run as far as it has come, in the form of its format. */
export function runResult(state: RunState): RunResult {
  return state.plan?.kind === 'walk' ? walkResult(state) : dagResult(state)
}
