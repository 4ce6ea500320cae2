import type { Diagnostic, Path } from '../../diagnostic.ts'
import type { Range } from '../../text/edit.ts'
import type { Source } from '../tree.ts'
import type { Mover } from './mover.ts'
import type { Span } from './span.ts'

/** A span that was read again by itself: how many parts it has now, where its lines begin, and what was found in them. */
export type Finds = { readonly span: Span; readonly count: number; readonly start: number; readonly diagnostics: readonly Diagnostic[] }

/**
 * What reading the whole text would find: what was found outside of the spans, where it is now, and
 * what was found in them. Null when something cannot be placed without reading all.
 */
export function findsOf(previous: Source, spans: readonly Finds[], mover: Mover): readonly Diagnostic[] | null {
  const found: Diagnostic[] = []
  for (const diagnostic of previous.diagnostics) {
    if (!diagnostic.range) return null
    if (spans.some(({ span }) => holds(span, diagnostic.range))) continue
    const ranges = [diagnostic.range, ...(diagnostic.related ?? []).map(({ range }) => range), ...(diagnostic.fixes ?? []).flatMap(({ edits }) => edits.map(({ range }) => range))]
    if (ranges.some((range) => spans.some(({ span }) => range.start < span.end && range.end > span.start))) return null
    found.push(moveBy(diagnostic, shifted(diagnostic.path, spans), (range) => mover.deltaAt(range.start)))
  }
  for (const { span, start, diagnostics } of spans) {
    for (const diagnostic of diagnostics) {
      const [first, ...rest] = diagnostic.path
      // Between parts the path is that of something around, which the lines alone do not show.
      if (first === undefined || !diagnostic.range) return null
      const own = typeof first === 'number' ? indexOf(span, spans) + first : first
      found.push(moveBy(diagnostic, [...span.path, own, ...rest], () => start))
    }
  }
  return found.sort((a, b) => (a.range?.start ?? 0) - (b.range?.start ?? 0))
}

function holds(span: Span, range: Range | undefined): boolean {
  return range !== undefined && span.start <= range.start && range.start < span.end
}

/** The index that the first item of a span has now. */
function indexOf(span: Span, spans: readonly Finds[]): number {
  return Number(shifted([...span.path, span.first], spans).at(-1))
}

/** The path when lists have got more or fewer items before the one that it leads through. */
function shifted(path: Path, spans: readonly Finds[]): Path {
  const moved = [...path]
  for (const { span, count } of spans) {
    const place = span.path.length
    const index = path[place]
    if (span.container.kind !== 'list' || typeof index !== 'number' || index <= span.last || span.path.some((step, i) => step !== path[i])) continue
    moved[place] = Number(moved[place]) + count - (span.last - span.first + 1)
  }
  return moved
}

function moveBy(diagnostic: Diagnostic, path: Path, by: (range: Range) => number): Diagnostic {
  const move = (range: Range): Range => ({ start: range.start + by(range), end: range.end + by(range) })
  return {
    ...diagnostic,
    path,
    ...(diagnostic.range ? { range: move(diagnostic.range) } : {}),
    ...(diagnostic.related ? { related: diagnostic.related.map((each) => ({ ...each, range: move(each.range) })) } : {}),
    ...(diagnostic.fixes ? { fixes: diagnostic.fixes.map((fix) => ({ ...fix, edits: fix.edits.map((edit) => ({ ...edit, range: move(edit.range) })) })) } : {}),
  }
}
