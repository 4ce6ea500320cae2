import type { TextEdit } from '../../text/edit.ts'
import { shown } from '../shown.ts'
import type { TextLines } from '../text-lines.ts'
import type { Unclosed } from './check.ts'
import type { Fault } from './fault.ts'
import { isTabIndented, tabFault } from './tabs.ts'

/** The fault of the outermost bracket or quote that comes first; those within it are its consequences. */
export function unclosedFault(unclosed: readonly Unclosed[], lines: TextLines): Fault | null {
  const first = unclosed.reduce<Unclosed | null>((best, one) => (best && best.range.start <= one.range.start ? best : one), null)
  if (!first) return null
  // A tab may be what ends a bracket or a quote too early.
  const next = lines.lineOf(nextWord(lines.text, first.range.end)?.at ?? first.range.end)
  const following = first.close === '"' || first.close === "'" ? lines.lineOf(first.range.end) + 1 : next
  if (!first.closedBy && isTabIndented(lines, following)) return tabFault(lines, following)
  if (first.closedBy) return wronglyClosed(first, lines)
  return first.close === '"' || first.close === "'" ? unclosedQuote(first, lines) : unclosedBracket(first, unclosed, lines)
}

function unclosedBracket(one: Unclosed, all: readonly Unclosed[], lines: TextLines): Fault {
  const { text } = lines
  const { start, end } = one.range
  const line = lines.lineOf(start)
  const what = one.close === ']' ? 'list' : 'map'
  // Those that are open within this one need closing first; the inner ones were told of first.
  const close = all.filter(({ range, closedBy }) => range.start >= start && range.start < end && !closedBy).map((inner) => inner.close).join('')
  const inLine = contentEnd(text, start, lines.rangeOf(line).end)
  const found = nextWord(text, end)
  const message = (at: number): string =>
    `The ${what} that starts on line ${line} is not closed${before}. Add \`${close}\` to line ${lines.lineOf(at)}.`
  const before = found ? ` before \`${shown(found.word)}\`` : ''
  return {
    diagnostic: {
      code: one.close === ']' ? 'yaml/unclosed-list' : 'yaml/unclosed-map',
      severity: 'error', path: [], range: { start, end: Math.min(end, inLine) },
      message: message(inLine > start + 1 ? inLine : end),
      ...(found ? { related: [{ range: { start: found.at, end: found.at + found.word.length }, message: `The ${what} still is open here.` }] } : {}),
    },
    remedies: [...new Set([inLine, end])].map((at) => ({
      title: `Add ${close} to line ${lines.lineOf(at)}`, edits: [insert(at, close)], message: message(at),
    })),
    reach: found?.at ?? end,
    spoilsAfter: start,
  }
}

function wronglyClosed({ range, close, closedBy }: Unclosed, lines: TextLines): Fault {
  const place = closedBy ?? range
  const wrong = lines.text.slice(place.start, place.end)
  return {
    diagnostic: {
      code: close === ']' ? 'yaml/unclosed-list' : 'yaml/unclosed-map',
      severity: 'error', path: [], range: place,
      message: `The ${close === ']' ? 'list' : 'map'} that starts on line ${lines.lineOf(range.start)} is closed by \`${wrong}\`. Write \`${close}\`.`,
      related: [{ range: { start: range.start, end: range.start + 1 }, message: 'It starts here.' }],
    },
    remedies: [
      { title: `Write ${close}`, edits: [{ range: place, text: close }] },
      { title: `Add ${close}`, edits: [insert(place.start, close)] },
    ],
    spoilsAfter: range.start,
  }
}

function unclosedQuote({ range, close }: Unclosed, lines: TextLines): Fault {
  const { text } = lines
  const line = lines.lineOf(range.start)
  const inLine = contentEnd(text, range.start, lines.rangeOf(line).end)
  const end = range.start + text.slice(range.start, range.end).trimEnd().length
  const places = [...new Set([inLine, end])]
  return {
    diagnostic: {
      code: 'yaml/unclosed-quote', severity: 'error', path: [], range: { start: range.start, end: Math.min(inLine, range.end) },
      message: `The text in ${close === '"' ? 'double' : 'single'} quotes that starts on line ${line} is not closed. Add \`${close}\` where it ends.`,
    },
    remedies: places.map((at) => ({ title: `Add ${close} to line ${lines.lineOf(at)}`, edits: [insert(at, close)] })),
    spoilsAfter: range.start,
  }
}

function insert(at: number, text: string): TextEdit {
  return { range: { start: at, end: at }, text }
}

/** The end of what a line holds, comments and white space aside. */
function contentEnd(text: string, start: number, lineEnd: number): number {
  const content = text.slice(start, lineEnd)
  const comment = content.search(/[ \t]#/)
  return start + (comment < 0 ? content : content.slice(0, comment)).trimEnd().length
}

/** The next word after white space and comments. */
function nextWord(text: string, at: number): { readonly word: string; readonly at: number } | null {
  const skip = /(?:\s|#[^\n\r]*|,)*/y
  skip.lastIndex = at
  const start = at + (skip.exec(text)?.[0].length ?? 0)
  const word = /[^\s:,[\]{}]+|./y
  word.lastIndex = start
  const found = word.exec(text)?.[0]
  return found === undefined ? null : { word: found, at: start }
}
