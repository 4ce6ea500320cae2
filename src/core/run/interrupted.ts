import { interruptNode, unqueueNode } from './node-fold.ts'
import type { NodeState, RunState, RunStatus, VisitState } from './state.ts'

/** Statuses in which some process should be at work on the run. */
export function isUnderWay(status: RunStatus): boolean {
  return status === 'created' || status === 'running' || status === 'cancelling'
}

/**
 * The state of a run that says it is under way, though nobody works on it any more: interrupted at its
 * last event. A run that is not under way stays as it is.
 */
export function asInterrupted(state: RunState): RunState {
  if (!isUnderWay(state.status)) return state
  const since = state.updated_at ?? state.created_at
  const nodes = Object.create(null) as { [id: string]: NodeState }
  for (const id of Object.keys(state.nodes)) nodes[id] = interruptNode(unqueueNode(state.nodes[id]!), since)
  const visits = state.visits.map((visit) => {
    const after = interruptNode(visit.state, since) as VisitState
    return after === visit.state ? visit : { node: visit.node, state: after }
  })
  return { ...state, status: 'interrupted', nodes, visits }
}
