import type { Json } from '../../diagnostic.ts'
import type { Source, SourceScalar } from '../tree.ts'
import { diffLists } from './diff.ts'
import { endOf, isBlockScalar } from './extent.ts'
import { replace } from './form.ts'
import type { Form } from './form.ts'
import { readHeader } from './header.ts'
import { afterBreak, beforeBreak, lineEnd } from './lines.ts'
import { isPlainText } from './plain.ts'
import { literalHeader, printDouble, printQuoted, toLiteral } from './print-scalar.ts'
import type { Literal } from './print-scalar.ts'
import { printAtom } from './print-value.ts'
import type { Layout } from './print-value.ts'

/**
 * Ways to write `value` where the scalar `old` stands outside of brackets, in its own style first.
 * `column` is that of the key or dash that holds it.
 */
export function replaceScalar(source: Source, old: SourceScalar, value: Json, column: number, layout: Layout): readonly Form[] {
  if (typeof value !== 'string') return [replaceByLine(source, old, printAtom(value as null | boolean | number), column)]
  const lines = oneLineForms(old, value, 'block', layout).map((text) => replaceByLine(source, old, text, column))
  const literal = toLiteral(value)
  if (!literal) return lines
  const written = replaceByLiteral(source, old, literal, column, layout)
  if (isBlockScalar(old)) return [written, ...lines]
  return value.includes('\n') && old.style !== 'double' ? [written, ...lines] : lines
}

/** The texts on one line that say a value: in the old quotes if they can hold it, plain if that is safe, else quoted. */
export function oneLineForms(old: SourceScalar | null, value: string, place: 'block' | 'flow', layout: Layout): readonly string[] {
  const texts: string[] = []
  if (old?.style === 'single') texts.push(printQuoted(value, 'single'))
  if (old?.style !== 'double' && isPlainText(value, place)) texts.push(value)
  if (old?.style === 'plain' || old === null || isBlockScalar(old)) texts.push(printQuoted(value, layout.quote))
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

function replaceByLiteral(source: Source, old: SourceScalar, literal: Literal, column: number, layout: Layout): Form {
  const { text } = source
  if (!isBlockScalar(old)) {
    const end = lineEnd(text, old.range.end)
    const depth = Math.min(layout.text, 9)
    const lines = literal.lines.map((line) => layout.eol + indented(line, column + depth))
    return [replace(old.range.start, old.range.end, literalHeader(literal, depth)), replace(end, end, lines.join(''))]
  }
  const header = readHeader(text, old, column)
  const at = header.column ?? column + Math.min(layout.text, 9)
  const end = Math.max(header.end, contentEnd(text, old, column))
  const digit = header.digit ?? (literal.indicated ? at - column : undefined)
  const written = linesOf(text, header.end, end, at)
  const wanted = withKeptLines(source, old, literal, header.chomping, written.map(({ line }) => line))
  const body = old.style === 'literal' ? merge(written, wanted, at, layout.eol) : wanted.map((line) => layout.eol + indented(line, at)).join('')
  return [
    replace(old.range.start, header.indicators, `|${digit ?? ''}${literal.chomping}`),
    replace(header.end, end, body),
  ]
}

/**
 * Blank lines after a text are part of a value that keeps them and nobody's otherwise: when that
 * changes they stay where they are, and only those that are missing are written.
 */
function withKeptLines(
  source: Source, old: SourceScalar, literal: Literal, chomping: string, written: readonly string[],
): readonly string[] {
  const { lines } = literal
  if (chomping === '+' && literal.chomping !== '+') {
    return [...lines, ...written.slice(written.findLastIndex((line) => line !== '') + 1)]
  }
  if (chomping === '+' || literal.chomping !== '+') return lines
  const free = blankLines(source.text, contentEnd(source.text, old, 0), old.range.end)
  return lines.slice(0, lines.length - Math.min(free, lines.length - 1 - lines.findLastIndex((line) => line !== '')))
}

function blankLines(text: string, content: number, end: number): number {
  let count = 0
  for (let at = afterBreak(text, content); at < end; at = afterBreak(text, lineEnd(text, at))) count += 1
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
