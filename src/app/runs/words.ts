import { unreachable, type RunStatus } from '../../core/index.ts'
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
