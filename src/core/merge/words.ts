import type { Range } from '../text/edit.ts'
import { diffLines } from './diff.ts'

/** Above this many words the lines are marked whole: whoever changes so much has written anew. */
const MOST_WORDS = 20_000

/** Words, each character of a script without spaces, runs of blanks, and signs one by one. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}_]+|\s+|[^\s]/gu

/** Is no word, whatever the lines hold. */
const BETWEEN_LINES = ''

/**
 * Which words of two stretches of lines differ, as ranges within each line. Empty for a line that is new
 * or gone as a whole, or where more differs than stays: marks would only be noise there.
 */
export function markWords(left: readonly string[], right: readonly string[]): { readonly left: readonly (readonly Range[])[]; readonly right: readonly (readonly Range[])[] } {
  const none = { left: left.map(() => []), right: right.map(() => []) }
  if (left.length === 0 || right.length === 0) return none
  const [a, b] = [wordsOf(left), wordsOf(right)]
  if (a.length > MOST_WORDS || b.length > MOST_WORDS) return none
  const hunks = diffLines(a, b)
  const kept = a.length - hunks.reduce((sum, { from, to }) => sum + to - from, 0)
  if (kept * 2 < Math.min(a.length, b.length)) return none
  return {
    left: rangesOf(left, a, hunks.map(({ from, to }) => ({ start: from, end: to }))),
    right: rangesOf(right, b, hunks.map(({ newFrom, newTo }) => ({ start: newFrom, end: newTo }))),
  }
}

function wordsOf(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line, at) => [...(at === 0 ? [] : [BETWEEN_LINES]), ...(line.match(WORD) ?? [])])
}

function rangesOf(lines: readonly string[], words: readonly string[], changed: readonly Range[]): readonly (readonly Range[])[] {
  const marks: Range[][] = lines.map(() => [])
  let [line, column, next] = [0, 0, 0]
  for (const [at, word] of words.entries()) {
    while (next < changed.length && changed[next]!.end <= at) next += 1
    if (word === BETWEEN_LINES) {
      line += 1
      column = 0
      continue
    }
    const isChanged = next < changed.length && changed[next]!.start <= at
    const end = column + word.length
    const own = marks[line]!
    const last = own.at(-1)
    if (isChanged && last?.end === column) own[own.length - 1] = { start: last.start, end }
    else if (isChanged) own.push({ start: column, end })
    column = end
  }
  return marks
}
