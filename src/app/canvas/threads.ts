import type { Point } from '../state/index.ts'

/** A rectangle that a thread must not cross. */
export type Obstacle = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }

/** The way around what is between two nodes: along a horizontal line between two columns. */
export type Detour = { readonly y: number; readonly start: number; readonly end: number }

/** Least reach of a curve beyond an eyelet. */
const REACH = 28
/** How far from a node a thread passes where there is room, and at least. */
const CLEARANCE = 14
const LEAST = 6

/** A thread from an eyelet on the right of a node to one on the left of another. */
export function threadPath(from: Point, to: Point, detour?: Detour): string {
  if (to.x - from.x < REACH / 2) return wayBack(from, to)
  if (!detour) {
    const reach = reachOf(from, to)
    return `M${from.x} ${from.y}C${from.x + reach} ${from.y} ${to.x - reach} ${to.y} ${to.x} ${to.y}`
  }
  const { y, start, end } = detour
  const rise = (start - from.x) * 0.55
  const fall = (to.x - end) * 0.55
  return (
    `M${from.x} ${from.y}C${from.x + rise} ${from.y} ${start - rise} ${y} ${start} ${y}` +
    `L${end} ${y}C${end + fall} ${y} ${to.x - fall} ${to.y} ${to.x} ${to.y}`
  )
}

function reachOf(from: Point, to: Point): number {
  const dx = to.x - from.x
  return dx < 80 ? Math.max(REACH, dx * 0.55) : Math.min(Math.max(REACH, dx * 0.42), 160)
}

/** A target left of its source: out, below both, and in from the left. */
function wayBack(from: Point, to: Point): string {
  const low = Math.max(from.y, to.y) + 74
  const right = from.x + 44
  const left = to.x - 44
  return `M${from.x} ${from.y}C${right} ${from.y} ${right} ${low} ${from.x - 10} ${low}L${to.x + 10} ${low}C${left} ${low} ${left} ${to.y} ${to.x} ${to.y}`
}

/** Where the middle of a thread lies, roughly: for labels and buttons. */
export function middleOf(from: Point, to: Point, detour?: Detour): Point {
  if (detour) return { x: (detour.start + detour.end) / 2, y: detour.y }
  if (to.x - from.x < REACH / 2) return { x: (from.x + to.x) / 2, y: Math.max(from.y, to.y) + 74 }
  return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
}

/**
 * A way around the nodes that a direct thread would run through, at the nearest free height above or
 * below them. Undefined when the direct way is free.
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
