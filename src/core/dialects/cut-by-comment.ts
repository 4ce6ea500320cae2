import type { Source, SourceScalar } from '../source/tree.ts'
import type { Range } from '../text/edit.ts'

/** The comment that ends the line of a plain scalar, for it may have been meant as part of the text. */
export function cutByComment(source: Source, node: SourceScalar): Range | null {
  if (source.format === 'json' || node.style !== 'plain') return null
  const { text } = source
  let at = node.range.end
  while (text[at] === ' ' || text[at] === '\t') at += 1
  if (text[at] !== '#' || at === node.range.end) return null
  let end = at
  while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { start: at, end }
}

/**
 * Was the comment probably meant as text? In prose, unless it looks the way comments are written: two
 * spaces or a tab before `#` and a space after it. Beside an id or another word only when something
 * clings to the `#`, as in `issue #12`.
 */
export function isLikelyCut(source: Source, node: SourceScalar, comment: Range, isProse: boolean): boolean {
  const gap = source.text.slice(node.range.end, comment.start)
  const clings = /^#[^\s#!-]/.test(source.text.slice(comment.start, comment.start + 2))
  if (!isProse) return clings
  return clings || gap === ' '
}
