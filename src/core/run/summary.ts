import type { RunEvent, StartedBy, Usage } from './event.ts'
import type { RunStatus } from './state.ts'
import { addUsage, subtractUsage } from './usage.ts'

/**
 * The little that a list of runs shows, kept by a store as events are appended: the same as the fold of
 * the whole log, without its nodes. `counted` is what the sub-records of each visit have used: a visit's
 * total, which comes later, covers them.
 */
export type SummaryFold = {
  workflow: string
  file: string | undefined
  started_by: StartedBy | undefined
  status: RunStatus
  created_at: string
  ended_at: string | undefined
  usage: Usage
  readonly counted: Map<string, Usage>
}

export function openSummary(): SummaryFold {
  return { workflow: '', file: undefined, started_by: undefined, status: 'created', created_at: '', ended_at: undefined, usage: { input: 0, output: 0 }, counted: new Map() }
}

/** Takes one more event in, in place. */
export function summarise(fold: SummaryFold, event: RunEvent): void {
  switch (event.type) {
    case 'run.created':
      fold.workflow = event.workflow
      fold.file = event.file
      fold.started_by = event.started_by
      fold.created_at = event.at
      return
    case 'run.started':
    case 'run.resumed':
      fold.status = 'running'
      fold.ended_at = undefined
      return
    case 'run.interrupted':
      fold.status = 'interrupted'
      return
    case 'run.cancelling':
      if (fold.status === 'created' || fold.status === 'running') fold.status = 'cancelling'
      return
    case 'run.cancelled':
      return end(fold, 'cancelled', event.at)
    case 'run.completed':
      return end(fold, 'completed', event.at)
    case 'run.failed':
      return end(fold, 'failed', event.at)
    case 'model.called': {
      if (!event.usage) return
      const visit = `${event.visit} ${event.node}`
      fold.counted.set(visit, addUsage(fold.counted.get(visit), event.usage))
      fold.usage = addUsage(fold.usage, event.usage)
      return
    }
    case 'node.completed': {
      if (!event.usage) return
      const visit = `${event.visit} ${event.node}`
      fold.usage = addUsage(fold.usage, subtractUsage(event.usage, fold.counted.get(visit)))
      return
    }
    default:
      return
  }
}

function end(fold: SummaryFold, status: RunStatus, at: string): void {
  fold.status = status
  fold.ended_at = at
}
