import { applyEdits } from '../text/apply.ts'
import { stepBack, stepForward } from './history.ts'
import type { HistoryEntry, WorkflowDocument } from './types.ts'

/**
 * Takes back the last change, whichever pane made it: the text is what it was before, to the byte.
 * The same document when there is nothing to take back.
 */
export function undo(document: WorkflowDocument): WorkflowDocument {
  const entry = entryToUndo(document)
  if (entry === undefined) return document
  return {
    ...document,
    text: applyEdits(document.text, entry.inverse),
    format: entry.format?.before ?? document.format,
    revision: document.revision + 1,
    history: stepBack(document.history, entry),
  }
}

/** Makes the change again that was last taken back. The same document when there is none. */
export function redo(document: WorkflowDocument): WorkflowDocument {
  const entry = entryToRedo(document)
  if (entry === undefined) return document
  return {
    ...document,
    text: applyEdits(document.text, entry.edits),
    format: entry.format?.after ?? document.format,
    revision: document.revision + 1,
    history: stepForward(document.history, entry),
  }
}

export function canUndo(document: WorkflowDocument): boolean {
  return document.history.done.length > 0
}

export function canRedo(document: WorkflowDocument): boolean {
  return document.history.undone.length > 0
}

/**
 * The change that `undo` would take back: its label for the menu, its `inverse` for panes that hold a
 * view of the text, its `selection` to be restored. After `redo` it is the change just made again.
 */
export function entryToUndo(document: WorkflowDocument): HistoryEntry | undefined {
  return document.history.done.at(-1)
}

/** The change that `redo` would make again. After `undo` it is the change just taken back. */
export function entryToRedo(document: WorkflowDocument): HistoryEntry | undefined {
  return document.history.undone.at(-1)
}
