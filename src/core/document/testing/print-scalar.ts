import { choose } from './style.ts'
import type { Style } from './style.ts'

export type ScalarLines = {
  /** What stands behind the key or the dash. */
  readonly head: string
  /** Whole lines that follow. */
  readonly rest: readonly string[]
  /** It is a block text, before whose first line a comment may stand. */
  readonly block?: true
  /** It ends in `|+`. */
  readonly keeps?: true
}

/** One of the ways to write a text: plain, quoted, over several lines, or as block text. */
export function printScalar(style: Style, place: string, value: string, indent: number): ScalarLines {
  const way = choose(style, style.quotes, place, 5)
  const pad = ' '.repeat(indent)
  if (value.includes('\n') || choose(style, style.blockText, `one ${place}`, 6) === 1) {
    const block = choose(style, style.blockText, `block ${place}`, 3) === 2 ? folded(style, place, value, pad) : literal(style, place, value, pad)
    if (block !== null && (style.blockText || choose(style, true, place, 2) === 0)) return block
  }
  if (isPlain(value, false) && way !== 1 && way !== 2) {
    return way === 3 ? broken(value, '', '', pad) : { head: value, rest: [] }
  }
  if (way === 1 && isOneLine(value)) return broken(`'${value.replaceAll("'", "''")}'`, '', '', pad, choose(style, true, `b ${place}`, 3) !== 1)
  const quoted = JSON.stringify(value)
  return way === 2 && isOneLine(value) && !quoted.includes('\\') ? broken(quoted, '', '', pad, choose(style, true, `b ${place}`, 3) !== 1) : { head: quoted, rest: [] }
}

/** A text inside a flow collection: on one line. */
export function printFlowScalar(style: Style, place: string, value: string): string {
  const way = choose(style, style.quotes, place, 3)
  if (way === 0 && isPlain(value, true)) return value
  if (way === 1 && isOneLine(value)) return `'${value.replaceAll("'", "''")}'`
  return JSON.stringify(value)
}

export function isPlain(value: string, flow: boolean): boolean {
  if (!isOneLine(value) || value === '' || value.trim() !== value) return false
  if (/^[-?:,[\]{}#&*!|>'"%@`]/.test(value) || /^(?:~|null|Null|NULL|<<|=|\.\.\.)$/.test(value)) return false
  if (/:(?:\s|$)|\s#/.test(value)) return false
  return !(flow && /[,[\]{}:]/.test(value))
}

function isOneLine(value: string): boolean {
  // eslint-disable-next-line no-control-regex
  return !/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/.test(value)
}

/** Breaks a text at a single space, which reading folds back into one. */
function broken(text: string, before: string, after: string, pad: string, whole = false): ScalarLines {
  const at = text.slice(0, -2).search(/(?<=[^\s'"\\]{2}) (?=[A-Za-z]{2})/)
  if (whole || at <= 0) return { head: before + text + after, rest: [] }
  return { head: before + text.slice(0, at), rest: [pad + text.slice(at + 1) + after] }
}

function blockIsFaithful(value: string): boolean {
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]/.test(value)) return false
  return value.trim() !== '' && value.split('\n').every((line) => line === '' || line.trim() !== '')
}

function literal(style: Style, place: string, value: string, pad: string): ScalarLines | null {
  if (!blockIsFaithful(value) || value.startsWith('\n')) return null
  const indicator = /^[ \t]/.test(value) || choose(style, true, `width ${place}`, 4) === 1 ? String(pad.length - parentIndent(pad)) : ''
  const body = value.replace(/\n+$/, '')
  const tail = value.slice(body.length)
  const chomp = chompOf(tail)
  const rest = body.split('\n').map((line) => (line === '' ? '' : pad + line))
  for (let i = 1; i < tail.length; i += 1) rest.push('')
  return { head: `|${indicator}${chomp}`, rest, block: true, ...(chomp === '+' ? { keeps: true as const } : {}) }
}

/** Block text stands two columns right of its key. */
function parentIndent(pad: string): number {
  return Math.max(0, pad.length - 2)
}

function chompOf(tail: string): '' | '-' | '+' {
  return tail === '' ? '-' : tail.length === 1 ? '' : '+'
}

function folded(style: Style, place: string, value: string, pad: string): ScalarLines | null {
  const body = value.replace(/\n+$/, '')
  const tail = value.slice(body.length)
  if (!blockIsFaithful(body) || body.startsWith('\n')) return null
  if (body.split('\n').some((line) => /^[ \t]|[ \t]$/.test(line))) return null
  const chomp = chompOf(tail)
  const indicator = choose(style, true, `width ${place}`, 3) === 1 ? String(pad.length - parentIndent(pad)) : ''
  const rest = body
    .replaceAll(/\n+/g, (ends) => `${ends}\n`)
    .split('\n')
    .flatMap((line) => {
      const at = line.search(/(?<=\S) (?=[A-Za-z])/)
      return at > 20 ? [line.slice(0, at), line.slice(at + 1)] : [line]
    })
    .map((line) => (line === '' ? '' : pad + line))
  for (let i = 1; i < tail.length; i += 1) rest.push('')
  // Either order of the indicators is right.
  const head = choose(style, true, `order ${place}`, 2) === 0 ? `>${indicator}${chomp}` : `>${chomp}${indicator}`
  return { head, rest, block: true, ...(chomp === '+' ? { keeps: true as const } : {}) }
}
