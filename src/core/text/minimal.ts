import type { TextEdit } from './edit.ts'

const STRIDE = 4096

/**
 * The smallest single edit that turns `before` into `after`; null when they are equal. Neither end
 * of it falls between the halves of a surrogate pair or between CR and LF.
 */
export function minimalEdit(before: string, after: string): TextEdit | null {
  if (before === after) return null
  const shorter = Math.min(before.length, after.length)
  let start = 0
  // Long texts mostly differ in one place: what is the same before and after it is passed in strides.
  while (start + STRIDE <= shorter && before.slice(start, start + STRIDE) === after.slice(start, start + STRIDE)) start += STRIDE
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1
  while (start > 0 && (joined(before, start) || joined(after, start))) start -= 1

  let same = 0
  while (
    same + STRIDE <= shorter - start &&
    before.slice(before.length - same - STRIDE, before.length - same) === after.slice(after.length - same - STRIDE, after.length - same)
  ) same += STRIDE
  while (
    same < shorter - start &&
    before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same)
  ) same += 1
  while (same > 0 && (joined(before, before.length - same) || joined(after, after.length - same))) same -= 1

  return { range: { start, end: before.length - same }, text: after.slice(start, after.length - same) }
}

/** Do the units before and after `offset` belong together? */
function joined(text: string, offset: number): boolean {
  if (offset <= 0 || offset >= text.length) return false
  const left = text.charCodeAt(offset - 1)
  const right = text.charCodeAt(offset)
  if (left === 0x0d && right === 0x0a) return true
  return left >= 0xd800 && left <= 0xdbff && right >= 0xdc00 && right <= 0xdfff
}
