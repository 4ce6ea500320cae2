import { Units } from './scalar-units.ts'
import type { SourceScalar } from './tree.ts'

type Line = { readonly start: number; readonly text: string }

/** Deeper than this nobody indents; what is found wrong then is pointed at as a whole. */
const MOST_INDENT = 200

/** A literal or folded text. Null when no indentation makes it say what was read. */
export function decodeBlock(text: string, scalar: SourceScalar): Units | null {
  const lines = linesOf(text, scalar)
  const first = lines.find((line) => line.text.trim() !== '')
  if (!first) return scalar.text.replaceAll('\n', '') === '' ? tail(new Units(), scalar) : null
  const deepest = Math.min(MOST_INDENT, /^ */.exec(first.text)![0].length)
  // The first line tells the indentation, unless a digit behind `|` says that some of its spaces are text.
  const surplus = /^\n*( *)/.exec(scalar.text)![1]!.length
  const indent = deepest - (scalar.style === 'literal' || surplus <= deepest ? surplus : 0)
  if (indent < 0) return null
  const stripped = lines.map((line): Line => {
    const spaces = Math.min(indent, /^ */.exec(line.text)![0].length)
    return { start: line.start + spaces, text: line.text.slice(spaces) }
  })
  const units = scalar.style === 'literal' ? literal(stripped) : folded(stripped)
  return scalar.text.startsWith(units.text) ? tail(units, scalar) : null
}

/** The lines below the header, without their ends. */
function linesOf(text: string, { range }: SourceScalar): readonly Line[] {
  const lines: Line[] = []
  let at = afterLine(text, range.start)
  while (at < range.end) {
    let end = at
    while (end < range.end && text[end] !== '\n' && text[end] !== '\r') end += 1
    lines.push({ start: at, text: text.slice(at, end) })
    at = end + (text.startsWith('\r\n', end) ? 2 : 1)
  }
  return lines
}

function afterLine(text: string, from: number): number {
  let end = from
  while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end += 1
  return end + (text.startsWith('\r\n', end) ? 2 : 1)
}

function body(lines: readonly Line[]): readonly Line[] {
  return lines.slice(0, lines.findLastIndex(({ text }) => text !== '') + 1)
}

function literal(lines: readonly Line[]): Units {
  const units = new Units()
  for (const [index, { start, text }] of body(lines).entries()) {
    if (index > 0) units.add('\n', start, start)
    units.addRun(text, start)
  }
  return units
}

function folded(lines: readonly Line[]): Units {
  const units = new Units()
  let before: Line | null = null
  let blank = 0
  for (const line of body(lines)) {
    if (line.text === '') {
      blank += 1
      continue
    }
    const keeps = before === null || isIndented(before) || isIndented(line)
    const breaks = before === null ? blank : keeps ? blank + 1 : blank
    units.add(breaks === 0 && before !== null ? ' ' : '\n'.repeat(breaks), line.start, line.start)
    units.addRun(line.text, line.start)
    before = line
    blank = 0
  }
  return units
}

/** Lines that begin with space are not folded. */
function isIndented({ text }: Line): boolean {
  return text.startsWith(' ') || text.startsWith('\t')
}

/** The line ends behind the last line, as many as the header lets stand. */
function tail(units: Units, { text, range }: SourceScalar): Units | null {
  const rest = text.slice(units.text.length)
  if (rest.replaceAll('\n', '') !== '') return null
  units.add(rest, range.end, range.end)
  return units
}
