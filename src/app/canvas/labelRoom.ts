import { HALF_LABEL, type Direction, type Point } from '../state/index.ts'
import type { Obstacle } from './threads.ts'

/** How wide a label of one line, and one of two, may be so that it covers no node. */
export type Room = { readonly line: number; readonly two: number }

/** Between a label and a node. */
const AIR = 7
/** Wider than this no label is, and narrower none can be read. */
export const WIDEST = 220
const NARROWEST = 44

/** The room around the middle of a thread; it and the obstacles turned so that the graph runs to the right. */
export function roomFor(middle: Point, obstacles: readonly Obstacle[], direction: Direction): Room {
  return { line: widthAt(HALF_LABEL.line), two: widthAt(HALF_LABEL.two) }

  function widthAt(half: number): number {
    let width = WIDEST
    for (const { left, right, top, bottom } of obstacles) {
      // A label lies flat whichever way the graph runs.
      const [near, far, upper, lower] = direction === 'right' ? [left, right, top, bottom] : [top, bottom, left, right]
      const [x, y] = direction === 'right' ? [middle.x, middle.y] : [middle.y, middle.x]
      if (lower <= y - half || upper >= y + half) continue
      width = Math.min(width, 2 * (Math.max(near - x, x - far) - AIR))
    }
    return Math.max(NARROWEST, Math.round(width))
  }
}

export function sameRoom(a: Room | undefined, b: Room | undefined): boolean {
  return a?.line === b?.line && a?.two === b?.two
}
