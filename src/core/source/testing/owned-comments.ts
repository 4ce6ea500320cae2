import type { Path } from '../../diagnostic.ts'
import type { PathOp, Source, SourceNode } from '../tree.ts'

/**
 * The starts of the comments that an operation may take away, by the rules of ownership: an entry
 * owns the unbroken comment lines at its column directly above it, those within it, the one at the end of its last
 * line, and deeper ones below it. Looks at lines only, as a reader of the file would.
 */
export function ownedComments(source: Source, op: PathOp): ReadonlySet<number> {
  const owned = new Set<number>()
  switch (op.op) {
    case 'insert': case 'rename': case 'move': return owned
    case 'comment':
      for (const start of commentsAbove(source, op.path)) owned.add(start)
      return owned
    case 'set': {
      const place = find(source, op.path)
      if (!place?.node || place.node.kind === 'scalar' || place.node.kind === 'alias') return owned
      // The comment on the key's own line stays with the key.
      for (const start of commentsOf(source, op.path, place.start)) {
        if (lineOf(source, start) > lineOf(source, place.start) || start > place.node.range.start) owned.add(start)
      }
      return owned
    }
    case 'delete': {
      for (const start of commentsAbove(source, op.path)) owned.add(start)
      for (const start of commentsOf(source, op.path, find(source, op.path)?.start ?? 0)) owned.add(start)
      // The last item of a list in block style goes with the key of the list.
      const list = find(source, op.path.slice(0, -1))?.node
      if (list?.kind === 'list' && list.items.length === 1 && op.path.length > 1) {
        const key = op.path.slice(0, -1)
        for (const start of commentsAbove(source, key)) owned.add(start)
        const place = find(source, key)
        if (place) for (const comment of source.comments) if (lineOf(source, comment.start) === lineOf(source, place.start)) owned.add(comment.start)
      }
      return owned
    }
  }
}

type Place = { readonly node: SourceNode | null; readonly start: number; readonly end: number }

function find(source: Source, path: Path): Place | null {
  let place: Place = { node: source.root, start: 0, end: source.text.length }
  for (const key of path) {
    const { node } = place
    const part = node?.kind === 'map' ? node.entries.find(({ name }) => name === String(key)) : node?.kind === 'list' ? node.items[Number(key)] : undefined
    if (!part) return null
    place = { node: part.value, start: part.range.start, end: part.range.end }
  }
  return place
}

function linesOf(source: Source): readonly string[] {
  return source.text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)
}

function lineOf(source: Source, offset: number): number {
  return source.text.slice(0, offset).split(/\r\n|\r|\n/).length - 1
}

function commentsAbove(source: Source, path: Path): readonly number[] {
  const place = find(source, path)
  if (!place) return []
  const lines = linesOf(source)
  const own = lineOf(source, place.start)
  const column = /^ */.exec(lines[own] ?? '')?.[0].length ?? 0
  const found: number[] = []
  for (let line = own - 1; line >= 0; line -= 1) {
    const text = lines[line] ?? ''
    const comment = source.comments.find(({ start }) => lineOf(source, start) === line)
    if (!comment || text.trimStart()[0] !== '#' || text.indexOf('#') !== column) break
    found.push(comment.start)
  }
  return found
}

/** The comments within a part, at the end of its last line, and deeper ones below. */
function commentsOf(source: Source, path: Path, from: number): readonly number[] {
  const place = find(source, path)
  if (!place) return []
  const lines = linesOf(source)
  const at = source.text.lastIndexOf('\n', place.start - 1) + 1
  const column = place.start - Math.max(at, source.text[0] === '\ufeff' && at === 0 ? 1 : at)
  const isComment = (line: number): boolean => /^\s*#/.test(lines[line] ?? '') && source.comments.some(({ start }) => lineOf(source, start) === line)
  const isBlank = (line: number): boolean => /^\s*$/.test(lines[line] ?? '')
  let last = lineOf(source, Math.max(place.start, place.end - 1))
  while (last > lineOf(source, place.start) && isBlank(last)) last -= 1
  let end = last
  for (let line = last + 1; line < lines.length; line += 1) {
    if (isComment(line) && (lines[line] ?? '').indexOf('#') > column) end = line
    else if (!isBlank(line)) break
  }
  return source.comments.filter(({ start }) => start >= from && lineOf(source, start) <= end).map(({ start }) => start)
}
