import { CARD_SIZE } from '../../core/index.ts'
import type { Direction, Point } from '../state/index.ts'

/** A rectangle that a thread must not cross. */
export type Obstacle = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }

/** The way around what is between two nodes: straight along between two columns. Turned, where the graph runs down. */
export type Detour = { readonly y: number; readonly start: number; readonly end: number }

/** Least reach of a curve beyond an eyelet. */
const REACH = 28
/** How far from a node a thread passes where there is room, and at least. */
const CLEARANCE = 14
const LEAST = 6
/** How far beyond its ends a thread that runs back turns. */
const TURN = 40
/** The room between two rows that a thread may run back through, and how far before the row it does, or below all. */
const LEAST_ROOM = 16
const BEFORE_ROW = 30
const BELOW = 32

/**
 * How a thread runs: the ends of its eyelets, and which way the graph runs. A way back leaves and comes in
 * below its nodes and runs along a lane of its own, at `lane` across, turned where the graph runs down.
 */
export type Run = { readonly from: Point; readonly to: Point; readonly direction: Direction; readonly detour?: Detour; readonly lane?: number }

/** Does a thread have to run back, because its target stands before its source? All turned as for `detourOf`. */
export function runsBack(from: Point, to: Point): boolean {
  return to.x - from.x < REACH / 2
}

/** A thread from the eyelet behind a node to the one before another, as the data of an SVG path. */
export function threadPath({ from: start, to: end, direction, detour, lane }: Run): string {
  // Inside every graph runs to the right: along is x, across is y.
  const from = turned(start, direction)
  const to = turned(end, direction)
  const p = (x: number, y: number) => (direction === 'right' ? `${x} ${y}` : `${y} ${x}`)
  if (lane !== undefined) {
    // Down from one node, along, and up to the other.
    const turn = Math.sign(to.x - from.x) * Math.min(72, Math.abs(to.x - from.x) / 2)
    const [out, into] = [lane - (lane - from.y) * 0.14, lane - (lane - to.y) * 0.14]
    return (
      `M${p(from.x, from.y)}C${p(from.x, out)} ${p(from.x + turn * 0.22, lane)} ${p(from.x + turn, lane)}` +
      `L${p(to.x - turn, lane)}C${p(to.x - turn * 0.22, lane)} ${p(to.x, into)} ${p(to.x, to.y)}`
    )
  }
  if (runsBack(from, to)) {
    // A target before its source: out, past both, and in from before.
    const low = detour?.y ?? lowOf(from, to, direction)
    const right = from.x + TURN
    const left = to.x - TURN
    return `M${p(from.x, from.y)}C${p(right, from.y)} ${p(right, low)} ${p(from.x - 10, low)}L${p(to.x + 10, low)}C${p(left, low)} ${p(left, to.y)} ${p(to.x, to.y)}`
  }
  if (!detour) {
    const reach = reachOf(from, to)
    return `M${p(from.x, from.y)}C${p(from.x + reach, from.y)} ${p(to.x - reach, to.y)} ${p(to.x, to.y)}`
  }
  const { y, start: first, end: last } = detour
  const rise = (first - from.x) * 0.55
  const fall = (to.x - last) * 0.55
  return (
    `M${p(from.x, from.y)}C${p(from.x + rise, from.y)} ${p(first - rise, y)} ${p(first, y)}` +
    `L${p(last, y)}C${p(last + fall, y)} ${p(to.x - fall, to.y)} ${p(to.x, to.y)}`
  )
}

/** The plain line that stands for a thread seen from afar. */
export function farPath({ from, to, direction, detour, lane }: Run): string {
  if (lane !== undefined) return threadPath({ from, to, direction, lane })
  return detour ? threadPath({ from, to, direction, detour }) : `M${from.x} ${from.y}L${to.x} ${to.y}`
}

/** The tip of an arrow at the end of a thread. */
export function arrowPath({ to, direction, lane }: Pick<Run, 'to' | 'direction' | 'lane'>): string {
  // A way back comes in from the side that the others do not.
  if (lane !== undefined) return direction === 'right' ? `M${to.x - 4.5} ${to.y + 5}L${to.x} ${to.y - 0.5}L${to.x + 4.5} ${to.y + 5}` : `M${to.x + 5} ${to.y - 4.5}L${to.x - 0.5} ${to.y}L${to.x + 5} ${to.y + 4.5}`
  return direction === 'right' ? `M${to.x - 5} ${to.y - 4.5}L${to.x + 0.5} ${to.y}L${to.x - 5} ${to.y + 4.5}` : `M${to.x - 4.5} ${to.y - 5}L${to.x} ${to.y + 0.5}L${to.x + 4.5} ${to.y - 5}`
}

/** The mark of a route, where it begins. */
export function diamondPath({ from, direction }: Pick<Run, 'from' | 'direction'>): string {
  return direction === 'right' ? `M${from.x + 2} ${from.y}l5 -5l5 5l-5 5z` : `M${from.x} ${from.y + 2}l5 5l-5 5l-5 -5z`
}

export function turned({ x, y }: Point, direction: Direction): Point {
  return direction === 'right' ? { x, y } : { x: y, y: x }
}

