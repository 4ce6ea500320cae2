import type { Direction, Place } from './place.ts'

/** A rectangle that an edge should not cross. */
export type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }

export type Way = { readonly path: string; /** For a label. */ readonly middle: Place; /** The lowest and outermost points that it may reach. */ readonly reach: Box }

/** An edge from the eyelet behind one node to the one before another, around the nodes in between. */
export function wayOf(start: Place, end: Place, direction: Direction, boxes: readonly Box[]): Way {
  // Inside, every graph runs to the right; one that runs down is turned.
  const turn = ({ x, y }: Place): Place => (direction === 'right' ? { x, y } : { x: y, y: x })
  const p = (x: number, y: number): string => (direction === 'right' ? `${round(x)} ${round(y)}` : `${round(y)} ${round(x)}`)
  const [from, to] = [turn(start), turn(end)]
  const middle = (x: number, y: number): Place => turn({ x, y })
  const reach = (low: number, side: number): Box => {
    const [a, b] = [turn({ x: Math.min(from.x, to.x) - side, y: Math.min(from.y, to.y, low) }), turn({ x: Math.max(from.x, to.x) + side, y: Math.max(from.y, to.y, low) })]
    return { left: a.x, right: b.x, top: a.y, bottom: b.y }
  }
  if (to.x - from.x < 14) {
    const low = Math.max(from.y, to.y) + (direction === 'right' ? 74 : 136)
    const [right, left] = [from.x + 44, to.x - 44]
    return {
      path: `M${p(from.x, from.y)}C${p(right, from.y)} ${p(right, low)} ${p(from.x - 10, low)}L${p(to.x + 10, low)}C${p(left, low)} ${p(left, to.y)} ${p(to.x, to.y)}`,
      middle: middle((from.x + to.x) / 2, low), reach: reach(low, 44),
    }
  }
  const own = boxes.map(({ left, right, top, bottom }) => (direction === 'right' ? { left, right, top, bottom } : { left: top, right: bottom, top: left, bottom: right }))
  const between = own.filter(({ left, right }) => left > from.x && right < to.x)
  const pull = Math.min(Math.max(28, (to.x - from.x) * 0.42), 160)
  if (!between.some((box) => isCrossed(from, to, pull, box))) {
    return { path: `M${p(from.x, from.y)}C${p(from.x + pull, from.y)} ${p(to.x - pull, to.y)} ${p(to.x, to.y)}`, middle: middle((from.x + to.x) / 2, (from.y + to.y) / 2), reach: reach(from.y, 0) }
  }
  const first = Math.min(...between.map(({ left }) => left)) + 2
  const last = Math.max(...between.map(({ right }) => right)) - 2
  const wanted = (from.y + to.y) / 2
  const free = between.flatMap(({ top, bottom }) => [top - 14, bottom + 14]).filter((y) => between.every(({ top, bottom }) => y <= top - 6 || y >= bottom + 6))
  const lane = free.reduce((best, y) => (Math.abs(y - wanted) < Math.abs(best - wanted) ? y : best), Infinity)
  const rise = (first - from.x) * 0.55
  const fall = (to.x - last) * 0.55
  return {
    path: `M${p(from.x, from.y)}C${p(from.x + rise, from.y)} ${p(first - rise, lane)} ${p(first, lane)}L${p(last, lane)}C${p(last + fall, lane)} ${p(to.x - fall, to.y)} ${p(to.x, to.y)}`,
    middle: middle((first + last) / 2, lane), reach: reach(lane, 0),
  }
}

/** Does the direct curve come through the box? Sampled: 24 points are finer than any node. */
function isCrossed(from: Place, to: Place, pull: number, { left, right, top, bottom }: Box): boolean {
  for (let step = 1; step < 24; step += 1) {
    const t = step / 24
    const u = 1 - t
    const x = u * u * u * from.x + 3 * u * u * t * (from.x + pull) + 3 * u * t * t * (to.x - pull) + t * t * t * to.x
    const y = (u * u * u + 3 * u * u * t) * from.y + (3 * u * t * t + t * t * t) * to.y
    if (x > left - 4 && x < right + 4 && y > top - 4 && y < bottom + 4) return true
  }
  return false
}

export function round(value: number): number {
  return Math.round(value * 100) / 100
}
