/** A part of two lists that are being compared. */
export type Extent = { readonly a0: number; readonly a1: number; readonly b0: number; readonly b1: number }

/**
 * The places of lines that occur exactly once on both sides, as many as stand in one order: the longest
 * increasing subsequence, by patience sorting.
 */
export function anchorsOf(a: Int32Array, b: Int32Array, { a0, a1, b0, b1 }: Extent): readonly (readonly [number, number])[] {
  const inB = placesOfSingles(b, b0, b1)
  const inA = placesOfSingles(a, a0, a1)
  const pairs: [number, number][] = []
  for (const [line, at] of inA) {
    const other = inB.get(line)
    if (at >= 0 && other !== undefined && other >= 0) pairs.push([at, other])
  }
  // Maps keep the order of first sight, so the pairs are in the order of `a`.
  const tops: number[] = []
  const under = new Int32Array(pairs.length)
  for (const [index, [, other]] of pairs.entries()) {
    let low = 0
    let high = tops.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (pairs[tops[middle]!]![1] < other) low = middle + 1
      else high = middle
    }
    under[index] = low === 0 ? -1 : tops[low - 1]!
    tops[low] = index
  }
  const chain: [number, number][] = []
  for (let at = tops.at(-1) ?? -1; at >= 0; at = under[at]!) chain.push(pairs[at]!)
  return chain.reverse()
}

/** Where each line stands; -1 for one that stands twice. */
function placesOfSingles(lines: Int32Array, from: number, to: number): Map<number, number> {
  const places = new Map<number, number>()
  for (let at = from; at < to; at += 1) places.set(lines[at]!, places.has(lines[at]!) ? -1 : at)
  return places
}
