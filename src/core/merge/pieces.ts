import { diffLines, type LineHunk } from './diff.ts'

/**
 * A stretch of a merge, as lines. `mine` and `theirs` say who changed it, `both` that both did alike. A
 * conflict holds all three versions; any of them may be empty.
 */
export type MergePiece =
  | { readonly kind: 'same'; readonly lines: readonly string[] }
  /** `base`: what stood there before. */
  | { readonly kind: 'mine' | 'theirs' | 'both'; readonly lines: readonly string[]; readonly base: readonly string[] }
  | { readonly kind: 'conflict'; readonly base: readonly string[]; readonly mine: readonly string[]; readonly theirs: readonly string[] }

/**
 * Three-way merge of lines (diff3, after S. Khanna, K. Kunal and B. C. Pierce, "A Formal Investigation of
 * Diff3", 2007): what only one side changed is taken from it, what both changed alike is taken once.
 * Changes that overlap or touch are a conflict, cut down to the lines that differ.
 */
export function mergeLines(base: readonly string[], mine: readonly string[], theirs: readonly string[]): readonly MergePiece[] {
  const ours = diffLines(base, mine)
  const others = diffLines(base, theirs)
  const pieces: MergePiece[] = []
  let at = 0
  let [mineAt, theirsAt] = [0, 0]
  let [i, j] = [0, 0]
  while (i < ours.length || j < others.length) {
    const from = Math.min(ours[i]?.from ?? Infinity, others[j]?.from ?? Infinity)
    let to = from
    const [firstMine, firstTheirs] = [i, j]
    for (;;) {
      if (i < ours.length && ours[i]!.from <= to) to = Math.max(to, ours[i++]!.to)
      else if (j < others.length && others[j]!.from <= to) to = Math.max(to, others[j++]!.to)
      else break
    }
    if (from > at) pieces.push({ kind: 'same', lines: base.slice(at, from) })
    mineAt += from - at
    theirsAt += from - at
    const mineTo = mineAt + to - from + growth(ours, firstMine, i)
    const theirsTo = theirsAt + to - from + growth(others, firstTheirs, j)
    const [m, t] = [mine.slice(mineAt, mineTo), theirs.slice(theirsAt, theirsTo)]
    const before = base.slice(from, to)
    if (i === firstMine) pieces.push({ kind: 'theirs', lines: t, base: before })
    else if (j === firstTheirs) pieces.push({ kind: 'mine', lines: m, base: before })
    else pushConflict(pieces, before, m, t)
    at = to
    mineAt = mineTo
    theirsAt = theirsTo
  }
  if (at < base.length) pieces.push({ kind: 'same', lines: base.slice(at) })
  return pieces
}

function growth(hunks: readonly LineHunk[], from: number, to: number): number {
  let sum = 0
  for (let at = from; at < to; at += 1) sum += hunks[at]!.newTo - hunks[at]!.newFrom - (hunks[at]!.to - hunks[at]!.from)
  return sum
}

/** What both sides wrote alike at either end of a conflict is none. */
function pushConflict(pieces: MergePiece[], base: readonly string[], mine: readonly string[], theirs: readonly string[]): void {
  const shorter = Math.min(mine.length, theirs.length)
  let head = 0
  while (head < shorter && mine[head] === theirs[head]) head += 1
  if (head === mine.length && head === theirs.length) {
    pieces.push({ kind: 'both', lines: mine, base })
    return
  }
  let tail = 0
  while (tail < shorter - head && mine[mine.length - 1 - tail] === theirs[theirs.length - 1 - tail]) tail += 1
  if (head > 0) pieces.push({ kind: 'both', lines: mine.slice(0, head), base: [] })
  pieces.push({ kind: 'conflict', base, mine: mine.slice(head, mine.length - tail), theirs: theirs.slice(head, theirs.length - tail) })
  if (tail > 0) pieces.push({ kind: 'both', lines: mine.slice(mine.length - tail), base: [] })
}

/** What is taken of a conflict. `both`: theirs, then mine. */
export type Choice = 'mine' | 'theirs' | 'both' | 'base'

/** The lines of a merge; a conflict without a choice is settled as `otherwise`. */
export function settledLines(pieces: readonly MergePiece[], choices: readonly (Choice | null)[], otherwise: Choice = 'mine'): readonly string[] {
  const lines: string[] = []
  const add = (more: readonly string[]): void => {
    for (const line of more) lines.push(line)
  }
  let index = 0
  for (const piece of pieces) {
    if (piece.kind !== 'conflict') {
      add(piece.lines)
      continue
    }
    const choice = choices[index] ?? otherwise
    index += 1
    if (choice === 'theirs' || choice === 'both') add(piece.theirs)
    if (choice === 'mine' || choice === 'both') add(piece.mine)
    if (choice === 'base') add(piece.base)
  }
  return lines
}
