import { sortEdits } from './apply.ts'
import type { TextEdit } from './edit.ts'

/** Where an offset goes that stands where text is put in: before the new text or after it. */
export type Bias = 'before' | 'after'

/**
 * The offset of the same place after the edits. An offset inside replaced text, or exactly where
 * text is inserted, goes to the start or the end of the new text as `bias` says. Never decreases
 * when `offset` grows.
 */
export function mapOffset(edits: readonly TextEdit[], offset: number, bias: Bias): number {
  let shift = 0
  for (const { range, text } of sortEdits(edits)) {
    if (range.start > offset || (range.start === offset && bias === 'before')) break
    if (range.end > offset) return range.start + shift + (bias === 'before' ? 0 : text.length)
    if (range.end === offset && range.start < offset && bias === 'before') {
      // The offset stands at the end of replaced text: what follows it is untouched, so it keeps to that.
      return offset + shift + text.length - (range.end - range.start)
    }
    shift += text.length - (range.end - range.start)
  }
  return offset + shift
}
