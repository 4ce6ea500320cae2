import type { GraphEdge, GraphView } from '../../core/index.ts'
import { lanesRoom, type Direction, type Point, type Positions } from '../state/index.ts'
import { alongOf, balance } from './balance.ts'
import { boxOf, GAP, turn } from './sizes.ts'

/** The room for a graph on a page of common size, in pixels: a picture that fits it is seen whole. */
const PAGE = { width: 610, height: 560 }
/** A picture that is fitted with less than this has no text. */
const READABLE = 0.4
/** Between two rows: room for the thread from one to the next, and its label. */
const BETWEEN: { readonly [D in Direction]: number } = { right: 72, down: 72 }
/** How far a thread from one row to the next turns beyond both. */
const TURNS = 60

type Columns = readonly (readonly string[])[]

/**
 * Places for nodes whose columns are given. A long chain, which would be seen from so far that nothing of it
 * could be read, is broken into rows as a text is into lines: only where a single thread leads on, so that
 * nothing but that thread goes from one row to the next.
 */
export function layRows(view: GraphView, columns: Columns, direction: Direction): Positions {
  const rows = breakRows(view, columns, direction)
  if (rows.length === 1) return balance(view, columns, direction)
  const positions = new Map<string, Point>()
  let begin = 0
  for (const row of rows) {
    const part = partOf(view, row)
    const sizes = new Map(part.nodes.map((node) => [node.key, boxOf(node, direction)]))
    let end = begin
    for (const [key, point] of balance(part, row, direction)) {
      const { x, y } = turn(point, direction)
      positions.set(key, turn({ x, y: y + begin }, direction))
      end = Math.max(end, y + begin + sizes.get(key)!.breadth)
    }
    begin = end + BETWEEN[direction] + lanesRoom(part.edges.filter(({ back }) => back).length)
  }
  return positions
}

/** The columns of each row: all in one where that can be read, or where nothing can be gained. */
export function breakRows(view: GraphView, columns: Columns, direction: Direction): readonly Columns[] {
  const columnOf = new Map(columns.flatMap((keys, column) => keys.map((key) => [key, column] as const)))
  const starts = alongOf(view, columnOf, columns.length, direction)
  const boxes = new Map(view.nodes.map((node) => [node.key, boxOf(node, direction)]))
  const lengths = columns.map((keys) => keys.reduce((most, key) => Math.max(most, boxes.get(key)!.length), 0))
  const breadths = columns.map((keys) => keys.reduce((sum, key) => sum + boxes.get(key)!.breadth + boxes.get(key)!.before + GAP, -GAP))
  const span = (from: number, to: number) => starts[to]! + lengths[to]! - starts[from]!

  /** How large the picture may be drawn so that it fits the page. */
  const scaleOf = (rows: readonly Row[]): number => {
    const length = rows.reduce((most, [from, to]) => Math.max(most, span(from, to)), 0) + (rows.length > 1 ? TURNS : 0)
    const breadth = rows.reduce((sum, [from, to]) => sum + breadths.slice(from, to + 1).reduce((most, each) => Math.max(most, each), 0) + BETWEEN[direction], -BETWEEN[direction])
    const [width, height] = direction === 'right' ? [length, breadth] : [breadth, length]
    return Math.min(1, PAGE.width / width, PAGE.height / height)
  }

  let best: readonly Row[] = [[0, columns.length - 1]]
  if (columns.length < 2 || scaleOf(best) >= READABLE) return [columns]
  const thin = thinAfter(view.edges, columnOf, columns.length)
  if (lastThin(thin, 0, columns.length - 1) === null) return [columns]
  // From long rows to short ones: of two that are as good the one with fewer rows is kept.
  for (let longest = columns.length - 2; longest >= 0; longest -= 1) {
    const rows = filled(columns.length, thin, (from, to) => span(from, to) <= span(0, longest))
    if (scaleOf(rows) > scaleOf(best) * 1.02) best = rows
  }
  return best.map(([from, to]) => columns.slice(from, to + 1))
}

/** The first and the last column of a row. */
type Row = readonly [from: number, to: number]

/** Rows as full as may be: each ends where a single thread leads on, or, where none does in time, as soon as one does. */
function filled(count: number, thin: readonly boolean[], fits: (from: number, to: number) => boolean): readonly Row[] {
  const rows: Row[] = []
  let from = 0
  let end: number | null = null
  for (let at = 0; at < count; at += 1) {
    while (end !== null && !fits(from, at)) {
      rows.push([from, end])
      from = end + 1
      end = lastThin(thin, from, at)
    }
    if (thin[at]) end = at
  }
  rows.push([from, count - 1])
  return rows
}

/** The last column from one up to, not including, another after which a single thread leads on; null without any. */
function lastThin(thin: readonly boolean[], from: number, to: number): number | null {
  for (let at = to - 1; at >= from; at -= 1) if (thin[at]) return at
  return null
}

/** After which columns no more than a single thread leads on. */
function thinAfter(edges: readonly GraphEdge[], columnOf: ReadonlyMap<string, number>, count: number): readonly boolean[] {
  const passing = Array.from({ length: count + 1 }, () => 0)
  const seen = new Set<string>()
  for (const { kind, from, to } of edges) {
    const [a, b] = [columnOf.get(from), columnOf.get(to)]
    const pair = JSON.stringify([from, to])
    if (kind === 'reference' || a === undefined || b === undefined || a === b || seen.has(pair)) continue
    seen.add(pair)
    passing[Math.min(a, b)]! += 1
    passing[Math.max(a, b)]! -= 1
  }
  let sum = 0
  return passing.slice(0, count).map((change) => (sum += change) <= 1)
}

function partOf(view: GraphView, row: Columns): GraphView {
  const keys = new Set(row.flat())
  return { nodes: view.nodes.filter(({ key }) => keys.has(key)), edges: view.edges.filter(({ from, to }) => keys.has(from) && keys.has(to)), levels: [] }
}
