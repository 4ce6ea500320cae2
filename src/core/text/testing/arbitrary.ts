import fc from 'fast-check'
import type { TextEdit } from '../edit.ts'

/** Texts with all kinds of line ends, surrogate pairs and halves of them, small enough to overlap often. */
export const texts: fc.Arbitrary<string> = fc
  .array(fc.constantFrom('a', 'b', ' ', '\n', '\r', '\r\n', '😀', '\ud83d', '\ude00', 'é', '\u2028', 'abc'), { maxLength: 12 })
  .map((parts) => parts.join(''))

/** Edits of a text that do not overlap, in any order. */
export function editsOf(text: string): fc.Arbitrary<readonly TextEdit[]> {
  const places = fc.array(fc.nat({ max: text.length }), { maxLength: 8 }).map((offsets) => offsets.toSorted((a, b) => a - b))
  return fc.tuple(places, fc.array(texts, { minLength: 4, maxLength: 4 }), fc.boolean()).map(([offsets, puts, isReversed]) => {
    const edits: TextEdit[] = []
    for (let at = 0; at + 1 < offsets.length; at += 2) {
      edits.push({ range: { start: offsets[at] ?? 0, end: offsets[at + 1] ?? 0 }, text: puts[at / 2] ?? '' })
    }
    // Edits that touch at one place have an order of their own, so only those that do not may be turned round.
    const isApart = edits.every((edit, index) => index === 0 || (edits[index - 1]?.range.end ?? 0) < edit.range.start)
    return isReversed && isApart ? edits.toReversed() : edits
  })
}
