import type { RunStatus } from '../core/index.ts'

/** Statuses after which a run's log does not grow unless somebody resumes it. */
export function isTerminal(status: RunStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled'
}
