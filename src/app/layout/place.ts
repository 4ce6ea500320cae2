import type { GraphView } from '../../core/index.ts'
import type { Point, Positions } from '../state/index.ts'
import { COLUMN, GAP, sizeOf, type Size } from './sizes.ts'

/** How far from its neighbours above and below a node is put at least. */
const AIR = GAP - 12

type Span = { readonly top: number; readonly bottom: number }

/**
 * Places for the nodes of the view that have none: right of what they need, else left of what needs
 * them, else under the first column; at the nearest height that covers no other node. The others stay
 * where they are. The same input gives the same places.
 */
export function place(view: GraphView, positions: Positions): Positions {
  const placed = new Map<string, Point>()
  const sizes = new Map(view.nodes.map((node) => [node.key, sizeOf(node)]))
  const at = (key: string): Point | undefined => placed.get(key) ?? positions.get(key)
  const into = new Map<string, string[]>()
  const outOf = new Map<string, string[]>()
  for (const { from, to } of view.edges) {
    into.set(to, [...(into.get(to) ?? []), from])
    outOf.set(from, [...(outOf.get(from) ?? []), to])
  }
  for (const { key } of view.nodes) {
    if (positions.has(key)) continue
    const before = pointsOf(into.get(key), at)
    const after = pointsOf(outOf.get(key), at)
    const size = sizes.get(key)!
    const wanted = before.length > 0 ? rightOf(before) : after.length > 0 ? leftOf(after) : under(view, sizes, at)
    placed.set(key, free(wanted, size, occupied(view, sizes, at, key, wanted, size)))
  }
  return placed
}

function pointsOf(keys: readonly string[] | undefined, at: (key: string) => Point | undefined): readonly Point[] {
  return (keys ?? []).map(at).filter((point) => point !== undefined)
}

function rightOf(points: readonly Point[]): Point {
  return { x: Math.max(...points.map(({ x }) => x)) + COLUMN, y: meanHeight(points) }
}

function leftOf(points: readonly Point[]): Point {
  return { x: Math.min(...points.map(({ x }) => x)) - COLUMN, y: meanHeight(points) }
}

function meanHeight(points: readonly Point[]): number {
  return Math.round(points.reduce((sum, { y }) => sum + y, 0) / points.length)
}

/** Below the lowest node of the leftmost column. */
function under(view: GraphView, sizes: ReadonlyMap<string, Size>, at: (key: string) => Point | undefined): Point {
  let left = Infinity
  for (const { key } of view.nodes) left = Math.min(left, at(key)?.x ?? Infinity)
  if (left === Infinity) return { x: 0, y: 0 }
  let bottom = -Infinity
  for (const { key } of view.nodes) {
    const point = at(key)
    if (point && point.x < left + COLUMN / 2) bottom = Math.max(bottom, point.y + sizes.get(key)!.height)
  }
  return { x: left, y: bottom + GAP }
}

/** What stands in the way in the strip of the canvas in which the node is to be, from the top. */
function occupied(view: GraphView, sizes: ReadonlyMap<string, Size>, at: (key: string) => Point | undefined, self: string, { x }: Point, { width }: Size): readonly Span[] {
  const spans: Span[] = []
  for (const { key } of view.nodes) {
    const point = key === self ? undefined : at(key)
    const size = sizes.get(key)!
    if (!point || point.x >= x + width + AIR || point.x + size.width + AIR <= x) continue
    spans.push({ top: point.y - size.above, bottom: point.y + size.height })
  }
  return spans.sort((a, b) => a.top - b.top)
}

/** The free height that is nearest to the wanted one; the lower of two that are as near. */
function free(wanted: Point, { height, above }: Size, spans: readonly Span[]): Point {
  const fits = (y: number) => spans.every(({ top, bottom }) => y + height + AIR <= top || y - above - AIR >= bottom)
  if (fits(wanted.y)) return wanted
  const candidates = spans.flatMap(({ top, bottom }) => [bottom + GAP + above, top - GAP - height])
  const possible = candidates.filter(fits)
  const best = possible.reduce((nearest, y) => {
    const difference = Math.abs(y - wanted.y) - Math.abs(nearest - wanted.y)
    return difference < 0 || (difference === 0 && y > nearest) ? y : nearest
  }, possible[0] ?? wanted.y)
  return { x: wanted.x, y: best }
}
