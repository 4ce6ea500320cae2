import { outputLine, type Progress, type ProgressOptions } from './progress.ts'
import { showDuration } from './show-values.ts'
import { fit, visible } from './width.ts'

/** Cells of an output's first line that are shown: it accompanies the result, it is not the result. */
const longestOutput = 160

/** One plain line whenever something is decided: for pipes, files and CI. */
export function createPlainProgress({ io, before }: Pick<ProgressOptions, 'io' | 'before'>): Progress {
  const line = (text: string) => io.err.write(`${text}\n`)
  if (before !== null) line(`going on after ${before.order.length} steps`)
  return {
    event(event, node) {
      switch (event.type) {
        case 'node.started':
          line(`${visible(event.node)}: started`)
          break
        case 'node.retrying':
          line(`${visible(event.node)}: ${visible(event.error.message)}; try ${event.attempt + 1} in ${showDuration(event.delay)}`)
          break
        case 'node.completed': {
          const state = node(event.node)
          const time = state?.status === 'completed' ? ` in ${showDuration(state.ms)}` : ''
          line(`${visible(event.node)}: done${time}${event.simulated === true ? ' (simulated)' : ''}: ${fit(visible(outputLine(event.output)), longestOutput)}`)
          break
        }
        case 'node.failed':
          line(`${visible(event.node)}: ${event.ran ? 'failed' : 'not run'}: ${visible(event.error.message)}`)
          break
        case 'node.skipped':
          line(`${visible(event.node)}: skipped: ${visible(event.reason)}`)
          break
        case 'log':
          line(`${event.node === undefined ? '' : `${visible(event.node)}: `}${visible(event.message)}`)
          break
        default:
          break
      }
    },
    note: line,
    end: () => {},
  }
}