/**
 * How a thread runs back where nobody looked at what is in its way: a node and its neighbour are passed on the far
 * side; a target that stands a row further on is come to by way of the room that rows leave between them.
 */
function lowOf(from: Point, to: Point, direction: Direction): number {
  const half = (direction === 'right' ? CARD_SIZE.height : CARD_SIZE.width) / 2
  if (to.y - from.y > 2 * half + LEAST_ROOM) return to.y - half - Math.min(BEFORE_ROW, (to.y - from.y - 2 * half) / 2)
  return Math.max(from.y, to.y) + half + BELOW
}

function reachOf(from: Point, to: Point): number {
  const dx = to.x - from.x
  return dx < 80 ? Math.max(REACH, dx * 0.55) : Math.min(Math.max(REACH, dx * 0.42), 160)
}

/** Where the middle of a thread lies, roughly: for labels and buttons. */
export function middleOf({ from: start, to: end, direction, detour, lane }: Run): Point {
  const from = turned(start, direction)
  const to = turned(end, direction)
  if (lane !== undefined) return turned({ x: (from.x + to.x) / 2, y: lane }, direction)
  if (detour) return turned({ x: (detour.start + detour.end) / 2, y: detour.y }, direction)
  if (runsBack(from, to)) return turned({ x: (from.x + to.x) / 2, y: lowOf(from, to, direction) }, direction)
  return turned({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }, direction)
}

/**
 * A way around the nodes that a direct thread would run through, at the nearest free height above or
 * below them; all turned so that the graph runs to the right. Undefined when the direct way is free.
 */
export function detourOf(from: Point, to: Point, obstacles: readonly Obstacle[]): Detour | undefined {
  const between = obstacles.filter(({ left, right }) => left > from.x && right < to.x)
  if (between.length === 0 || !between.some((obstacle) => crosses(from, to, obstacle))) return undefined
  const start = Math.min(...between.map(({ left }) => left)) + 2
  const end = Math.max(...between.map(({ right }) => right)) - 2
  const free = [...between.flatMap(({ top, bottom }) => [top - CLEARANCE, bottom + CLEARANCE]), ...gaps(between)].filter((y) =>
    between.every(({ top, bottom }) => y <= top - LEAST || y >= bottom + LEAST),
  )
  const wanted = (from.y + to.y) / 2
  const y = free.reduce<number | undefined>((best, candidate) => (best === undefined || cost(candidate) < cost(best) ? candidate : best), undefined)
  return y === undefined ? undefined : { y, start, end }

  function cost(candidate: number): number {
    return Math.abs(candidate - wanted) + Math.abs(candidate - to.y) * 0.25
  }
}

/**
 * Where a thread runs back whose target stands a row further on, or one before: along the widest room that lies
 * between, near the target; where there is none, below all that is in the way. All turned as for `detourOf`.
 */
export function returnOf(from: Point, to: Point, obstacles: readonly Obstacle[]): Detour {
  const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)]
  const [left, right] = [to.x - TURN, from.x + TURN]
  const between = obstacles.filter((each) => each.right > left && each.left < right && each.bottom > top && each.top < bottom).toSorted((a, b) => a.top - b.top)
  let free: { readonly top: number; readonly bottom: number } | undefined
  let low = -Infinity
  for (const each of between) {
    if (low > -Infinity && each.top - low >= LEAST_ROOM && (!free || each.top - low > free.bottom - free.top)) free = { top: low, bottom: each.top }
    low = Math.max(low, each.bottom)
  }
  const [start, end] = [Math.min(to.x + 10, from.x - 10), Math.max(to.x + 10, from.x - 10)]
  if (!free) return { y: belowAll(Math.max(low, bottom), obstacles.filter((each) => each.right > left && each.left < right)), start, end }
  const away = Math.min(BEFORE_ROW, (free.bottom - free.top) / 2)
  return { y: to.y > from.y ? free.bottom - away : free.top + away, start, end }
}

/** The first height below one at which nothing is in the way. */
function belowAll(low: number, obstacles: readonly Obstacle[]): number {
  let y = low + BELOW
  for (const { top, bottom } of obstacles.toSorted((a, b) => a.top - b.top)) if (y > top - LEAST && y < bottom + LEAST) y = bottom + BELOW
  return y
}

/** The middles between nodes that stand one under another. */
function gaps(obstacles: readonly Obstacle[]): readonly number[] {
  const sorted = obstacles.toSorted((a, b) => a.top - b.top)
  return sorted.slice(1).map(({ top }, index) => (sorted[index]!.bottom + top) / 2)
}

/** Does the direct curve come through the rectangle? Sampled: 24 points are finer than any node. */
function crosses(from: Point, to: Point, { left, right, top, bottom }: Obstacle): boolean {
  const reach = reachOf(from, to)
  for (let i = 1; i < 24; i += 1) {
    const t = i / 24
    const x = bezier(t, from.x, from.x + reach, to.x - reach, to.x)
    if (x < left - 4 || x > right + 4) continue
    const y = bezier(t, from.y, from.y, to.y, to.y)
    if (y > top - 4 && y < bottom + 4) return true
  }
  return false
}

function bezier(t: number, a: number, b: number, c: number, d: number): number {
  const u = 1 - t
  return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d
}
