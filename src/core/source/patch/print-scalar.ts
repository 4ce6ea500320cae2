import { isPlainText, isPrintable } from './plain.ts'
import type { ScalarPlace } from './plain.ts'

export type Quote = 'single' | 'double'

/** A text as YAML on one line: plain where every reader takes it for this text, else in quotes. */
export function printText(text: string, place: ScalarPlace, quote: Quote = 'double'): string {
  return isPlainText(text, place) ? text : printQuoted(text, fittingQuote(text, quote))
}

/** The quotes that were asked for, but for a text that only they would fill with escapes, as JSON is in double ones. */
export function fittingQuote(text: string, quote: Quote): Quote {
  return quote === 'double' && /["\\]/.test(text) && !text.includes("'") && canBeSingle(text) ? 'single' : quote
}

/** A text in the quotes asked for; single quotes hold only what needs no escape, other text gets double ones. */
export function printQuoted(text: string, quote: Quote): string {
  return quote === 'single' && canBeSingle(text) ? `'${text.replaceAll("'", "''")}'` : printDouble(text)
}

export function canBeSingle(text: string): boolean {
  return isPrintable(text) && !/[\n\t]/.test(text)
}

/** A text in double quotes, with the escapes of JSON only, so that it reads the same as JSON and as YAML. */
export function printDouble(text: string): string {
  return escape(JSON.stringify(text))
}

/** A text as a JSON string that may stand in a page: no `</`, `<!--` or line separator in it as such. */
export function printJsonText(text: string): string {
  return escape(JSON.stringify(text)).replace(/<(?=[/!])/g, '\\u003c')
}

function escape(json: string): string {
  return json.replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, (unit) =>
    `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** How a literal scalar ends: cut to no final line end, clipped to one, or all kept. */
export type Chomping = '-' | '' | '+'

/** A text as a literal scalar: the header without comment, and the lines after it, not yet indented. */
export type Literal = {
  readonly chomping: Chomping
  /** Must the header say the indentation, because the text itself begins with space? */
  readonly indicated: boolean
  /** Lines of the text. With `+` the last ones are the empty lines that are kept. */
  readonly lines: readonly string[]
}

/**
 * The text as a literal scalar, or null where such a scalar cannot hold it exactly on every reader:
 * control characters, other line ends than LF, byte order marks; text that is only line ends; and
 * lines of nothing but spaces at its start or end, which readers count differently.
 */
export function toLiteral(text: string): Literal | null {
  if (!isPrintable(text) || !/[^\n]/.test(text)) return null
  let trailing = 0
  while (text[text.length - 1 - trailing] === '\n') trailing += 1
  const body = text.slice(0, text.length - trailing).split('\n')
  const first = body.find((line) => line !== '') ?? ''
  const last = body.at(-1) ?? ''
  if (/^[ \t]*$/.test(first) || /^[ \t]*$/.test(last)) return null
  return {
    chomping: trailing === 0 ? '-' : trailing === 1 ? '' : '+',
    indicated: /^[ \t]/.test(first),
    lines: trailing > 1 ? [...body, ...Array<string>(trailing - 1).fill('')] : body,
  }
}

/** The header of a literal whose lines are indented by `step` columns more than its parent. */
export function literalHeader(literal: Literal, step: number): string {
  return `|${literal.indicated ? step : ''}${literal.chomping}`
}

/** The literal's lines, each after a line end; empty lines carry no indentation. */
export function literalLines(literal: Literal, column: number, eol: string): string {
  const indent = ' '.repeat(column)
  return literal.lines.map((line) => eol + (line === '' ? '' : indent + line)).join('')
}
