import type { Strand } from './weave.ts'

/** A part of the canvas, in canvas pixels. */
export type Cell = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

/**
 * The part of the canvas that is in view, made larger to whole steps of half a screen: it stays the same
 * while one pans a little.
 */
export function cellOf(transform: readonly [number, number, number], width: number, height: number): Cell {
  const [x, y, zoom] = transform
  // Steps of powers of two, so that zooming a little changes nothing either.
  const step = 2 ** Math.round(Math.log2(Math.max(256, (width || 1024) / 2) / zoom))
  const down = (value: number) => (Math.floor(value / step) - 1) * step
  const up = (value: number) => (Math.ceil(value / step) + 1) * step
  return { left: down(-x / zoom), top: down(-y / zoom), right: up((width - x) / zoom), bottom: up((height - y) / zoom) }
}

export function sameCell(a: Cell | null, b: Cell | null): boolean {
  return a === b || (a !== null && b !== null && a.left === b.left && a.top === b.top && a.right === b.right && a.bottom === b.bottom)
}

/** Does one of the ends of the thread lie there? Of the others only a stretch in passing can be seen. */
export function endsInCell({ from, to }: Strand, { left, top, right, bottom }: Cell): boolean {
  const holds = (x: number, y: number) => x >= left && x <= right && y >= top && y <= bottom
  return holds(from.x, from.y) || holds(to.x, to.y)
}

/** May the thread be seen there? By the rectangle around its ends, and some room for its bends. */
export function inCell({ from, to, detour, lane, direction }: Strand, { left, top, right, bottom }: Cell): boolean {
  const bend = 180
  const out = [detour?.y, lane].filter((across) => across !== undefined)
  const ys = direction === 'right' ? [from.y, to.y, ...out] : [from.y, to.y]
  const xs = direction === 'down' ? [from.x, to.x, ...out] : [from.x, to.x]
  return Math.max(...xs) + bend >= left && Math.min(...xs) - bend <= right && Math.max(...ys) + bend >= top && Math.min(...ys) - bend <= bottom
}
