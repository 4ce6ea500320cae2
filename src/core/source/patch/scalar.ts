import type { Json } from '../../diagnostic.ts'
import { trimBlanks } from '../../text/blanks.ts'
import type { Source, SourceScalar } from '../tree.ts'
import { diffLists } from './diff.ts'
import { endOf, isBlockScalar, skipBlanks } from './extent.ts'
import { foldLines } from './fold.ts'
import { replace } from './form.ts'
import type { Form } from './form.ts'
import { readHeader } from './header.ts'
import { afterBreak, beforeBreak, lineEnd } from './lines.ts'
import { isPlainText, isPrintable } from './plain.ts'
import { fittingQuote, literalHeader, printDouble, printQuoted, toLiteral } from './print-scalar.ts'
import type { Literal } from './print-scalar.ts'
import { printAtom } from './print-value.ts'
import type { Layout } from './print-value.ts'

/**
 * Ways to write `value` where the scalar `old` stands outside of brackets, in its own style first.
 * `column` is that of the key or dash that holds it.
 */
export function replaceScalar(source: Source, old: SourceScalar, value: Json, column: number, layout: Layout): readonly Form[] {
  if (isPlaceholder(source, old) && typeof value === 'string') return fillIn(source, old, value, column, layout)
  if (typeof value !== 'string') return [replaceByLine(source, old, printAtom(value as null | boolean | number), column)]
  const lines = oneLineForms(old, value, 'block', layout).map((text) => replaceByLine(source, old, text, column))
  const literal = toLiteral(value)
  const folded = isBlockScalar(old) ? [] : refold(source, old, value)
  if (!literal) return [...folded, ...lines]
  const written = replaceByLiteral(source, old, literal, column, layout)
  if (isBlockScalar(old)) return [...written, ...lines]
  return value.includes('\n') && !quotedByChoice(source, old) ? [...folded, ...written, ...lines] : [...folded, ...lines]
}

/** Double quotes that the text could do without, or with escapes in them, are how somebody wants it written. */
function quotedByChoice({ text }: Source, { style, value, range }: SourceScalar): boolean {
  return style === 'double' && (isPlainText(String(value), 'block') || text.slice(range.start, range.end).includes('\\'))
}

/** Quotes around nothing hold a place for a text; they say nothing of how that is to be written. */
export function isPlaceholder(source: Source, old: SourceScalar): boolean {
  return old.value === '' && (old.style === 'single' || old.style === 'double') && source.format === 'yaml'
}

/** The first text in a place kept by quotes: as a new entry would be written. */
function fillIn(source: Source, old: SourceScalar, value: string, column: number, layout: Layout): readonly Form[] {
  const lines = oneLineForms(null, value, 'block', layout).map((text) => replaceByLine(source, old, text, column))
  const literal = value.includes('\n') ? toLiteral(value) : null
  return literal ? [...replaceByLiteral(source, old, literal, column, layout), ...lines] : lines
}

/** A scalar in quotes, or plain, that goes over several lines keeps those that still say the same. */
function refold(source: Source, old: SourceScalar, value: string): readonly Form[] {
  const raw = source.text.slice(old.range.start, old.range.end)
  const separator = /(?:\r\n|\r|\n)[ \t]*(?=[^ \t\r\n])/.exec(raw)?.[0]
  // An escape may stand for a line end, or hide one.
  if (separator === undefined || raw.includes('\\') || !isPrintable(value) || /^\s|[ \t](?:\n|$)|\n$/.test(value)) return []
  if (old.style === 'plain' && !isPlainText(value.replace(/\n+/g, ' '), 'block')) return []
  const quote = old.style === 'single' ? "'" : old.style === 'double' ? '"' : ''
  const inner = raw.slice(quote.length, raw.length - quote.length)
  const written = inner.split(/\r\n|\r|\n/).map(trimBlanks)
  const lines = foldLines(written.map((line) => (quote === "'" ? line.replaceAll("''", "'") : line)), value)
  if (!lines || lines.length < 2) return []
  const body = lines.map((line) => (quote === "'" ? line.replaceAll("'", "''") : quote === '"' ? printDouble(line).slice(1, -1) : line))
  const [eol = '\n'] = /^(?:\r\n|\r|\n)/.exec(separator) ?? []
  const text = body.map((line, index) => (index === 0 || line === '' ? line : separator.slice(eol.length) + line)).join(eol)
  return [[replace(old.range.start, old.range.end, quote + text + quote)]]
}

/** The texts on one line that say a value: in the old quotes if they can hold it, plain if that is safe, else quoted. */
export function oneLineForms(old: SourceScalar | null, value: string, place: 'block' | 'flow', layout: Layout): readonly string[] {
  const texts: string[] = []
  if (old?.style === 'single') texts.push(printQuoted(value, 'single'))
  if (old?.style !== 'double' && isPlainText(value, place)) texts.push(value)
  if (old?.style === 'plain' || old === null || isBlockScalar(old)) texts.push(printQuoted(value, fittingQuote(value, layout.quote)))
  return [...new Set([...texts, printDouble(value)])]
}

