import type { Format } from '../source/tree.ts'
import { applyEdits, invertEdits } from '../text/apply.ts'
import type { TextEdit } from '../text/edit.ts'
import { record } from './history.ts'
import type { EditMeta, HistoryEntry, WorkflowDocument } from './types.ts'

/**
 * Changes the text. Edits that change nothing are dropped, and when none is left the same document
 * is given back.
 *
 * @param edits in the order of the text, not overlapping, all in offsets of `document.text`.
 * @param meta who made the change and how it is entered in the history; by default an edit of the text pane.
 * @throws RangeError when the edits are out of order, overlap or leave the text: that is a bug of the caller.
 */
export function editText(document: WorkflowDocument, edits: readonly TextEdit[], meta?: EditMeta): WorkflowDocument {
  return enter(document, edits, meta ?? { origin: 'text' }, document.format)
}

/** As `editText`, for a change that rewrites the file in another format: one entry that knows of both. */
export function editFormat(document: WorkflowDocument, edits: readonly TextEdit[], format: Format, meta: EditMeta): WorkflowDocument {
  return enter(document, edits, meta, format)
}

/** Ends a burst: the next edit begins an entry of its own. To be called when the file is saved. */
export function sealHistory(document: WorkflowDocument): WorkflowDocument {
  const { history } = document
  return history.sealed ? document : { ...document, history: { ...history, sealed: true } }
}

function enter(document: WorkflowDocument, edits: readonly TextEdit[], meta: EditMeta, format: Format): WorkflowDocument {
  checkEdits(document.text, edits)
  const real = edits.filter(({ range, text }) => !isWritten(document.text, range.start, range.end, text))
  const text = real.length === 0 ? document.text : applyEdits(document.text, real)
  if (format === document.format && text === document.text) return document
  const entry: HistoryEntry = {
    edits: real,
    inverse: invertEdits(document.text, real),
    label: meta.label ?? labelOf(meta, real),
    origin: meta.origin,
    ...(meta.selection === undefined ? {} : { selection: meta.selection }),
    ...(meta.selectionAfter === undefined ? {} : { selectionAfter: meta.selectionAfter }),
    ...(meta.coalesce === undefined ? {} : { coalesce: meta.coalesce }),
    ...(meta.at === undefined ? {} : { at: meta.at }),
    ...(format === document.format ? {} : { format: { before: document.format, after: format } }),
  }
  return { ...document, text, format, revision: document.revision + 1, history: record(document.history, entry) }
}

/** Does the range already hold just this text? */
function isWritten(text: string, start: number, end: number, wanted: string): boolean {
  return end - start === wanted.length && text.startsWith(wanted, start)
}

function labelOf(meta: EditMeta, edits: readonly TextEdit[]): string {
  switch (meta.origin) {
    case 'file':
      return 'Reload from disk'
    case 'problems':
      return 'Quick fix'
    case 'text':
      if (edits.every((edit) => edit.text === '')) return 'Delete text'
      return meta.coalesce === undefined ? 'Edit text' : 'Typing'
    default:
      return 'Edit'
  }
}

function checkEdits(text: string, edits: readonly TextEdit[]): void {
  let before = 0
  edits.forEach(({ range }, i) => {
    const { start, end } = range
    const place = `edit ${i} of ${edits.length}, ${start} to ${end}`
    if (!Number.isInteger(start) || !Number.isInteger(end)) throw new RangeError(`${place}: offsets must be integers`)
    if (start > end) throw new RangeError(`${place}: the start lies after the end`)
    if (start < 0 || end > text.length) throw new RangeError(`${place}: the text has only ${text.length} characters`)
    if (start < before) throw new RangeError(`${place}: overlaps or precedes the edit before it, which ends at ${before}`)
    before = end
  })
}
