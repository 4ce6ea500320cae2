import type { NodeDelta, RunEvent } from './event.ts'
import { openFold } from './fold.ts'
import type { RunState } from './state.ts'

/** A run of which nothing is known yet. */
export function initialRun(run: string): RunState {
  return {
    run,
    status: 'created',
    workflow: '',
    definitionHash: '',
    plan: null,
    options: null,
    inputs: null,
    nodes: Object.freeze(Object.create(null) as RunState['nodes']),
    order: [],
    visits: [],
    taken: [],
    created_at: '',
    usage: { input: 0, output: 0 },
    attempts: 0,
    restored: 0,
    seq: 0,
    head: '',
  }
}

/**
 * The state after one more event. An event of another run, an older or a doubled one gives back the same
 * state; a type that this version does not know only moves `seq` on. Copies the map of nodes: for more
 * than a few events at a time use `reduceRuns`.
 */
export function reduceRun(state: RunState, event: RunEvent | NodeDelta): RunState {
  return reduceRuns(state, [event])
}

/** `reduceRun` over many events, in time proportional to events plus nodes. */
export function reduceRuns(state: RunState, events: Iterable<RunEvent | NodeDelta>): RunState {
  const fold = openFold(state)
  let changed = false
  for (const event of events) changed = fold.apply(event) || changed
  return changed ? fold.state() : state
}
