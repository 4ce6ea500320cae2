import type { TextEdit } from './edit.ts'

/**
 * The edits in the order of the text, without those that change nothing. Edits that start at the
 * same place keep the order of the list, insertions first.
 *
 * Throws a RangeError when two edits overlap or a range is not one: that is a fault of the caller,
 * and guessing on would damage a file.
 */
export function sortEdits(edits: readonly TextEdit[]): readonly TextEdit[] {
  const sorted = edits
    .filter(({ range, text }) => range.start !== range.end || text !== '')
    .sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end)
  let reached = 0
  for (const { range } of sorted) {
    if (!(range.start >= reached && range.end >= range.start)) {
      throw new RangeError(`edit of ${range.start}..${range.end} overlaps another or is out of order (after ${reached})`)
    }
    reached = range.end
  }
  return sorted
}

/** The text after the edits, whose ranges all refer to `text`. Throws a RangeError as `sortEdits` does. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = ''
  let copied = 0
  for (const { range, text: replacement } of sortEdits(edits)) {
    if (range.end > text.length) throw new RangeError(`edit of ${range.start}..${range.end} in a text of ${text.length}`)
    result += text.slice(copied, range.start) + replacement
    copied = range.end
  }
  return result + text.slice(copied)
}

/**
 * The edits that take the outcome of `edits` back to `text`:
 * `applyEdits(applyEdits(text, edits), invertEdits(text, edits)) === text`.
 */
export function invertEdits(text: string, edits: readonly TextEdit[]): readonly TextEdit[] {
  let shift = 0
  return sortEdits(edits).map(({ range, text: replacement }) => {
    if (range.end > text.length) throw new RangeError(`edit of ${range.start}..${range.end} in a text of ${text.length}`)
    const start = range.start + shift
    shift += replacement.length - (range.end - range.start)
    return { range: { start, end: start + replacement.length }, text: text.slice(range.start, range.end) }
  })
}
