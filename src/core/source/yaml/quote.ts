import type { Range, TextEdit } from '../../text/edit.ts'

/** Text as a quoted YAML scalar of one line, in the quotes that need no escapes if there are any. */
export function quoted(text: string): string {
  if (!/["\\]/.test(text)) return `"${text}"`
  if (!text.includes("'")) return `'${text}'`
  return `"${text.replace(/[\\"]/g, '\\$&')}"`
}

/** What stands before the value of a line: dashes, a key and its colon. */
const BEFORE_VALUE = /^ *(?:- +)*(?:(?:"[^"]*"|'[^']*'|[^\s"'#[\]{},:-][^:#]*|-[^\s:#][^:#]*):[ \t]+)?/

/** The value that a line holds after its key, without white space at its end; null when there is none. */
export function valueOfLine(text: string, line: Range): Range | null {
  const content = text.slice(line.start, line.end)
  const start = BEFORE_VALUE.exec(content)?.[0].length ?? 0
  const end = content.trimEnd().length
  return start < end ? { start: line.start + start, end: line.start + end } : null
}

/** The edit that takes all of a line's value as text, whatever it looks like: puts quotes around it. */
export function quoteValue(text: string, line: Range): TextEdit | null {
  const range = valueOfLine(text, line)
  if (!range) return null
  const written = text.slice(range.start, range.end)
  const quote = written[0] ?? ''
  const isQuoted = (quote === '"' || quote === "'") && written.length > 1 && written.endsWith(quote)
  return { range, text: quoted(isQuoted ? written.slice(1, -1) : written) }
}
