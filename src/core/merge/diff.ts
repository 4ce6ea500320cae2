import { anchorsOf } from './anchors.ts'
import { middleSnake, type Diagonals } from './snake.ts'

/** Lines `from` to `to` (half open) of the old text stand in the new one as `newFrom` to `newTo`. */
export type LineHunk = { readonly from: number; readonly to: number; readonly newFrom: number; readonly newTo: number }

/**
 * Comparisons after which what is left is taken as replaced outright: correct still, only not the
 * smallest. Enough for any edit a person makes; a fraction of a second at most.
 */
const BUDGET = 12_000_000

/** Lines that occur once on both sides divide the work this often, then only shortest paths do. */
const MOST_DIVISIONS = 40

type Span = { readonly a0: number; readonly a1: number; readonly b0: number; readonly b1: number; readonly depth: number }

/**
 * What differs between two lists of lines, in order. Lines that occur once on both sides are lined up
 * first (Bram Cohen's patience diff), what lies between by shortest edit scripts in linear space
 * (E. W. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986). Where a hunk could stand at
 * several places it begins where a person would begin it: at the least indentation.
 */
export function diffLines(a: readonly string[], b: readonly string[]): readonly LineHunk[] {
  const numbers = new Map<string, number>()
  const numbered = (lines: readonly string[]): Int32Array =>
    Int32Array.from(lines, (line) => {
      const known = numbers.get(line)
      if (known !== undefined) return known
      numbers.set(line, numbers.size)
      return numbers.size - 1
    })
  const [x, y] = [numbered(a), numbered(b)]
  return slide(hunksOf(x, y, compare(x, y)), a, b)
}

/** Which places of either list have no partner. */
function compare(a: Int32Array, b: Int32Array): { removed: Uint8Array; added: Uint8Array } {
  const removed = new Uint8Array(a.length)
  const added = new Uint8Array(b.length)
  let diagonals: Diagonals | null = null
  const effort = { left: BUDGET }
  const open: Span[] = [{ a0: 0, a1: a.length, b0: 0, b1: b.length, depth: 0 }]
  for (let span = open.pop(); span !== undefined; span = open.pop()) {
    let { a0, a1, b0, b1 } = span
    while (a0 < a1 && b0 < b1 && a[a0] === b[b0]) {
      a0 += 1
      b0 += 1
    }
    while (a0 < a1 && b0 < b1 && a[a1 - 1] === b[b1 - 1]) {
      a1 -= 1
      b1 -= 1
    }
    if (a0 === a1 || b0 === b1) {
      removed.fill(1, a0, a1)
      added.fill(1, b0, b1)
      continue
    }
    const { depth } = span
    const anchors = depth < MOST_DIVISIONS ? anchorsOf(a, b, { a0, a1, b0, b1 }) : []
    if (anchors.length > 0) {
      let [fromA, fromB] = [a0, b0]
      for (const [atA, atB] of anchors) {
        open.push({ a0: fromA, a1: atA, b0: fromB, b1: atB, depth: depth + 1 })
        fromA = atA + 1
        fromB = atB + 1
      }
      open.push({ a0: fromA, a1, b0: fromB, b1, depth: depth + 1 })
      continue
    }
    diagonals ??= { forward: new Int32Array(2 * (a.length + b.length) + 4), backward: new Int32Array(2 * (a.length + b.length) + 4) }
    const snake = middleSnake(a, b, { a0, a1, b0, b1 }, diagonals, effort)
    if (snake === null) {
      removed.fill(1, a0, a1)
      added.fill(1, b0, b1)
      continue
    }
    // Halves of a shortest path stay shortest paths: lining up what is rare in them could only lengthen it.
    open.push({ a0, a1: snake.a0, b0, b1: snake.b0, depth: MOST_DIVISIONS }, { a0: snake.a1, a1, b0: snake.b1, b1, depth: MOST_DIVISIONS })
  }
  return { removed, added }
}

function hunksOf(a: Int32Array, b: Int32Array, { removed, added }: { removed: Uint8Array; added: Uint8Array }): LineHunk[] {
  const hunks: LineHunk[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const [from, newFrom] = [i, j]
    while (i < a.length && removed[i] === 1) i += 1
    while (j < b.length && added[j] === 1) j += 1
    if (i > from || j > newFrom) hunks.push({ from, to: i, newFrom, newTo: j })
    else {
      i += 1
      j += 1
    }
  }
  return hunks
}

/** Moves each pure insertion or deletion to the best of the places where it says the same. */
function slide(hunks: readonly LineHunk[], a: readonly string[], b: readonly string[]): readonly LineHunk[] {
  const moved: LineHunk[] = []
  for (const [at, hunk] of hunks.entries()) {
    const isInsertion = hunk.from === hunk.to
    if (!isInsertion && hunk.newFrom !== hunk.newTo) {
      moved.push(hunk)
      continue
    }
    const lines = isInsertion ? b : a
    const [start, end] = isInsertion ? [hunk.newFrom, hunk.newTo] : [hunk.from, hunk.to]
    const before = moved.at(-1)
    const after = hunks[at + 1]
    // One line at least stays between two hunks, so that they remain two.
    const lowest = before === undefined ? 0 : (isInsertion ? before.newTo : before.to) + 1
    const highest = after === undefined ? lines.length : (isInsertion ? after.newFrom : after.from) - 1
    let up = 0
    while (start - up > lowest && lines[start - up - 1] === lines[end - up - 1]) up += 1
    let down = 0
    while (end + down < highest && lines[start + down] === lines[end + down]) down += 1
    let best = 0
    let bestScore = Infinity
    for (let shift = -up; shift <= down; shift += 1) {
      const score = roughness(lines[start + shift]!)
      if (score <= bestScore) [best, bestScore] = [shift, score]
    }
    moved.push({ from: hunk.from + best, to: hunk.to + best, newFrom: hunk.newFrom + best, newTo: hunk.newTo + best })
  }
  return moved
}

/** How ill a hunk would begin with this line. */
function roughness(line: string): number {
  const text = line.trimStart()
  if (text.trim() === '') return 1_000_000
  return line.length - text.length + (/^[}\]]/.test(text) ? 1_000 : 0)
}
