import { listOfNodes } from '../document/items.ts'
import type { Dialect, Reading } from '../dialects/dialect.ts'
import { isMerge } from '../source/find.ts'
import { extentOf } from '../source/patch/extent.ts'
import type { Source, SourceList, SourceMap } from '../source/tree.ts'
import { lineStarts, positionAt } from '../text/lines.ts'

/** Lines as parts with names of their own, between a head and a tail. */
export type Segments = {
  /** Stands behind each part but the last: kept out of its lines, so that a part is the same wherever it stands. */
  readonly separator: '' | ','
  readonly head: readonly string[]
  readonly parts: readonly Segment[]
  readonly tail: readonly string[]
}

export type Segment = {
  readonly name: string
  readonly lines: readonly string[]
  /** The part's own parts: a node's fields. Null when it has none that stand on lines of their own. */
  readonly inner: Segments | null
}

/**
 * A workflow's lines, cut before each node of its list; comments and blank lines between two nodes go
 * with the one below, unless they belong to the one above. Null where nodes do not stand on lines of
 * their own, or two have one id.
 */
export function segmentsOf(reading: Reading, dialect: Dialect, lines: readonly string[]): Segments | null {
  const list = listOfNodes(reading)
  if (list === null || list.items.length === 0 || (list.style !== 'block' && reading.source.format === 'yaml')) return null
  const nodes = dialect.project(reading).nodes.filter(({ index }) => index >= 0)
  if (nodes.length !== list.items.length || nodes.some(({ key, id }) => key !== id || id === '')) return null
  const keys = [...nodes].sort((a, b) => a.index - b.index).map(({ key }) => key)
  const cut = reading.source.format === 'json' ? cutterOfJson(reading.source, lines) : cutter(reading.source, lines)
  return cut(list, keys, (index, from, to) => fieldsOf(cut, list, index, from, to))
}

type Cut = (container: SourceList | SourceMap, names: readonly string[], inner: (index: number, from: number, to: number) => Segments | null, within?: { readonly from: number; readonly to: number }) => Segments | null

function fieldsOf(cut: Cut, list: SourceList, index: number, from: number, to: number): Segments | null {
  const node = list.items[index]?.value
  if (node?.kind !== 'map' || node.entries.length === 0 || node.entries.some((entry) => entry.name === null || isMerge(entry))) return null
  return cut(node, node.entries.map(({ name }) => name!), () => null, { from, to })
}

function cutter(source: Source, lines: readonly string[]): Cut {
  const lineOf = lineNumbers(source.text)
  return (container, names, inner, within = { from: 0, to: lines.length }) => {
    if (container.style !== 'block' || new Set(names).size !== names.length) return null
    const starts: number[] = []
    const ends: number[] = []
    for (const index of names.keys()) {
      const extent = extentOf(source, container, index)
      // The first field stands behind its node's dash: the line is its own all the same.
      if (extent.isInline && index > 0) return null
      starts.push(lineOf(extent.lead))
      ends.push(extent.end >= source.text.length && !/[\r\n]$/.test(source.text) ? lines.length : lineOf(extent.end))
    }
    const first = starts[0]
    if (first === undefined || first < within.from) return null
    const bounds = [first, ...ends.slice(0, -1), Math.min(ends.at(-1)!, within.to)]
    if (bounds.some((bound, at) => at > 0 && bound <= bounds[at - 1]!)) return null
    return {
      separator: '',
      head: lines.slice(within.from, first),
      parts: names.map((name, index) => {
        const [from, to] = [bounds[index]!, bounds[index + 1]!]
        return { name, lines: lines.slice(from, to), inner: inner(index, from, to) }
      }),
      tail: lines.slice(bounds.at(-1), within.to),
    }
  }
}

/** The same for JSON, where each part has lines of its own: as people and printers write it. */
function cutterOfJson(source: Source, lines: readonly string[]): Cut {
  const lineOf = lineNumbers(source.text)
  return (container, names, inner, within = { from: 0, to: lines.length }) => {
    if (new Set(names).size !== names.length) return null
    const ranges = (container.kind === 'map' ? container.entries : container.items).map(({ range }) => range)
    const starts = ranges.map(({ start }) => lineOf(start))
    const ends = ranges.map(({ end }) => lineOf(end) + 1)
    const isApart = ranges.every(({ start, end }, at) => {
      const above = source.text.slice(Math.max(0, start - 400), start)
      const before = above.slice(Math.max(above.lastIndexOf('\n'), above.lastIndexOf('\r')) + 1)
      const behind = /^[^\r\n]*/.exec(source.text.slice(end, end + 400))![0]
      return before.trim() === '' && ['', ','].includes(behind.trim()) && (at === 0 || starts[at] === ends[at - 1])
    })
    if (!isApart || starts[0]! < within.from || ends.at(-1)! > within.to) return null
    return {
      separator: ',',
      head: lines.slice(within.from, starts[0]),
      parts: names.map((name, index) => {
        const own = lines.slice(starts[index], ends[index])
        return { name, lines: own.with(-1, withoutComma(own.at(-1)!)), inner: inner(index, starts[index]!, ends[index]!) }
      }),
      tail: lines.slice(ends.at(-1), within.to),
    }
  }
}

/** The number of the line that an offset stands on, from 0. */
function lineNumbers(text: string): (offset: number) => number {
  const starts = lineStarts(text)
  return (offset) => positionAt(starts, offset).line - 1
}

/** Not by a pattern: those look at each run of blanks again from each of its places. */
function withoutComma(line: string): string {
  const written = line.trimEnd()
  return written.endsWith(',') ? written.slice(0, -1).trimEnd() : line
}
