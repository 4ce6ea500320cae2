import { detach } from '../../text/detach.ts'
import type { Range, TextEdit } from '../../text/edit.ts'
import { isWhole } from '../find.ts'
import { MAX_DEPTH, MAX_TEXT_LENGTH } from '../limits.ts'
import { readSource } from '../read.ts'
import type { Source, SourceEntry, SourceItem, SourceNode } from '../tree.ts'
import { eachNode } from './each-node.ts'
import { partsOf } from './extent.ts'
import type { Container, Part } from './extent.ts'
import { columnOf } from './lines.ts'
import { movedRange } from './moved.ts'
import { Mover } from './mover.ts'
import { haveNoUses, usesOf } from './obstacle.ts'
import { findsOf } from './reread-diagnostics.ts'
import type { Finds } from './reread-diagnostics.ts'
import { spanAround } from './span.ts'
import type { Span } from './span.ts'

/** A source with more findings is read whole: readers stop counting at some number. */
const FEW = 20

/** Texts shorter than this are read whole: that takes no longer. */
const SHORT = 2_000

/**
 * The source of `text`, which is `previous.text` after `edits`. Reads only the lists' items and the
 * maps' entries that changed where that gives the same as reading all of it, else all.
 *
 * Why it gives the same: a span begins where a key or dash of its column begins a line, and what is
 * before it did not change; so in the whole text, too, that key or dash begins a part of the same
 * collection. When its lines alone read as such parts without any error, then all that they
 * began has ended in them, and the next key or dash, or the end, continues nothing. Anchors and aliases
 * reach across, and so do blank lines behind a value that keeps them: those are read whole.
 */
export function rereadSource(previous: Source, text: string, edits: readonly TextEdit[]): Source {
  return (text.length < SHORT ? null : rereadSpans(previous, text, edits)) ?? readSource(text, previous.format)
}

/** A span, and what its lines are now. */
type Fresh = Finds & { readonly parts: readonly Part[]; readonly comments: readonly Range[] }

/** The same, or null when the changed lines cannot be read by themselves. */
export function rereadSpans(previous: Source, text: string, edits: readonly TextEdit[]): Source | null {
  if (previous.format !== 'yaml' || previous.diagnostics.length > FEW || !isWhole(previous) || !previous.root || edits.length === 0) return null
  if (text.length > MAX_TEXT_LENGTH) return null
  const spans = spansOf(previous, edits)
  if (!spans) return null
  const mover = new Mover(previous, edits)
  const fresh: Fresh[] = []
  for (const span of spans) {
    const read = readSpan(text, span, mover)
    if (!read) return null
    fresh.push(read)
  }
  const root = rebuild(previous.root, fresh, mover)
  if (!root || mover.failed) return null
  const diagnostics = findsOf(previous, fresh, mover)
  if (!diagnostics) return null
  const source: Source = { format: 'yaml', text, root, comments: commentsOf(previous, fresh, mover), diagnostics }
  // The fresh parts have none: those that would reach across were given up above.
  if (usesOf(previous).size === 0) haveNoUses(source)
  return source
}

function spansOf(previous: Source, edits: readonly TextEdit[]): readonly Span[] | null {
  const spans: Span[] = []
  for (const edit of edits.toSorted((a, b) => a.range.start - b.range.start)) {
    const span = spanAround(previous, edit)
    if (!span) return null
    const before = spans.at(-1)
    if (!before || span.start > before.end) {
      spans.push(span)
      continue
    }
    if (before.container !== span.container) return null
    spans[spans.length - 1] = {
      ...before, first: Math.min(before.first, span.first), last: Math.max(before.last, span.last),
      start: Math.min(before.start, span.start), end: Math.max(before.end, span.end),
    }
  }
  return spans
}

