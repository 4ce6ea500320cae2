/** A half-open range of UTF-16 offsets into a text. */
export type Range = { readonly start: number; readonly end: number }

/** Replaces the text of `range` by `text`. Ranges of one list refer to the text before any of its edits. */
export type TextEdit = { readonly range: Range; readonly text: string }
