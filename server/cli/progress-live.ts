import type { NodeState, RunEvent } from '../../src/core/index.ts'
import { doneBefore, firstLine, outputLine, retryLine, visitName, type Progress, type ProgressOptions } from './progress.ts'
import { showDuration } from './show-values.ts'
import { fit, visible, widthOf } from './width.ts'

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const interval = 100

/** Cells that the id of a node may take. */
const longestName = 30

type Running = { readonly name: string; readonly since: number; text: string; retry: string | null }

/**
 * A line for every node: those at work in a live part at the bottom, with a spinner, their time and the
 * first line of what they have so far; those that ended above it, for good. The live part is written
 * over itself line by line, so that nothing flickers, and never higher than the screen.
 */
export function createLiveProgress({ io, style, ids, walks = false, before }: ProgressOptions): Progress {
  const { err } = io
  const running = new Map<string, Running>()
  const started = Date.now()
  const of = walks ? '' : ` of ${ids.length}`
  const width = Math.min(longestName, Math.max(0, ...ids.map((id) => widthOf(visible(id)))))
  let ended = before === null ? 0 : doneBefore(before)
  let frame = 0
  let drawn: number[] = []
  let above: string[] = []
  let pending: ReturnType<typeof setTimeout> | undefined
  let over = false
  const timer = setInterval(() => {
    frame += 1
    draw()
  }, interval)
  timer.unref()
  const stopResizing = err.onResize(() => draw())
  err.write('\u001b[?25l')
  if (ended > 0) above.push(style.dim(`going on after ${ended}${of} steps`))

  function draw(): void {
    clearTimeout(pending)
    pending = undefined
    if (over) return
    const columns = err.columns()
    // Lines of the live part that the terminal has wrapped since take more than one row.
    const rows = drawn.reduce((sum, width) => sum + Math.max(1, Math.ceil(width / columns)), 0)
    const live = liveLines(columns - 1, Math.max(2, err.rows() - 2))
    const lines = [...above, ...live].map((line) => `${line}\u001b[K\n`).join('')
    err.write(`${rows > 0 ? `\u001b[${rows}A` : ''}\r${lines}\u001b[J`)
    above = []
    drawn = live.map((line) => widthOf(line.replaceAll(colour, '')))
  }

  function soon(): void {
    pending ??= setTimeout(draw, 30)
  }

  function liveLines(columns: number, rows: number): string[] {
    if (running.size === 0 && ended === 0) return []
    const all = [...running]
    const shown = all.slice(0, all.length > rows - 1 ? rows - 2 : all.length)
    const lines = shown.map(([, { name, since, text, retry }]) =>
      row(columns, style.cyan(frames[frame % frames.length] ?? ''), name, showDuration(Date.now() - since), retry ?? firstLine(text), retry === null ? style.dim : style.yellow),
    )
    if (shown.length < all.length) lines.push(style.dim(`  … and ${all.length - shown.length} more at work`))
    lines.push(style.dim(fit(`  ${ended}${of} done, ${showDuration(Date.now() - started)}`, columns)))
    return lines
  }

  function row(columns: number, mark: string, id: string, time: string, text: string, paint: (text: string) => string): string {
    const name = fit(visible(id), longestName)
    const head = `${mark} ${style.bold(name)}${' '.repeat(Math.max(0, width - widthOf(name)))} ${style.dim(time.padStart(6))} `
    return `${head}${paint(fit(visible(text), columns - 3 - Math.max(width, widthOf(name)) - Math.max(6, time.length) - 1))}`.trimEnd()
  }

  function finished(visit: { readonly node: string; readonly visit: number }, mark: string, time: string, text: string, paint: (text: string) => string): void {
    running.delete(visit.node)
    ended += 1
    above.push(row(err.columns() - 1, mark, visitName(visit), time, text, paint))
    soon()
  }

  function timeOf(state: NodeState | undefined): string {
    return state?.status === 'completed' || state?.status === 'failed' ? showDuration(state.ms) : ''
  }

  return {
    event(event, node) {
      switch (event.type) {
        case 'node.output': {
          const at = running.get(event.node)
          // Only the first line is shown: the rest of a long answer is not kept here.
          if (at !== undefined && at.text.length < 4_000) at.text += event.text
          break
        }
        case 'node.started':
          running.set(event.node, { name: visitName(event), since: Date.now(), text: '', retry: null })
          soon()
          break
        case 'node.retrying': {
          const at = running.get(event.node)
          if (at === undefined) break
          at.text = ''
          at.retry = retryLine(event)
          soon()
          break
        }
        case 'node.completed':
          if (event.passed) finished(event, style.yellow('-'), timeOf(node(event.node)), `failed, passed over: ${event.passed.message}`, style.yellow)
          else finished(event, style.green('✓'), timeOf(node(event.node)), `${event.simulated === true ? '(simulated) ' : ''}${outputLine(event.output)}`, (text) => text)
          break
        case 'node.failed':
          finished(event, event.ran ? style.red('✗') : style.dim('-'), event.ran ? timeOf(node(event.node)) : '', event.error.message, event.ran ? style.red : style.dim)
          break
        case 'node.skipped':
          finished(event, style.dim('-'), '', `skipped: ${event.reason}`, style.dim)
          break
        case 'log':
          above.push(style.dim(fit(visible(remark(event)), err.columns() - 1)))
          soon()
          break
        default:
          break
      }
    },
    note(text) {
      above.push(text)
      draw()
    },
    end() {
      if (over) return
      for (const { name, since } of running.values()) above.push(row(err.columns() - 1, style.yellow('■'), name, showDuration(Date.now() - since), 'cut off', style.yellow))
      running.clear()
      draw()
      over = true
      clearInterval(timer)
      clearTimeout(pending)
      stopResizing()
      // The count belongs to the live part only; what comes next says it better.
      err.write(`${drawn.length > 0 ? `\u001b[${drawn.length}A` : ''}\r\u001b[J\u001b[?25h`)
    },
  }
}

function remark(event: Extract<RunEvent, { type: 'log' }>): string {
  return `${event.node === undefined ? '' : `${event.node}: `}${event.message}`
}

// oxlint-disable-next-line no-control-regex -- the colours that this very file writes
const colour = /\u001b\[\d*m/g
