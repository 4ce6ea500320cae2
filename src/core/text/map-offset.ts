import { sortEdits } from './apply.ts'
import type { Range, TextEdit } from './edit.ts'

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

/** The range after the edits: text put in at either border stays outside. Null when nothing of it is left. */
export function mapRange(edits: readonly TextEdit[], range: Range): Range | null {
  const start = mapOffset(edits, range.start, 'after')
  const end = mapOffset(edits, range.end, 'before')
  if (start > end) return null
  return start === end && range.start !== range.end ? null : { start, end }
}
