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
 * Changes that overlap or touch are a conflict.
 *
 * Law: the pieces hold all three texts. Each side's, with the base of what the other changed alone, gives
 * that side; the bases alone give the base.
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

/**
 * Lines at either end of a conflict that are the same in all three versions are none. What only both sides
 * wrote alike stays within: nobody knows which of the old lines it replaced, and who takes the old ones
 * would get both.
 */
function pushConflict(pieces: MergePiece[], base: readonly string[], mine: readonly string[], theirs: readonly string[]): void {
  if (mine.length === theirs.length && mine.every((line, at) => line === theirs[at])) {
    pieces.push({ kind: 'both', lines: mine, base })
    return
  }
  const shortest = Math.min(base.length, mine.length, theirs.length)
  let head = 0
  while (head < shortest && mine[head] === theirs[head] && mine[head] === base[head]) head += 1
  let tail = 0
  while (tail < shortest - head && mine.at(-1 - tail) === theirs.at(-1 - tail) && mine.at(-1 - tail) === base.at(-1 - tail)) tail += 1
  const middle = (lines: readonly string[]) => lines.slice(head, lines.length - tail)
  if (head > 0) pieces.push({ kind: 'same', lines: base.slice(0, head) })
  pieces.push({ kind: 'conflict', base: middle(base), mine: middle(mine), theirs: middle(theirs) })
  if (tail > 0) pieces.push({ kind: 'same', lines: base.slice(base.length - tail) })
}

/** What is taken of a conflict. `both`: theirs, then mine; what they begin or end with alike stands once. */
export type Choice = 'mine' | 'theirs' | 'both' | 'base'

/** Lines that a choice takes, and whose they are. */
export type Taken = { readonly of: Choice; readonly lines: readonly string[] }

export function takenOf({ base, mine, theirs }: Extract<MergePiece, { kind: 'conflict' }>, choice: Choice): readonly Taken[] {
  if (choice !== 'both') return [{ of: choice, lines: { base, mine, theirs }[choice] }]
  const shorter = Math.min(mine.length, theirs.length)
  let head = 0
  while (head < shorter && mine[head] === theirs[head]) head += 1
  let tail = 0
  while (tail < shorter - head && mine.at(-1 - tail) === theirs.at(-1 - tail)) tail += 1
  const taken: Taken[] = [
    { of: 'both', lines: mine.slice(0, head) },
    { of: 'theirs', lines: theirs.slice(head, theirs.length - tail) },
    { of: 'mine', lines: mine.slice(head, mine.length - tail) },
    { of: 'both', lines: mine.slice(mine.length - tail) },
  ]
  return taken.filter(({ lines }) => lines.length > 0)
}

/** The lines of a merge; a conflict without a choice is settled as `otherwise`. */
export function settledLines(pieces: readonly MergePiece[], choices: readonly (Choice | null)[], otherwise: Choice = 'mine'): readonly string[] {
  let index = 0
  return pieces.flatMap((piece) => {
    if (piece.kind !== 'conflict') return piece.lines
    const choice = choices[index] ?? otherwise
    index += 1
    return takenOf(piece, choice).flatMap(({ lines }) => lines)
  })
}
