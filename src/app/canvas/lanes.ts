import { LANES } from '../state/index.ts'
import type { Obstacle } from './threads.ts'

/** A way back that needs a lane; all turned so that the graph runs to the right. */
export type WayBack = { readonly key: string; readonly from: { readonly x: number; readonly y: number }; readonly to: { readonly x: number; readonly y: number } }

/** How far below its nodes a lane runs at least. */
const LEAST = 20
/** How far from a node a lane passes. */
const AIR = 8

/**
 * The lane of each way back: as near below the nodes that it joins as can be without running through
 * another node or along another lane. Shorter ways come first, so that a loop within a loop lies within.
 */
export function lanesOf(ways: readonly WayBack[], nodes: readonly Obstacle[]): ReadonlyMap<string, number> {
  const lanes = new Map<string, number>()
  const taken: Obstacle[] = []
  const length = ({ from, to }: WayBack) => Math.abs(to.x - from.x)
  for (const way of ways.toSorted((a, b) => length(a) - length(b))) {
    const [left, right] = [Math.min(way.from.x, way.to.x), Math.max(way.from.x, way.to.x)]
    const floor = Math.max(way.from.y, way.to.y)
    const across = nodes.filter((node) => node.right > left && node.left < right)
    const others = taken.filter((lane) => lane.right > left - AIR && lane.left < right + AIR)
    const isFree = (y: number): boolean =>
      across.every(({ top, bottom }) => y <= top - AIR || y >= bottom + AIR) && others.every(({ top }) => Math.abs(y - top) >= LANES.apart - 1)
    const wanted = floor + LANES.depth
    const candidates = [wanted, floor + LEAST, ...across.flatMap(({ top, bottom }) => [top - AIR - 6, bottom + LEAST]), ...others.map(({ top }) => top + LANES.apart)]
      .filter((y) => y >= floor + LEAST - 1 && isFree(y))
    const lowest = [...across, ...others].reduce((most, { bottom }) => Math.max(most, bottom), floor) + LANES.apart
    const lane = candidates.reduce((best, y) => (Math.abs(y - wanted) < Math.abs(best - wanted) ? y : best), lowest)
    lanes.set(way.key, lane)
    taken.push({ left, right, top: lane, bottom: lane })
  }
  return lanes
}
