import { afterBreak, beforeBreak, lineEnd, lineStart } from '../source/patch/lines.ts'

/** A line of YAML in block style, as far as one line tells. Columns count from 0. */
export type BlockLine = {
  /** The offset of its first character. */
  readonly start: number
  readonly text: string
  readonly dashes: readonly number[]
  /** Where its content stands, behind dashes. */
  readonly column: number
  readonly key: { readonly name: string; /** What stands behind the colon, comment taken off. */ readonly value: string; /** The offset of it. */ readonly valueStart: number } | null
  /** Blank, or a comment alone. */
  readonly isEmpty: boolean
}

const KEY = /^(?:"((?:[^"\\]|\\.)*)"\s*|'((?:[^']|'')*)'\s*|([^\s"'#[\]{},&*!|>%@`?-][^:]*|[?-][^\s:][^:]*)):(?=\s|$)/

export function blockLine(text: string, start: number): BlockLine {
  return parseLine(text.slice(start, lineEnd(text, start)), start)
}

/** The last line before the one that starts at `start`, of those that begin no deeper than `deepest`; null when there is none. */
export function lineBefore(text: string, start: number, deepest = Infinity): BlockLine | null {
  for (let next = start; ; ) {
    const end = beforeBreak(text, next)
    if (end === next) return null
    next = lineStart(text, end)
    if (deepest === Infinity || !isDeeper(text, next, deepest)) return parseLine(text.slice(next, end), next)
  }
}

/** Do more than so many spaces stand before what is written on the line? */
function isDeeper(text: string, start: number, column: number): boolean {
  for (let at = start; at <= start + column; at += 1) if (text[at] !== ' ') return false
  return true
}

/** The line after; null behind the last. */
export function lineAfter(text: string, line: BlockLine): BlockLine | null {
  const end = line.start + line.text.length
  return end >= text.length ? null : blockLine(text, afterBreak(text, end))
}

export function parseLine(line: string, start: number): BlockLine {
  const [whole, indent = '', marks = ''] = /^( *)((?:-(?: +|$))*)/.exec(line)!
  const dashes = [...marks.matchAll(/-/g)].map(({ index }) => indent.length + index)
  const content = line.slice(whole.length)
  const isEmpty = dashes.length === 0 && /^\s*(?:#|$)/.test(content)
  const match = KEY.exec(content)
  const key = match && !isEmpty
    ? keyOf(match, content, start + whole.length)
    : null
  return { start, text: line, dashes, column: whole.length, key, isEmpty: isEmpty || /^(?:---|\.\.\.)(?:\s|$)/.test(line) }
}

function keyOf(match: RegExpExecArray, content: string, start: number): BlockLine['key'] {
  const name = match[1] ?? match[2]?.replaceAll("''", "'") ?? match[3]?.trimEnd() ?? ''
  const behind = content.slice(match[0].length)
  const gap = /^\s*/.exec(behind)![0].length
  return { name, value: withoutComment(behind.slice(gap)).trimEnd(), valueStart: start + match[0].length + gap }
}

/** The text without a comment at its end. A `#` in quotes begins none. */
export function withoutComment(value: string): string {
  if (value.startsWith('#')) return ''
  const quoted = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/.exec(value)?.[0].length ?? 0
  const at = value.slice(quoted).search(/\s#/)
  return at < 0 ? value : value.slice(0, quoted + at)
}

/** Does the value go on in the lines below, as text whose lines mean nothing? */
export function isTextBelow(value: string): boolean {
  return /^(?:[&!]\S*\s+)*[|>][-+0-9]*$/.test(value)
}

/** Is nothing written yet but an anchor or a tag? */
export function isNothing(value: string): boolean {
  return /^(?:[&!]\S*(?:\s+|$))*$/.test(value)
}
