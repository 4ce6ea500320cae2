import type { GraphView } from '../../core/index.ts'
import type { Direction, Point, Positions } from '../state/index.ts'
import { boxOf, GAP, labelRoom, STRIDE, turn, type Box } from './sizes.ts'

/** How far from its neighbours across a node is put at least. */
const AIR = GAP - 12

type Span = { readonly top: number; readonly bottom: number }

/**
 * Places for the nodes of the view that have none: after what they need, else before what needs them,
 * else beside the first column; at the nearest place across that covers no other node. The others stay
 * where they are. The same input gives the same places. Inside, `x` runs along the graph.
 */
export function place(view: GraphView, positions: Positions, direction: Direction): Positions {
  const placed = new Map<string, Point>()
  const boxes = new Map(view.nodes.map((node) => [node.key, boxOf(node, direction)]))
  const stride = STRIDE[direction] + view.edges.reduce((most, edge) => Math.max(most, labelRoom({ ...edge, condition: '' }, direction)), 0)
  const at = (key: string): Point | undefined => {
    const point = positions.get(key)
    return placed.get(key) ?? (point && turn(point, direction))
  }
  const into = new Map<string, string[]>()
  const outOf = new Map<string, string[]>()
  for (const { from, to, back } of view.edges) {
    if (back) continue
    if (!positions.has(to)) push(into, to, from)
    if (!positions.has(from)) push(outOf, from, to)
  }
  for (const { key } of view.nodes) {
    if (positions.has(key)) continue
    const before = pointsOf(into.get(key), at)
    const after = pointsOf(outOf.get(key), at)
    const box = boxes.get(key)!
    const wanted = before.length > 0 ? behind(before, stride) : after.length > 0 ? ahead(after, stride) : beside(view, boxes, at, stride)
    placed.set(key, free(wanted, box, occupied(view, boxes, at, key, wanted, box)))
  }
  return direction === 'right' ? placed : new Map([...placed].map(([key, point]) => [key, turn(point, direction)]))
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

function pointsOf(keys: readonly string[] | undefined, at: (key: string) => Point | undefined): readonly Point[] {
  return (keys ?? []).map(at).filter((point) => point !== undefined)
}

function behind(points: readonly Point[], stride: number): Point {
  return { x: points.reduce((most, { x }) => Math.max(most, x), -Infinity) + stride, y: meanAcross(points) }
}

function ahead(points: readonly Point[], stride: number): Point {
  return { x: points.reduce((least, { x }) => Math.min(least, x), Infinity) - stride, y: meanAcross(points) }
}

function meanAcross(points: readonly Point[]): number {
  return Math.round(points.reduce((sum, { y }) => sum + y, 0) / points.length)
}

/** Beyond the last node of the first column. */
function beside(view: GraphView, boxes: ReadonlyMap<string, Box>, at: (key: string) => Point | undefined, stride: number): Point {
  let left = Infinity
  for (const { key } of view.nodes) left = Math.min(left, at(key)?.x ?? Infinity)
  if (left === Infinity) return { x: 0, y: 0 }
  let bottom = -Infinity
  for (const { key } of view.nodes) {
    const point = at(key)
    if (point && point.x < left + stride / 2) bottom = Math.max(bottom, point.y + boxes.get(key)!.breadth)
  }
  return { x: left, y: bottom + GAP }
}

/** What stands in the way in the strip of the canvas in which the node is to be, in order across. */
function occupied(view: GraphView, boxes: ReadonlyMap<string, Box>, at: (key: string) => Point | undefined, self: string, { x }: Point, { length }: Box): readonly Span[] {
  const spans: Span[] = []
  for (const { key } of view.nodes) {
    const point = key === self ? undefined : at(key)
    const box = boxes.get(key)!
    if (!point || point.x >= x + length + AIR || point.x + box.length + AIR <= x) continue
    spans.push({ top: point.y - box.before, bottom: point.y + box.breadth })
  }
  return spans.sort((a, b) => a.top - b.top)
}

/** The free place across that is nearest to the wanted one; the later of two that are as near. */
function free(wanted: Point, { breadth, before }: Box, spans: readonly Span[]): Point {
  const fits = (y: number) => spans.every(({ top, bottom }) => y + breadth + AIR <= top || y - before - AIR >= bottom)
  if (fits(wanted.y)) return wanted
  const candidates = spans.flatMap(({ top, bottom }) => [bottom + GAP + before, top - GAP - breadth])
  const possible = candidates.filter(fits)
  const best = possible.reduce((nearest, y) => {
    const difference = Math.abs(y - wanted.y) - Math.abs(nearest - wanted.y)
    return difference < 0 || (difference === 0 && y > nearest) ? y : nearest
  }, possible[0] ?? wanted.y)
  return { x: wanted.x, y: best }
}
