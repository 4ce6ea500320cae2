import type { TextEdit } from '../text/edit.ts'
import { diffLines } from './diff.ts'
import { wholeLines } from './lines.ts'

/** Edits, line by line, that lead from one text to another: what stayed keeps its place, its comments and the caret in it. */
export function editsBetween(before: string, after: string): readonly TextEdit[] {
  if (before === after) return []
  const [a, b] = [wholeLines(before), wholeLines(after)]
  const offsets = [0]
  for (const line of a) offsets.push(offsets.at(-1)! + line.length)
  return diffLines(a, b).map(({ from, to, newFrom, newTo }) => ({
    range: { start: offsets[from]!, end: offsets[to]! },
    text: b.slice(newFrom, newTo).join(''),
  }))
}
