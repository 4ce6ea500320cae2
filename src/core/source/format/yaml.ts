import type { TextEdit } from '../../text/edit.ts'
import { afterBreak, lineEnd } from '../patch/lines.ts'
import type { Source } from '../tree.ts'
import { columnsOf, type Inner, type Start } from './columns.ts'
import { gaps } from './gaps.ts'

type Line = {
  readonly start: number
  readonly end: number
  /** Where what is written on it begins; `end` when it is blank. */
  readonly first: number
  /** Does a comment stand there, and nothing else? */
  readonly isComment: boolean
  /** What it goes on with, begun on a line above. */
  readonly inner: Inner | null
}

/** Edits that lay a block text out: nothing but white space changes. */
export function layOutYaml(source: Source): readonly TextEdit[] {
  const { text } = source
  const { starts, inners } = columnsOf(source)
  const startAt = new Map(starts.map((start) => [start.offset, start]))
  const lines = linesOf(source, inners)
  const edits: TextEdit[] = []
  const put = (start: number, end: number, wanted: string): void => {
    if (text.slice(start, end) !== wanted) edits.push({ range: { start, end }, text: wanted })
  }
  const indents = indentsOf(lines, startAt)
  /** Blank lines from here on stand at the end of the text. */
  const ending = 1 + lines.findLastIndex(({ first, end, inner }) => first !== end || inner !== null)
  let blanks = 0
  let hasContent = false
  for (const [at, line] of lines.entries()) {
    const next = afterBreak(text, line.end)
    if (line.inner?.kind === 'block') {
      blanks = 0
      hasContent = true
      shiftBlockLine(text, line, line.inner, put)
      continue
    }
    if (line.first === line.end) {
      // Within a text a blank line is a part of it.
      if (line.inner && line.inner.kind !== 'flow') continue
      blanks += 1
      if (blanks > 1 || !hasContent || at >= ending) put(line.start, next, '')
      else put(line.start, line.end, '')
      continue
    }
    blanks = 0
    hasContent = true
    put(line.start, line.first, ' '.repeat(indents[at]!))
    if (!goesOn(line, lines[at + 1])) put(trimmedEnd(text, line), line.end, '')
  }
  return [...edits, ...gaps(source, starts)].toSorted((a, b) => a.range.start - b.range.start || a.range.end - b.range.end)
}

/** A text that goes on below keeps what stands at the ends of its lines. */
function goesOn(line: Line, next: Line | undefined): boolean {
  return next?.inner != null && next.inner.kind !== 'flow' && next.inner.kind !== 'block' && next.start > line.start && next.inner.end > line.end
}

function trimmedEnd(text: string, { first, end }: Line): number {
  let at = end
  while (at > first && (text[at - 1] === ' ' || text[at - 1] === '\t')) at -= 1
  return at
}

function shiftBlockLine(text: string, { start, end, first }: Line, { shift, end: last }: Inner, put: (start: number, end: number, wanted: string) => void): void {
  let indent = start
  while (indent < end && text[indent] === ' ') indent += 1
  const width = indent - start
  // Blank lines hold no more than their line ends, unless they are deeper than the text: those spaces are a part of it.
  if (first === end && (width === 0 || end >= last)) return
  if (width + shift >= 0) put(start, indent, ' '.repeat(width + shift))
}

function linesOf({ text, comments }: Source, inners: readonly Inner[]): Line[] {
  const lines: Line[] = []
  const commentStarts = new Set(comments.map(({ start }) => start))
  let next = 0
  let open: Inner | null = null
  for (let start = text.startsWith('\uFEFF') ? 1 : 0; start < text.length;) {
    const end = lineEnd(text, start)
    let first = start
    while (first < end && (text[first] === ' ' || text[first] === '\t')) first += 1
    while (next < inners.length && inners[next]!.start < start) {
      const inner = inners[next]!
      if (!open || inner.end > open.end || open.end <= start) open = inner
      next += 1
    }
    if (open && open.end <= start) open = null
    lines.push({ start, end, first, isComment: commentStarts.has(first), inner: open })
    start = afterBreak(text, end)
    if (start === end) break
  }
  return lines
}

/** The column at which what is written on each line shall begin. */
function indentsOf(lines: readonly Line[], startAt: ReadonlyMap<number, Start>): number[] {
  const indents = lines.map(() => 0)
  /** What is open above: parts by the column at which they stood. */
  let open: Start[] = []
  const waiting: number[] = []
  for (const [at, line] of lines.entries()) {
    if (line.first === line.end || line.inner?.kind === 'block') continue
    const from = line.first - line.start
    if (line.inner) {
      indents[at] = Math.max(line.inner.kind === 'flow' ? 0 : line.inner.parent + 1, from + line.inner.shift)
      continue
    }
    if (line.isComment) {
      waiting.push(at)
      continue
    }
    const start = startAt.get(line.first)
    const above = open
    if (start) {
      // Dashes may stand at the column of the key that holds them.
      open = [...open.filter((each) => each.from < start.from || (each.from === start.from && each.to < start.to)), start]
      indents[at] = start.to
      open = withRest(line, startAt, open)
    } else indents[at] = shifted(from, open)
    for (const comment of waiting.splice(0)) indents[comment] = commentColumn(lines[comment]!, above, open)
  }
  for (const comment of waiting) indents[comment] = commentColumn(lines[comment]!, open, [])
  return indents
}

/** Parts that begin on the same line, behind a dash. */
function withRest(line: Line, startAt: ReadonlyMap<number, Start>, open: readonly Start[]): Start[] {
  const found = [...open]
  for (let at = line.first + 1; at < line.end; at += 1) {
    const start = startAt.get(at)
    if (start) found.push(start)
  }
  return found
}

/** Where a comment belongs: with what stands at its column below it, else above it; else it moves with what it stands deeper than. */
function commentColumn({ first, start }: Line, above: readonly Start[], below: readonly Start[]): number {
  const from = first - start
  const same = below.findLast((each) => each.from === from) ?? above.find((each) => each.from === from)
  return same ? same.to : shifted(from, [...above, ...below])
}

function shifted(from: number, open: readonly Start[]): number {
  const holder = open.filter((each) => each.from < from).toSorted((a, b) => a.from - b.from).at(-1)
  return holder ? Math.max(holder.to + 1, holder.to + (from - holder.from)) : open.length > 0 ? Math.min(from, 0) : from
}
