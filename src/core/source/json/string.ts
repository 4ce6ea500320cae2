import type { Diagnostic } from '../../diagnostic.ts'
import { codePoint } from '../characters.ts'

/** A string as read: its text, the offset after it, and what is wrong with it. */
export type JsonString = {
  readonly text: string
  readonly end: number
  readonly isClosed: boolean
  readonly faults: readonly Pick<Diagnostic, 'code' | 'message' | 'range'>[]
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'], ['\\', '\\'], ['/', '/'], ['b', '\b'], ['f', '\f'], ['n', '\n'], ['r', '\r'], ['t', '\t'],
])

const NAMES: ReadonlyMap<number, string> = new Map([
  [0x09, 'a tab, write `\\t`'], [0x0a, 'a line break, write `\\n`'], [0x0d, 'a carriage return, write `\\r`'],
])

/**
 * Reads the string whose opening quote is at `start`. `quote` is `"`, or `'` for a string that is
 * wrong for its quotes alone. A string that is not closed ends at its line's end.
 */
export function readJsonString(source: string, start: number, quote: '"' | "'"): JsonString {
  const faults: Pick<Diagnostic, 'code' | 'message' | 'range'>[] = []
  const parts: string[] = []
  const lastLine = closingLine(source, start, quote)
  let from = start + 1
  let at = from
  for (;;) {
    const unit = source.charCodeAt(at)
    if (Number.isNaN(unit) || at >= lastLine.end) {
      parts.push(source.slice(from, at))
      return { text: parts.join(''), end: at, isClosed: false, faults }
    }
    if (source[at] === quote) {
      parts.push(source.slice(from, at))
      return { text: parts.join(''), end: at + 1, isClosed: true, faults }
    }
    if (unit === 0x5c) {
      parts.push(source.slice(from, at))
      const escape = readEscape(source, at, quote)
      if (escape.fault) faults.push({ code: 'json/syntax', message: escape.fault, range: { start: at, end: escape.end } })
      parts.push(escape.text)
      at = from = escape.end
      continue
    }
    if (unit < 0x20) faults.push({
      code: 'json/control-character',
      message: `A JSON string cannot hold ${NAMES.get(unit) ?? `the control character ${codePoint(unit)} as it is, write \`\\u${unit.toString(16).padStart(4, '0')}\``}.`,
      range: { start: at, end: at + 1 },
    })
    at += 1
  }
}

/**
 * Where the string must end at the latest. A string may hold raw line breaks (each a fault) if it
 * is closed at all and what follows the quote can follow a string; else it ends with its line.
 */
function closingLine(source: string, start: number, quote: string): { readonly end: number } {
  let at = start + 1
  let firstLineEnd = -1
  while (at < source.length) {
    const char = source[at]
    if (char === '\\') at += 1
    else if (char === quote) {
      if (firstLineEnd < 0) return { end: source.length }
      let next = at + 1
      while (/[ \t\r\n]/.test(source[next] ?? '')) next += 1
      // After the true end of a string stands one of these; a quote that opens the next key is followed by a word.
      return { end: next >= source.length || ',:]}'.includes(source[next] ?? '') ? source.length : firstLineEnd }
    } else if ((char === '\n' || char === '\r') && firstLineEnd < 0) firstLineEnd = at
    at += 1
  }
  return { end: firstLineEnd < 0 ? source.length : firstLineEnd }
}

function readEscape(source: string, at: number, quote: string): { text: string; end: number; fault?: string } {
  const char = source[at + 1] ?? ''
  const known = ESCAPES.get(char)
  if (known !== undefined) return { text: known, end: at + 2 }
  if (char === quote) return { text: char, end: at + 2 }
  if (char === 'u') {
    const digits = source.slice(at + 2, at + 6)
    if (/^[0-9a-fA-F]{4}$/.test(digits)) return { text: String.fromCharCode(parseInt(digits, 16)), end: at + 6 }
    return { text: '\\u', end: at + 2, fault: 'After `\\u` JSON wants four hexadecimal digits, as in `\\u00e9`.' }
  }
  if (char === '' || char === '\n' || char === '\r') {
    return { text: '\\', end: at + 1, fault: 'A backslash cannot end a line of a JSON string. Write `\\n` for a line break.' }
  }
  return { text: `\\${char}`, end: at + 2, fault: `JSON has no escape \`\\${char}\`. Write \`\\\\\` for a backslash.` }
}
