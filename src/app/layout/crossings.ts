import type { GraphView } from '../../core/index.ts'
import type { Direction, Positions } from '../state/index.ts'
import { boxOf, turn } from './sizes.ts'

/** The places of one column from the top, each a number. */
export type Row = readonly number[]

/** What each place is joined to in the column before and in the column after. */
export type Joined = { readonly before: readonly (readonly number[])[]; readonly after: readonly (readonly number[])[] }

/** Rounds of exchanging: each is dear, and the first brings the most. */
const ROUNDS = 3

/** How many threads cross between neighbouring columns. Threads over more than one column do not count. */
export function crossings(rows: readonly Row[], { after }: Joined): number {
  let sum = 0
  const height: number[] = []
  for (let at = 0; at + 1 < rows.length; at += 1) {
    const next = rows[at + 1]!
    next.forEach((place, row) => (height[place] = row))
    const ends: number[] = []
    for (const place of rows[at]!) {
      const from = ends.length
      for (const to of after[place]!) ends.push(height[to]!)
      // Those of one place do not cross each other.
      for (let i = from + 1; i < ends.length; i += 1) {
        for (let j = i; j > from && ends[j - 1]! > ends[j]!; j -= 1) [ends[j - 1], ends[j]] = [ends[j]!, ends[j - 1]!]
      }
    }
    sum += inversions(ends, next.length)
  }
  return sum
}

/** Pairs of which the greater comes first, counted with a Fenwick tree. */
function inversions(values: readonly number[], size: number): number {
  const tree = new Int32Array(size + 1)
  let sum = 0
  values.forEach((value, seen) => {
    let notAbove = 0
    for (let i = value + 1; i > 0; i -= i & -i) notAbove += tree[i]!
    sum += seen - notAbove
    for (let i = value + 1; i <= size; i += i & -i) tree[i]! += 1
  })
  return sum
}

/** The rows with neighbours exchanged wherever fewer threads cross for it. */
export function exchange(rows: readonly Row[], { before, after }: Joined): readonly Row[] {
  const height: number[] = []
  const changed = rows.map((row) => [...row])
  for (const row of rows) row.forEach((place, at) => (height[place] = at))
  for (let round = 0; round < ROUNDS; round += 1) {
    let helped = false
    for (const row of changed) {
      for (let at = 0; at + 1 < row.length; at += 1) {
        const upper = row[at]!
        const lower = row[at + 1]!
        if (gain(before[upper]!, before[lower]!, height) + gain(after[upper]!, after[lower]!, height) <= 0) continue
        row[at] = lower
        row[at + 1] = upper
        height[lower] = at
        height[upper] = at + 1
        helped = true
      }
    }
    if (!helped) break
  }
  return changed
}

/** How many threads fewer cross when the two change places. */
function gain(upper: readonly number[], lower: readonly number[], height: readonly number[]): number {
  let sum = 0
  for (const a of upper) for (const b of lower) sum += Math.sign(height[a]! - height[b]!)
  return sum
}

/** How many threads of a picture cross, each drawn straight from the end of one node to the beginning of another. */
export function crossingsIn(view: GraphView, positions: Positions, direction: Direction): number {
  const ends = new Map(view.nodes.flatMap((node) => {
    const at = positions.get(node.key)
    if (!at) return []
    const { x, y } = turn(at, direction)
    const { length, breadth } = boxOf(node, direction)
    return [[node.key, { begin: x, end: x + length, y: y + breadth / 2 }] as const]
  }))
  const threads = new Map<string, readonly [x1: number, y1: number, x2: number, y2: number]>()
  for (const { from, to } of view.edges) {
    const [a, b] = [ends.get(from), ends.get(to)]
    if (a && b && a.end < b.begin) threads.set(JSON.stringify([from, to]), [a.end, a.y, b.begin, b.y])
  }
  const list = [...threads.values()].sort((a, b) => a[0] - b[0])
  let sum = 0
  list.forEach(([ax, ay, bx, by], at) => {
    for (let i = at + 1; i < list.length; i += 1) {
      const [cx, cy, dx, dy] = list[i]!
      if (cx >= bx) break
      const apart = side(ax, ay, bx, by, cx, cy) * side(ax, ay, bx, by, dx, dy)
      if (apart < 0 && side(cx, cy, dx, dy, ax, ay) * side(cx, cy, dx, dy, bx, by) < 0) sum += 1
    }
  })
  return sum
}

/** On which side of the line from a to b a point stands. */
function side(ax: number, ay: number, bx: number, by: number, x: number, y: number): number {
  return Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax))
}
