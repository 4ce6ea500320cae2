import type { TextEdit } from '../text/edit.ts'
import { decodeBlock } from './scalar-block.ts'
import { Units, type ScalarMap } from './scalar-units.ts'
import type { Source, SourceScalar } from './tree.ts'

/**
 * The way between what a scalar says and how it is written: escapes, quotes, folded lines and
 * indentation undone. Null when it cannot be told; then only the whole scalar can be pointed at.
 */
export function mapScalar(source: Source, scalar: SourceScalar): ScalarMap | null {
  const units = decode(source, scalar)
  return units?.text === scalar.text ? units : null
}

function decode({ text, format }: Source, scalar: SourceScalar): Units | null {
  const { start, end } = scalar.range
  switch (scalar.style) {
    case 'plain': return decodeQuoted(text, start, end, null)
    case 'single': return decodeQuoted(text, start + 1, end - 1, "'")
    case 'double': return decodeQuoted(text, start + 1, end - 1, format === 'json' ? 'json' : '"')
    case 'literal':
    case 'folded': return decodeBlock(text, scalar)
  }
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['0', '\0'], ['a', '\x07'], ['b', '\b'], ['t', '\t'], ['\t', '\t'], ['n', '\n'], ['v', '\v'], ['f', '\f'], ['r', '\r'], ['e', '\x1b'],
  [' ', ' '], ['"', '"'], ['/', '/'], ['\\', '\\'], ['N', '\x85'], ['_', '\xa0'], ['L', '\u2028'], ['P', '\u2029'],
])
const HEX: ReadonlyMap<string, number> = new Map([['x', 2], ['u', 4], ['U', 8]])

/** A text in quotes, or a plain one: line ends fold into spaces, several into one fewer. */
function decodeQuoted(text: string, start: number, end: number, quote: '"' | "'" | 'json' | null): Units | null {
  const units = new Units()
  for (let at = start; at < end;) {
    const unit = text[at]!
    if (unit === '\\' && (quote === '"' || quote === 'json')) {
      const length = readEscape(text, at, end, units)
      if (length === 0) return null
      at += length
    } else if (unit === "'" && quote === "'") {
      units.add("'", at, at + 2)
      at += 2
    } else if (isBreak(unit)) {
      units.dropSpace()
      let breaks = 0
      const from = at
      for (; at < end && (isBreak(text[at]) || text[at] === ' ' || text[at] === '\t'); at += text.startsWith('\r\n', at) ? 2 : 1) if (isBreak(text[at])) breaks += 1
      units.add(breaks === 1 ? ' ' : '\n'.repeat(breaks - 1), from, at)
    } else {
      units.add(unit, at, at + 1, unit === ' ' || unit === '\t')
      at += 1
    }
  }
  return units
}

/** How many units of the file an escape takes; 0 when it is none. */
function readEscape(text: string, at: number, end: number, units: Units): number {
  const mark = text[at + 1] ?? ''
  const known = ESCAPES.get(mark)
  if (known !== undefined) {
    units.add(known, at, at + 2)
    return 2
  }
  const digits = HEX.get(mark)
  if (digits !== undefined) {
    const code = text.slice(at + 2, at + 2 + digits)
    const point = parseInt(code, 16)
    if (code.length < digits || !/^[0-9a-fA-F]+$/.test(code) || point > 0x10ffff) return 0
    units.add(String.fromCodePoint(point), at, at + 2 + digits)
    return 2 + digits
  }
  if (!isBreak(mark)) return 0
  // A line end behind a backslash is no text, and neither is the space before what follows.
  let next = at + (text.startsWith('\r\n', at + 1) ? 3 : 2)
  while (next < end && (text[next] === ' ' || text[next] === '\t')) next += 1
  return next - at
}

function isBreak(unit: string | undefined): boolean {
  return unit === '\n' || unit === '\r'
}

/** What stands for a text inside of a scalar, in its quotes; null where it could not stand as it is. */
function encode(scalar: SourceScalar, text: string): string | null {
  switch (scalar.style) {
    case 'plain': return /^[\p{L}\p{N}_.$]*$/u.test(text) ? text : null
    case 'single': return /[\r\n]/.test(text) ? null : text.replaceAll("'", "''")
    case 'double': return JSON.stringify(text).slice(1, -1)
    case 'literal':
    case 'folded': return /[\r\n]/.test(text) ? null : text
  }
}

/** Edits of the text that a scalar says as edits of the file; null where they cannot be made in its place. */
export function editsInScalar(source: Source, scalar: SourceScalar, edits: readonly TextEdit[]): readonly TextEdit[] | null {
  const map = mapScalar(source, scalar)
  if (!map) return null
  const written: TextEdit[] = []
  for (const { range, text } of edits) {
    const encoded = encode(scalar, text)
    if (encoded === null) return null
    written.push({ range: map.toSource(range), text: encoded })
  }
  return written
}
