import { createLiveProgress } from './progress-live.ts'
import { createPlainProgress } from './progress-plain.ts'
import type { Progress, ProgressOptions } from './progress.ts'

/** Live lines where somebody watches, plain lines elsewhere. */
export function createProgress(options: ProgressOptions): Progress {
  return options.io.err.isTerminal && options.io.env.TERM !== 'dumb' ? createLiveProgress(options) : createPlainProgress(options)
}
