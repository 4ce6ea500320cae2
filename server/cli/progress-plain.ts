import { doneBefore, outputLine, retryLine, visitName, type Progress, type ProgressOptions } from './progress.ts'
import { showDuration } from './show-values.ts'
import { fit, visible } from './width.ts'

/** Cells of an output's first line that are shown: it accompanies the result, it is not the result. */
const longestOutput = 160

/** One plain line whenever something is decided: for pipes, files and CI. */
export function createPlainProgress({ io, before }: Pick<ProgressOptions, 'io' | 'before'>): Progress {
  const line = (text: string) => io.err.write(`${text}\n`)
  if (before !== null) line(`going on after ${doneBefore(before)} steps`)
  return {
    event(event, node) {
      switch (event.type) {
        case 'node.started':
          line(`${visible(visitName(event))}: started`)
          break
        case 'node.retrying':
          line(`${visible(visitName(event))}: ${visible(retryLine(event))}`)
          break
        case 'node.completed': {
          const state = node(event.node)
          const time = state?.status === 'completed' ? ` in ${showDuration(state.ms)}` : ''
          if (event.passed) line(`${visible(visitName(event))}: failed${time}, passed over: ${visible(event.passed.message)}`)
          else line(`${visible(visitName(event))}: done${time}${event.simulated === true ? ' (simulated)' : ''}: ${fit(visible(outputLine(event.output)), longestOutput)}`)
          break
        }
        case 'node.failed':
          line(`${visible(visitName(event))}: ${event.ran ? 'failed' : 'not run'}: ${visible(event.error.message)}`)
          break
        case 'node.skipped':
          line(`${visible(visitName(event))}: skipped: ${visible(event.reason)}`)
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
