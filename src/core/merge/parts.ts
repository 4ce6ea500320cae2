import { mergeLines, type MergePiece } from './pieces.ts'
import type { Segment, Segments } from './segments.ts'

/**
 * Three-way merge of parts by name instead of by place: nodes that both sides added stand one after the
 * other (theirs first), fields of one node that stand side by side do not touch each other. What conflicts
 * inside a part is merged by its own parts, then by lines. Null when no order can be told.
 */
export function mergeSegments(base: Segments, mine: Segments, theirs: Segments): readonly MergePiece[] | null {
  const order = orderOf(namesOf(base), namesOf(mine), namesOf(theirs))
  const [b, m, t] = [byName(base), byName(mine), byName(theirs)]
  const parts: (readonly MergePiece[])[] = []
  const placed = new Set<string>()
  for (const name of order) {
    if (placed.has(name)) continue
    placed.add(name)
    parts.push(mergePart(b.get(name), m.get(name), t.get(name)))
  }
  for (const name of [...m.keys(), ...t.keys()]) if (!placed.has(name) && mergePart(b.get(name), m.get(name), t.get(name)).length > 0) return null
  const separated = separate(parts, base.separator)
  if (separated === null) return null
  return [...mergeLines(base.head, mine.head, theirs.head), ...separated, ...mergeLines(base.tail, mine.tail, theirs.tail)]
}

/** Puts the separator behind each part but the last. Null where a choice would say whether there is a part at all. */
function separate(parts: readonly (readonly MergePiece[])[], separator: string): readonly MergePiece[] | null {
  if (separator === '') return parts.flat()
  const last = parts.findLastIndex((pieces) => pieces.some(hasLines))
  const result: MergePiece[] = []
  for (const [at, pieces] of parts.entries()) {
    const end = pieces.findLastIndex(hasLines)
    for (const [index, piece] of pieces.entries()) {
      if (at >= last || index !== end) {
        result.push(piece)
        continue
      }
      const closed = (lines: readonly string[]) => lines.with(-1, `${lines.at(-1)!}${separator}`)
      if (piece.kind !== 'conflict') result.push({ ...piece, lines: closed(piece.lines) })
      else if (piece.mine.length === 0 || piece.theirs.length === 0) return null
      else result.push({ ...piece, base: piece.base.length === 0 ? [] : closed(piece.base), mine: closed(piece.mine), theirs: closed(piece.theirs) })
    }
    // A part that may turn out empty leaves its neighbours with a separator too many.
    if (separator !== '' && pieces.length > 0 && pieces.every((piece) => piece.kind === 'conflict' && (piece.mine.length === 0 || piece.theirs.length === 0))) return null
  }
  return result
}

function hasLines(piece: MergePiece): boolean {
  return piece.kind === 'conflict' ? piece.mine.length + piece.theirs.length > 0 : piece.lines.length > 0
}

function mergePart(base: Segment | undefined, mine: Segment | undefined, theirs: Segment | undefined): readonly MergePiece[] {
  if (mine === undefined && theirs === undefined) return []
  if (base === undefined) {
    if (theirs === undefined) return [{ kind: 'mine', lines: mine!.lines, base: [] }]
    if (mine === undefined) return [{ kind: 'theirs', lines: theirs.lines, base: [] }]
    return mergeLines([], mine.lines, theirs.lines)
  }
  if (mine === undefined || theirs === undefined) {
    const left = (mine ?? theirs)!
    // Deleted by one, untouched by the other: gone. Else a person must say.
    if (isSame(left.lines, base.lines)) return [{ kind: mine === undefined ? 'mine' : 'theirs', lines: [], base: base.lines }]
    return [{ kind: 'conflict', base: base.lines, mine: mine?.lines ?? [], theirs: theirs?.lines ?? [] }]
  }
  const byLines = mergeLines(base.lines, mine.lines, theirs.lines)
  if (!hasConflict(byLines) || base.inner === null || mine.inner === null || theirs.inner === null) return byLines
  // In YAML a node's dash stands on the line of its first field.
  const first = base.inner.parts[0]?.name
  if (base.inner.separator === '' && (mine.inner.parts[0]?.name !== first || theirs.inner.parts[0]?.name !== first)) return byLines
  const byParts = mergeSegments(base.inner, mine.inner, theirs.inner)
  return byParts !== null && countConflicts(byParts) <= countConflicts(byLines) ? byParts : byLines
}

/** The order of all names: by the base, each side's own order where it changed it, theirs before mine where both did. */
function orderOf(base: readonly string[], mine: readonly string[], theirs: readonly string[]): readonly string[] {
  return mergeLines(base, mine, theirs).flatMap((piece) => (piece.kind === 'conflict' ? [...piece.theirs, ...piece.mine] : piece.lines))
}

export function hasConflict(pieces: readonly MergePiece[]): boolean {
  return pieces.some(({ kind }) => kind === 'conflict')
}

export function countConflicts(pieces: readonly MergePiece[]): number {
  return pieces.filter(({ kind }) => kind === 'conflict').length
}

function namesOf({ parts }: Segments): readonly string[] {
  return parts.map(({ name }) => name)
}

function byName({ parts }: Segments): ReadonlyMap<string, Segment> {
  return new Map(parts.map((part) => [part.name, part]))
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, at) => line === b[at])
}
