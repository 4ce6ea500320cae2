import {
  analyse,
  applyNoting,
  convert,
  copyNodes,
  dialectNamed,
  entryToUndo,
  formatRead,
  labelOfCommand,
  minimalEdit,
  pasteNodes,
  previewOf,
  project,
  type TextEdit,
  type WorkflowDocument,
} from '../../core/index.ts'
import type { Reader } from './core.ts'

/** The core's own reader. Nothing that the first picture needs may import this file: it is fetched after it. */
export const reader: Reader = {
  analyse: (document, previous) => analyse(document, previous ?? undefined),
  project,
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
  label: labelOfCommand,
  preview: previewOf,
  copy: copyNodes,
  convert,
  layOut: formatRead,
}

/** The last entry's edits, unless the change joined an entry that began earlier. */
function editsBetween(before: WorkflowDocument, after: WorkflowDocument): readonly TextEdit[] {
  if (after === before) return []
  const entry = entryToUndo(after)
  if (entry && after.history.done.length === before.history.done.length + 1) return entry.edits
  const edit = minimalEdit(before.text, after.text)
  return edit ? [edit] : []
}
