import { unreachable, type RunState, type RunStatus, type StartedBy } from '../../core/index.ts'
import type { ShownStatus } from '../shell/parts/index.ts'

/** The status of a run as it is shown. */
export function runWord(status: RunStatus): string {
  switch (status) {
    case 'created':
      return 'Starting'
    case 'running':
      return 'Running'
    case 'interrupted':
      return 'Interrupted'
    case 'paused':
      return 'Waiting for you'
    case 'cancelling':
      return 'Stopping'
    case 'cancelled':
      return 'Stopped'
    case 'completed':
      return 'Completed'
    case 'failed':
      return 'Failed'
    default:
      return unreachable(status)
  }
}

/** Why a walk stopped, in words; null while it goes, and for a run that is none. */
export function endWords({ ended, plan, taken }: Pick<RunState, 'ended' | 'plan' | 'taken'>): string | null {
  if (ended === undefined || plan?.kind !== 'walk') return null
  if (ended.type === 'end') return `Came to the end after ${ended.node}.`
  const spent = ended.spent.flatMap((place) => {
    const edge = plan.edges[place]
    return edge ? [`the edge to ${edge.to ?? 'the end'} was taken ${taken[place] ?? 0} of ${edge.max_iterations} times`] : []
  })
  if (spent.length > 0) return `Stopped at ${ended.node}: ${spent.join(', ')}.`
  return plan.edges.some(({ from }) => from === ended.node) ? `Stopped at ${ended.node}: none of its edges held.` : `Came to the last node, ${ended.node}.`
}

/** The status whose icon stands for that of a run. */
export function runIcon(status: RunStatus): ShownStatus {
  switch (status) {
    case 'created':
      return 'queued'
    case 'cancelling':
      return 'running'
    case 'cancelled':
      return 'skipped'
    case 'paused':
      return 'waiting'
    case 'running':
    case 'interrupted':
    case 'completed':
    case 'failed':
      return status
    default:
      return unreachable(status)
  }
}

/** What started a run, in a word or two; nothing for one that a program started. */
export function startWord(by: StartedBy | undefined): string {
  switch (by) {
    case 'editor':
      return 'By hand'
    case 'command line':
      return 'Command line'
    case 'hook':
      return 'HTTP'
    case 'cron':
      return 'Schedule'
    case undefined:
      return ''
    default:
      return unreachable(by)
  }
}