function readSpan(text: string, span: Span, mover: Mover): Fresh | null {
  const start = mover.start(span.start)
  const end = mover.end(span.end)
  // The tree keeps pieces of these lines for long; they must not keep all of this text with them.
  const lines = detach(text.slice(start, end))
  for (let index = span.first; index <= span.last; index += 1) {
    if (hasReach(partsOf(span.container)[index])) return null
  }
  if (lines === '') return { span, start, count: 0, parts: [], comments: [], diagnostics: [] }
  // A marker ends a document, and a directive or a mark of byte order is one only at the start of a text.
  if (/^(?:---|\.\.\.|%)/m.test(lines) || lines.startsWith('\ufeff')) return null
  if (!span.isOpen && !(lines.search(/[^ ]/) === span.column && !/^[\r\n]/.test(lines.slice(span.column)))) return null
  if (end < text.length && !/[\r\n]$/.test(lines)) return null
  const source = readSource(lines, 'yaml')
  const { root } = source
  if (!isWhole(source) || source.diagnostics.length > FEW || !root || root.kind !== span.container.kind || root.style !== 'block') return null
  const parts = partsOf(root)
  const first = parts[0]
  if (!first || columnOf(lines, first.range.start) !== span.column || root.outer.start !== root.range.start) return null
  if (parts.some((part) => hasReach(part) || isDeep(part.value, MAX_DEPTH / 2))) return null
  return {
    span, start,
    count: parts.length,
    parts: parts.map((part) => mover.into(part, start)),
    comments: source.comments.map((range) => movedRange(range, start)),
    diagnostics: source.diagnostics,
  }
}

/** Has the part an anchor or an alias in it? */
function hasReach(part: Part | undefined): boolean {
  let found = false
  const see = (node: SourceNode): void => {
    if (node.kind === 'alias' || node.anchor !== undefined) found = true
  }
  if (part && 'key' in part) eachNode(part.key, see)
  eachNode(part?.value ?? null, see)
  return found
}

/** The limit of depth counts what is around the lines too. */
function isDeep(node: SourceNode | null, depth: number): boolean {
  if (node?.kind !== 'map' && node?.kind !== 'list') return false
  return depth <= 0 || partsOf(node).some(({ value }) => isDeep(value, depth - 1))
}

function commentsOf(previous: Source, fresh: readonly Fresh[], mover: Mover): readonly Range[] {
  const comments: Range[] = []
  let next = 0
  for (const comment of previous.comments) {
    for (; next < fresh.length && (fresh[next]?.span.end ?? 0) <= comment.start; next += 1) comments.push(...(fresh[next]?.comments ?? []))
    if (next < fresh.length && (fresh[next]?.span.start ?? 0) <= comment.start) continue
    comments.push(movedRange(comment, mover.deltaAt(comment.start)))
  }
  for (; next < fresh.length; next += 1) comments.push(...(fresh[next]?.comments ?? []))
  return comments
}

/** The tree with the fresh parts in it and the others moved; null when a collection has nothing left or a key twice. */
function rebuild(node: SourceNode, fresh: readonly Fresh[], mover: Mover): SourceNode | null {
  const container = node as Container
  const own = fresh.filter(({ span }) => span.container === container)
  const parts: Part[] = []
  let next = 0
  for (const [index, part] of partsOf(container).entries()) {
    for (; next < own.length && (own[next]?.span.first ?? 0) <= index; next += 1) parts.push(...(own[next]?.parts ?? []))
    if (own.some(({ span }) => span.first <= index && index <= span.last)) continue
    const inner = fresh.filter(({ span }) => span.container !== container && part.value && span.start >= part.range.start && span.start <= part.range.end + 1 && contains(part.value, span.container))
    if (inner.length === 0) parts.push(mover.part(part))
    else {
      const value = part.value && rebuild(part.value, inner, mover)
      if (!value) return null
      parts.push(mover.around(part, value))
    }
  }
  for (; next < own.length; next += 1) parts.push(...(own[next]?.parts ?? []))
  const first = parts[0]
  const last = parts.at(-1)
  if (!first || !last) return null
  const range = { start: first.range.start, end: last.range.end }
  if (container.kind === 'list') return { ...container, items: parts as readonly SourceItem[], range, outer: range }
  const entries = parts as readonly SourceEntry[]
  if (own.length > 0 && new Set(entries.map(({ name }) => name)).size < entries.length) return null
  return { ...container, entries, range, outer: range }
}

function contains(node: SourceNode, container: Container): boolean {
  if (node === container) return true
  return node.kind === 'map' && node.style === 'block' && node.entries.some(({ value }) => value !== null && contains(value, container))
}
