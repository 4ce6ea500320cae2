import type { Range } from '../../text/edit.ts'
import type { Source, SourceEntry, SourceItem, SourceList, SourceMap, SourceNode, SourceScalar } from '../tree.ts'
import { readHeader } from './header.ts'
import { beforeBreak, columnOf, isBlank, lineEnd, lineStart, nextLine } from './lines.ts'

/** An entry of a map or an item of a list. */
export type Part = SourceEntry | SourceItem

export type Container = SourceMap | SourceList

/**
 * The lines that an entry or item of a block collection owns: the unbroken comment lines at its
 * column directly above it, its own with their end-of-line comment, and deeper comment lines below.
 * All are offsets; all but `start` and `content` stand at the start of a line, or at the text's end.
 */
export type Extent = {
  readonly column: number
  /** Does it share its first line with what holds it, as the first key after a dash does? */
  readonly isInline: boolean
  /** Blank lines directly before `lead` begin here; `lead` when there are none. */
  readonly blanks: number
  /** The first owned line. For an inline part: `start`. */
  readonly lead: number
  readonly start: number
  /** Where its value ends, before any end-of-line comment and line end. */
  readonly content: number
  /** After the last owned line and its line end. */
  readonly end: number
  /** Would its value take in blank lines put at its end? */
  readonly keeps: boolean
}

export function partsOf(container: Container): readonly Part[] {
  return container.kind === 'map' ? container.entries : container.items
}

export function extentOf(source: Source, container: Container, index: number): Extent {
  const { text } = source
  const parts = partsOf(container)
  const part = parts[index]
  if (!part) throw new RangeError(`no part ${index} of ${parts.length}`)
  const { start } = part.range
  const own = lineStart(text, start)
  const column = start - own
  const isInline = !isBlank(text, own, start)
  const { content, keeps } = contentOf(text, part)
  const lead = isInline ? start : commentsAbove(source, own, column)
  const before = parts[index - 1]
  const floor = before && !isInline ? nextLineOf(text, contentOf(text, before).content) : 0
  const last = nextLineOf(text, content)
  const end = commentsBelow(source, last, column)
  return {
    column, isInline, lead, start, content, end,
    blanks: isInline ? start : blanksAbove(text, lead, floor),
    keeps: keeps && end === last,
  }
}

/** Where the value of a part ends, and whether it takes in the blank lines after it. */
export function contentOf(text: string, part: Part): { content: number; keeps: boolean } {
  return part.value ? endOf(text, part.value, columnOf(text, part.range.start)) : { content: part.range.end, keeps: false }
}

/** The same of a node; `parent` is the column of the key or dash that holds it. */
export function endOf(text: string, node: SourceNode, parent: number): { content: number; keeps: boolean } {
  if (node.kind === 'scalar' && isBlockScalar(node)) return endOfBlockScalar(text, node, parent)
  if ((node.kind === 'map' || node.kind === 'list') && node.style === 'block') {
    const last = partsOf(node).at(-1)
    if (last) return contentOf(text, last)
  }
  return { content: node.range.end, keeps: false }
}

/** The blank lines directly before an extent, counted. */
export function countBlanks(text: string, extent: Extent): number {
  let count = 0
  for (let at = extent.blanks; at < extent.lead; at = nextLine(text, at)) count += 1
  return count
}

/** After the blank lines that begin at the line start `at`. */
export function skipBlanks(text: string, at: number): number {
  let next = at
  while (next < text.length) {
    const end = lineEnd(text, next)
    if (!isBlank(text, next, end)) break
    next = nextLine(text, end)
  }
  return next
}

/** The comment that starts at an offset; undefined when a `#` there is text. */
export function commentAt(source: Source, at: number): Range | undefined {
  const { comments } = source
  let low = 0
  let high = comments.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((comments[middle]?.start ?? 0) < at) low = middle + 1
    else high = middle
  }
  const found = comments[low]
  return found?.start === at ? found : undefined
}

/** The comments that begin within a range. */
export function commentsIn(source: Source, start: number, end: number): readonly Range[] {
  return source.comments.filter((comment) => comment.start >= start && comment.start < end)
}

/** The column of a line's comment, when the line holds nothing else. */
function commentColumn(source: Source, start: number): number | undefined {
  const { text } = source
  const end = lineEnd(text, start)
  let at = start
  while (at < end && (text[at] === ' ' || text[at] === '\t')) at += 1
  return text[at] === '#' && commentAt(source, at) ? at - start : undefined
}

function commentsAbove(source: Source, own: number, column: number): number {
  let lead = own
  for (;;) {
    const above = lineAbove(source.text, lead)
    if (above === undefined || commentColumn(source, above) !== column) return lead
    lead = above
  }
}

function commentsBelow(source: Source, from: number, column: number): number {
  let end = from
  let at = from
  while (at < source.text.length) {
    const found = commentColumn(source, at)
    const next = nextLine(source.text, at)
    if (found !== undefined && found > column) end = next
    else if (!isBlank(source.text, at, lineEnd(source.text, at))) break
    at = next
  }
  return end
}

function blanksAbove(text: string, lead: number, floor: number): number {
  let blanks = lead
  for (;;) {
    const above = lineAbove(text, blanks)
    if (above === undefined || above < floor || !isBlank(text, above, lineEnd(text, above))) return blanks
    blanks = above
  }
}

function lineAbove(text: string, start: number): number | undefined {
  const before = beforeBreak(text, start)
  return before === start ? undefined : lineStart(text, before)
}

/** The start of the line after the content; a block scalar's content may end with that line already. */
export function nextLineOf(text: string, content: number): number {
  return content > 0 && columnOf(text, content) === 0 ? content : nextLine(text, content)
}

export function isBlockScalar(node: SourceScalar): boolean {
  return node.style === 'literal' || node.style === 'folded'
}

function endOfBlockScalar(text: string, node: SourceScalar, parent: number): { content: number; keeps: boolean } {
  const header = readHeader(text, node, parent)
  if (header.chomping === '+') return { content: node.range.end, keeps: true }
  // Blank lines after the text belong to nobody, unless they hold more spaces than the indentation.
  let end = node.range.end
  for (;;) {
    const before = beforeBreak(text, end)
    const start = lineStart(text, before)
    if (start <= header.end || !isBlank(text, start, before)) return { content: before, keeps: false }
    if (header.column !== undefined && before - start > header.column) return { content: before, keeps: false }
    end = start
  }
}
