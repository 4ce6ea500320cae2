import type { Source } from '../tree.ts'
import type { Form } from './form.ts'

/**
 * Are the comments after an edit those before it, in order, but for the ones that stood in deleted
 * text? Only an operation that is about comments, or moves them, may bring new ones.
 */
export function keepsComments(before: Source, after: Source, form: Form, movesComments: boolean): boolean {
  if (before.comments.length === 0 && after.comments.length === 0) return true
  const sorted = form.toSorted((a, b) => a.range.start - b.range.start || a.range.end - b.range.end)
  let index = 0
  let shift = 0
  let next = 0
  const places = new Set<number>()
  for (const { start, end } of before.comments) {
    for (; next < sorted.length; next += 1) {
      const edit = sorted[next]
      if (!edit || edit.range.end > start) break
      shift += edit.text.length - (edit.range.end - edit.range.start)
    }
    const edit = sorted[next]
    if (edit && edit.range.start < end) continue
    places.add(start + shift)
    const text = before.text.slice(start, end)
    while (index < after.comments.length && after.comments[index]?.start !== start + shift) index += 1
    const found = after.comments[index]
    if (!found || after.text.slice(found.start, found.end) !== text) return false
    index += 1
  }
  return movesComments || after.comments.every(({ start }) => places.has(start))
}
