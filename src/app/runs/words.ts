import { unreachable, type Json, type RunStatus } from '../../core/index.ts'

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

/** The first line of an output that says something. */
export function firstLine(output: Json): string {
  const text = typeof output === 'string' ? output : JSON.stringify(output)
  return text.slice(0, 2000).split('\n').find((line) => line.trim() !== '')?.slice(0, 300) ?? ''
}
