/** A word that may be suggested, with what comparing needs. */
export type Candidate = { readonly word: string; readonly plain: string }

export function candidateOf(word: string): Candidate {
  return { word, plain: simplified(word) }
}

/**
 * The candidate that a mistyped word most likely meant, or null. First one that differs only in case,
 * `_`, `-` and spaces; then the nearest by edits (insert, delete, replace, swap of neighbours), at most
 * one for every three characters. Of equally near ones the first.
 */
export function nearest(word: string, words: Iterable<string>): string | null {
  return nearestOf(word, [...words].map(candidateOf))
}

/** `nearest` among candidates made before; those that `bars` holds against are passed over. */
export function nearestOf(word: string, candidates: readonly Candidate[], bars: (candidate: string) => boolean = () => false): string | null {
  const plain = simplified(word)
  let best: string | null = null
  let least = Math.floor(Math.max(3, Math.min(word.length, 24)) / 3) + 1
  for (const { word: candidate, plain: simple } of candidates) {
    if (candidate === word) continue
    if (plain !== '' && simple === plain && !bars(candidate)) return candidate
    if (Math.abs(candidate.length - word.length) >= least) continue
    const distance = editDistance(word, candidate, least)
    if (distance < least && distance < Math.max(word.length, candidate.length) && !bars(candidate)) {
      least = distance
      best = candidate
    }
  }
  return best
}

function simplified(word: string): string {
  return word.toLowerCase().replaceAll(/[\s_-]/g, '')
}

/** Optimal string alignment distance; `limit` when it is that or more. Words over 200 characters are not compared. */
function editDistance(left: string, right: string, limit: number): number {
  if (left.length > 200 || right.length > 200) return limit
  let before: number[] = []
  let row = Array.from({ length: right.length + 1 }, (_, at) => at)
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i]
    let least = i
    for (let j = 1; j <= right.length; j += 1) {
      const isSame = left[i - 1] === right[j - 1]
      let cost = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]) cost = Math.min(cost, before[j - 2]! + 1)
      next.push(cost)
      least = Math.min(least, cost)
    }
    if (least >= limit) return limit
    before = row
    row = next
  }
  return Math.min(row[right.length]!, limit)
}
