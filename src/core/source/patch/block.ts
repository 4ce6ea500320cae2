import type { Source, SourceEntry, SourceList, SourceMap, SourceNode } from '../tree.ts'
import { commentsIn, countBlanks, extentOf, partsOf, skipBlanks } from './extent.ts'
import type { Container, Extent } from './extent.ts'
import { isUnended, replace } from './form.ts'
import type { Form } from './form.ts'
import { beforeBreak, eolNear, lineEnd, lineStart, nextLine } from './lines.ts'

/**
 * Puts a part on lines of its own into a block collection that has some, before the part `index`.
 * `body` begins with its key or dash, without indentation, and ends without a line end.
 */
export function insertPart(source: Source, container: Container, index: number, body: string): readonly Form[] {
  return index > 0 ? insertAfter(source, container, index, body) : insertFirst(source, container, body)
}

function insertAfter(source: Source, container: Container, index: number, body: string): readonly Form[] {
  const { text } = source
  const before = extentOf(source, container, index - 1)
  const eol = eolNear(text, before.start)
  const gap = eol.repeat(before.keeps ? 0 : blanksFor(source, container, index, before))
  const line = ' '.repeat(before.column) + body
  if (before.end === text.length && isUnended(text)) {
    const lines = eol + gap + line
    return [[replace(before.end, before.end, lines)], [replace(before.end, before.end, lines + eol)]]
  }
  const form: Form = [replace(before.end, before.end, gap + line + eol)]
  return gap === '' ? [form] : [form, [replace(before.end, before.end, line + eol)]]
}

/** Blank lines before a new part: an item takes those of the item whose place it takes, a key those of the key before. */
function blanksFor(source: Source, container: Container, index: number, before: Extent): number {
  if (container.kind === 'map') return index > 1 ? countBlanks(source.text, before) : 0
  const reference = container.items[index] ? extentOf(source, container, index) : before
  return countBlanks(source.text, reference)
}

function insertFirst(source: Source, container: Container, body: string): readonly Form[] {
  const { text } = source
  const first = extentOf(source, container, 0)
  const eol = eolNear(text, first.start)
  const indent = ' '.repeat(first.column)
  if (first.isInline) return [[replace(first.start, first.start, body + eol + indent)]]
  const reference = partsOf(container).length > 1 ? extentOf(source, container, 1) : first
  const gap = container.kind === 'list' ? eol.repeat(countBlanks(text, reference)) : ''
  const form: Form = [replace(first.lead, first.lead, indent + body + eol + gap)]
  return gap === '' ? [form] : [form, [replace(first.lead, first.lead, indent + body + eol)]]
}

/** Removes one of several parts of a block collection, with the lines that it owns. */
export function deletePart(source: Source, container: Container, index: number): readonly Form[] {
  const extent = extentOf(source, container, index)
  if (extent.isInline) return [deleteInline(source, container, index, extent)]
  const { start, end } = deletedLines(source, container, index, extent)
  const forms = deleteLines(source.text, start, end)
  const below = skipBlanks(source.text, extent.end)
  // A line of tabs is no blank line below a text on lines of its own, so that it cannot be left behind there.
  return index === 0 || below === extent.end ? forms : [...forms, ...deleteLines(source.text, extent.lead, below)]
}

/** The lines that go with a part: its own, and the blank lines before it, or after it if it is the first. */
export function deletedLines(source: Source, container: Container, index: number, extent: Extent): { start: number; end: number } {
  const { text } = source
  if (index === 0) return { start: extent.lead, end: partsOf(container).length > 1 ? skipBlanks(text, extent.end) : extent.end }
  const before = extentOf(source, container, index - 1)
  // Blank lines left behind would become part of a value that keeps them.
  if (before.keeps && before.end === extent.lead) return { start: extent.lead, end: skipBlanks(text, extent.end) }
  return { start: extent.blanks, end: extent.end }
}

/** Removes whole lines; a text without a final line end stays without one where it can. */
export function deleteLines(text: string, start: number, end: number): readonly Form[] {
  const whole: Form = [replace(start, end, '')]
  if (end < text.length || !isUnended(text)) return [whole]
  return [[replace(beforeBreak(text, start), end, '')], whole]
}

/** Removes the part that shares its line with a dash: the next one moves up, or the dash stays alone. */
function deleteInline(source: Source, container: Container, index: number, extent: Extent): Form {
  const { text } = source
  const next = partsOf(container)[index + 1]
  if (next && isBlankLines(text, extent.end, lineStart(text, next.range.start))) {
    return [replace(extent.start, next.range.start, '')]
  }
  return [replace(endOfIntroducer(text, extent.start), beforeBreak(text, extent.end), '')]
}

/** Before the spaces that follow a dash. */
export function endOfIntroducer(text: string, start: number): number {
  let at = start
  while (at > 0 && (text[at - 1] === ' ' || text[at - 1] === '\t')) at -= 1
  return at
}

function isBlankLines(text: string, start: number, end: number): boolean {
  return skipBlanks(text, start) >= end
}

/**
 * Removes the last item of a list together with the key of the list. Comments between and below them
 * that neither owns stay where they are: commented-out items, for the most part.
 */
export function deleteWithKey(source: Source, map: SourceMap, index: number, list: SourceList): readonly Form[] {
  const { text } = source
  const key = extentOf(source, map, index)
  const item = extentOf(source, list, 0)
  const entry = map.entries[index]
  const keyLine = lineEnd(text, entry ? (colonOf(text, entry) ?? entry.key.range.end) : key.start)
  const isKept = (at: number): boolean => at < item.lead || at >= item.end
  const kept = commentsIn(source, keyLine, key.end).filter(({ start }) => isKept(start))
  if (kept.length === 0) return deletePart(source, map, index)
  const all = key.isInline
    ? { start: endOfIntroducer(text, key.start), end: keyLine }
    : { start: deletedLines(source, map, index, key).start, end: nextLine(text, keyLine) }
  const removed = [replace(all.start, all.end, ''), replace(Math.max(item.blanks, all.end), item.end, '')]
  // Below a text on lines of its own they would become part of it where they are; at the key's column they do not.
  const outdented = kept.map(({ start }) => replace(lineStart(text, start), start, ' '.repeat(key.column)))
  return [removed, [...removed, ...outdented]]
}

/** The offset of the colon after a key; null in a flow map where a key stands alone. */
export function colonOf(text: string, entry: SourceEntry): number | null {
  const limit = entry.value?.outer.start ?? entry.range.end
  for (let at = entry.key.range.end; at < limit; at += 1) {
    if (text[at] === ':') return at
    if (text[at] === '#') at = lineEnd(text, at)
  }
  return null
}

/** Replaces all of a block collection by a value on one line (`[]`, `{}`, a scalar). */
export function replaceBlock(source: Source, node: Container, introducer: number, body: string): Form {
  const { text } = source
  const last = extentOf(source, node, partsOf(node).length - 1)
  const first = extentOf(source, node, 0)
  const end = beforeBreak(text, last.end)
  if (first.isInline) return [replace(node.range.start, end, body)]
  const at = afterProps(text, node, introducer)
  return [replace(at, at, ` ${body}`), replace(beforeBreak(text, first.blanks), end, '')]
}

/** After the anchor and tag of a value, which stay; the introducer when it has none. */
export function afterProps(text: string, node: SourceNode, introducer: number): number {
  const props = /^(?:[&!]\S*(?:[ \t]+(?=[&!]))?)*/.exec(text.slice(node.outer.start, node.range.start))?.[0] ?? ''
  return props === '' ? introducer : node.outer.start + props.length
}
