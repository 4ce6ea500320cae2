import type { RunStatus, Usage } from '../../src/core/index.ts'
import type { Style } from './style.ts'

/** A length of time as people say it: `0.4 s`, `12 s`, `3 min 05 s`, `2 h 10 min`. */
export function showDuration(ms: number): string {
  if (ms < 9_950) return `${(Math.max(0, ms) / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${String(seconds % 60).padStart(2, '0')} s`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}

/** US dollars with as many digits as tell something; empty when the cost is not known. */
export function showCost({ cost }: Usage): string {
  if (cost === undefined) return ''
  if (cost === 0) return '$0'
  return cost < 0.01 ? `$${cost.toPrecision(2)}` : `$${cost.toFixed(2)}`
}

/** Counted tokens, where any were. */
export function showTokens({ input, output }: Usage): string {
  const total = input + output
  return total === 0 ? '' : `${total.toLocaleString('en-US')} tokens`
}

/** A time in the machine's own zone: `2026-11-30 09:05`. */
export function showTime(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`
}

export function showStatus(status: RunStatus, style: Style): string {
  switch (status) {
    case 'completed':
      return style.green('completed')
    case 'failed':
      return style.red('failed')
    case 'interrupted':
    case 'cancelled':
    case 'cancelling':
    case 'paused':
      return style.yellow(status)
    case 'created':
    case 'running':
      return style.cyan(status)
  }
}

/** Columns side by side, separated by two spaces; `widths` measures without colours. */
export function columns(rows: readonly (readonly string[])[], widthOf: (text: string) => number): string {
  const widths: number[] = []
  for (const row of rows) for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, widthOf(cell))
  return rows.map((row) => `${row.map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - widthOf(cell))).join('  ').trimEnd()}\n`).join('')
}
