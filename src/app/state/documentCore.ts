import {
  analyse,
  applyNoting,
  dialectNamed,
  editFormat,
  editText,
  entryToRedo,
  entryToUndo,
  minimalEdit,
  openDocument,
  pasteNodes,
  redo,
  sealHistory,
  undo,
  type TextEdit,
  type WorkflowDocument,
} from '../../core/index.ts'
import type { DocumentCore } from './core.ts'
import { formatOfName } from './formatWork.ts'

/** The core's functions in the shape that the stores use. */
export const documentCore: DocumentCore = {
  open: (text, { name, format }) => openDocument({ text, name, format: format ?? formatOfName(name) }),
  analyse: (document, previous) => analyse(document, previous ?? undefined),
  edit(document, edits, meta, format) {
    const after = format === undefined ? editText(document, edits, meta) : editFormat(document, edits, format, meta)
    return { document: after, edits: after === document ? [] : edits }
  },
  command(document, analysis, command, meta) {
    const result = applyNoting(document, command, analysis, meta)
    if (!result.ok) return result
    const { document: after, notices } = result.value
    return { ok: true, value: { document: after, edits: editsBetween(document, after), ...(notices.length > 0 && { notices }) } }
  },
  paste(document, analysis, paste, meta) {
    const result = pasteNodes(document, paste, analysis, meta)
    return result.ok ? { ok: true, value: { ...result.value, edits: editsBetween(document, result.value.document) } } : result
  },
  dialect: dialectNamed,
  seal: sealHistory,
  undo(document) {
    const entry = entryToUndo(document)
    return entry ? { document: undo(document), edits: entry.inverse, ...(entry.selection && { selection: entry.selection }) } : null
  },
  redo(document) {
    const entry = entryToRedo(document)
    return entry ? { document: redo(document), edits: entry.edits, ...(entry.selectionAfter && { selection: entry.selectionAfter }) } : null
  },
}

/** The last entry's edits, unless the change joined an entry that began earlier. */
function editsBetween(before: WorkflowDocument, after: WorkflowDocument): readonly TextEdit[] {
  if (after === before) return []
  const entry = entryToUndo(after)
  if (entry && after.history.done.length === before.history.done.length + 1) return entry.edits
  const edit = minimalEdit(before.text, after.text)
  return edit ? [edit] : []
}
