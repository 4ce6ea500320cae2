/** What browsers can draw at all: pixels of a side, and of the whole. */
const LONGEST_SIDE = 16_384
const MOST_PIXELS = 120_000_000

/** Twice the size of the canvas, for sharp text; less where that is more than a browser can draw. */
const WANTED = 2
const LEAST = 0.5

/** Pixels for each pixel of the canvas; null when even half the size is too large. */
export function scaleFor(width: number, height: number): number | null {
  const scale = Math.min(WANTED, LONGEST_SIDE / width, LONGEST_SIDE / height, Math.sqrt(MOST_PIXELS / (width * height)))
  return scale < LEAST ? null : scale === WANTED ? scale : Math.floor(scale * 100) / 100
}
