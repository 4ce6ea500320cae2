import type { Extent } from './anchors.ts'

/** Room for the furthest points of either direction, by diagonal; used again and again. */
export type Diagonals = { readonly forward: Int32Array; readonly backward: Int32Array }

/**
 * A run of equal lines (perhaps an empty one) on a shortest path between the corners of the extent, in
 * its middle. Null when `effort` runs out first. The extent must be free of equal ends and not empty on
 * either side, so that both halves are smaller than the whole.
 */
export function middleSnake(a: Int32Array, b: Int32Array, { a0, a1, b0, b1 }: Extent, { forward, backward }: Diagonals, effort: { left: number }): Extent | null {
  const rows = a1 - a0
  const columns = b1 - b0
  const delta = rows - columns
  const isOdd = (delta & 1) !== 0
  const most = Math.ceil((rows + columns) / 2)
  // Diagonal k stands at `offset + k`; the backward search counts its diagonals from the other corner.
  const offset = Math.max(rows, columns) + 1
  forward[offset + 1] = 0
  backward[offset + 1] = 0
  for (let d = 0; d <= most; d += 1) {
    effort.left -= 2 * d + 2
    if (effort.left < 0) return null
    const low = -d + 2 * Math.max(0, d - columns)
    const high = d - 2 * Math.max(0, d - rows)
    for (let k = low; k <= high; k += 2) {
      let x = k === -d || (k !== d && forward[offset + k - 1]! < forward[offset + k + 1]!) ? forward[offset + k + 1]! : forward[offset + k - 1]! + 1
      let y = x - k
      const start = x
      while (x < rows && y < columns && a[a0 + x] === b[b0 + y]) {
        x += 1
        y += 1
      }
      effort.left -= x - start
      forward[offset + k] = x
      const mirrored = delta - k
      if (isOdd && mirrored >= -(d - 1) && mirrored <= d - 1 && isReached(mirrored, d - 1, rows, columns) && x + backward[offset + mirrored]! >= rows) {
        return { a0: a0 + start, a1: a0 + x, b0: b0 + start - k, b1: b0 + y }
      }
    }
    for (let k = low; k <= high; k += 2) {
      let x = k === -d || (k !== d && backward[offset + k - 1]! < backward[offset + k + 1]!) ? backward[offset + k + 1]! : backward[offset + k - 1]! + 1
      let y = x - k
      const start = x
      while (x < rows && y < columns && a[a1 - 1 - x] === b[b1 - 1 - y]) {
        x += 1
        y += 1
      }
      effort.left -= x - start
      backward[offset + k] = x
      const mirrored = delta - k
      if (!isOdd && mirrored >= -d && mirrored <= d && isReached(mirrored, d, rows, columns) && x + forward[offset + mirrored]! >= rows) {
        return { a0: a1 - x, a1: a1 - start, b0: b1 - y, b1: b1 - start + k }
      }
    }
  }
  return null
}

/** Has a search with `d` steps been on the diagonal: is it of the right parity and inside the extent? */
function isReached(k: number, d: number, rows: number, columns: number): boolean {
  return ((k + d) & 1) === 0 && k >= -d + 2 * Math.max(0, d - columns) && k <= d - 2 * Math.max(0, d - rows)
}
