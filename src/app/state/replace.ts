import type { TextEdit } from '../../core/index.ts'

/**
 * One edit that turns `before` into `after`, leaving what they share at both ends alone, so that
 * carets and folds outside of the change stay where they are. Empty when the texts are equal.
 */
export function replaceAll(before: string, after: string): readonly TextEdit[] {
  if (before === after) return []
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start += 1
  let same = 0
  while (same < most - start && before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same)) same += 1
  return [{ range: { start, end: before.length - same }, text: after.slice(start, after.length - same) }]
}