/** Puts text on one line in place of the scalar; the comment of a block scalar's header stays behind it. */
function replaceByLine(source: Source, old: SourceScalar, body: string, column: number): Form {
  if (!isBlockScalar(old)) return [replace(old.range.start, old.range.end, body)]
  const { text } = source
  const header = readHeader(text, old, column)
  const end = contentEnd(text, old, column)
  return [replace(old.range.start, header.indicators, body), replace(header.end, Math.max(header.end, end), '')]
}

/** Where the last line of a block scalar ends, before its line end. */
function contentEnd(text: string, old: SourceScalar, column: number): number {
  const { content, keeps } = endOf(text, old, column)
  return keeps ? beforeBreak(text, content) : content
}

/** The lines of a literal in place of a scalar; of a folded one first as folded lines. */
function replaceByLiteral(source: Source, old: SourceScalar, literal: Literal, column: number, layout: Layout): readonly Form[] {
  const { text } = source
  if (!isBlockScalar(old)) {
    const end = lineEnd(text, old.range.end)
    const depth = Math.min(layout.text, 9)
    const lines = literal.lines.map((line) => layout.eol + indented(line, column + depth))
    return [[replace(old.range.start, old.range.end, literalHeader(literal, depth)), replace(end, end, lines.join(''))]]
  }
  const header = readHeader(text, old, column)
  const at = header.column ?? column + Math.min(layout.text, 9)
  const end = Math.max(header.end, contentEnd(text, old, column))
  const written = linesOf(text, header.end, end, at)
  const digit = header.digit ?? (literal.indicated ? at - column : undefined)
  const write = (mark: string, lines: readonly string[]): Form => {
    const wanted = withKeptLines(source, old, literal, lines, header.chomping, written.map(({ line }) => line), column)
    return [
      replace(old.range.start, header.indicators, `${mark}${digit ?? ''}${literal.chomping}`),
      replace(header.end, end, merge(written, wanted, at, layout.eol)),
    ]
  }
  const asLiteral = write('|', literal.lines)
  if (old.style === 'literal') return [asLiteral]
  const last = literal.lines.findLastIndex((line) => line !== '') + 1
  const trimmed = written.map(({ line }) => line).slice(0, written.findLastIndex(({ line }) => line.trim() !== '') + 1)
  const folded = foldLines(trimmed, literal.lines.slice(0, last).join('\n'))
  return folded ? [write('>', [...folded, ...literal.lines.slice(last)]), asLiteral] : [asLiteral]
}

/**
 * Blank lines after a text are part of a value that keeps them and nobody's otherwise: when that
 * changes they stay where they are, and only those that are missing are written.
 */
function withKeptLines(
  source: Source, old: SourceScalar, literal: Literal, lines: readonly string[], chomping: string, written: readonly string[], column: number,
): readonly string[] {
  if (chomping === '+' && literal.chomping !== '+') {
    return [...lines, ...written.slice(written.findLastIndex((line) => line !== '') + 1)]
  }
  if (chomping === '+' || literal.chomping !== '+') return lines
  const free = countBlankLines(source.text, afterBreak(source.text, contentEnd(source.text, old, column)))
  return lines.slice(0, lines.length - Math.min(free, lines.length - 1 - lines.findLastIndex((line) => line !== '')))
}

function countBlankLines(text: string, from: number): number {
  let count = 0
  for (let at = from, end = skipBlanks(text, from); at < end; at = afterBreak(text, lineEnd(text, at))) count += 1
  return count
}

type WrittenLine = { readonly raw: string; readonly line: string }

/** The lines of a block scalar, each with the line end before it (`raw`), and as text without indentation. */
function linesOf(text: string, headerEnd: number, end: number, column: number): readonly WrittenLine[] {
  const lines: WrittenLine[] = []
  for (let at = headerEnd; at < end;) {
    const start = afterBreak(text, at)
    const stop = lineEnd(text, start)
    lines.push({ raw: text.slice(at, stop), line: text.slice(Math.min(start + column, stop), stop) })
    at = stop
  }
  return lines
}

/** The new lines, those that stay exactly as they were written. */
function merge(written: readonly WrittenLine[], wanted: readonly string[], column: number, eol: string): string {
  const parts: string[] = []
  let at = 0
  for (const { from, to, newFrom, newTo } of diffLists(written.map(({ line }) => line), wanted, (x, y) => x === y)) {
    parts.push(...written.slice(at, from).map(({ raw }) => raw))
    // A line in place of another one keeps that one's line end.
    parts.push(...wanted.slice(newFrom, newTo).map((line, index) =>
      (from + index < to ? (/^(?:\r\n|\r|\n)/.exec(written[from + index]?.raw ?? '')?.[0] ?? eol) : eol) + indented(line, column)))
    at = to
  }
  return [...parts, ...written.slice(at).map(({ raw }) => raw)].join('')
}

function indented(line: string, column: number): string {
  return line === '' ? '' : ' '.repeat(column) + line
}
