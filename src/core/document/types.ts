import type { Diagnostic } from '../diagnostic.ts'
import type { DialectName, Reading } from '../dialects/dialect.ts'
import type { GraphView } from '../graph/view.ts'
import type { Format, Source } from '../source/tree.ts'
import type { TextEdit } from '../text/edit.ts'

/** Who made a change: a pane ignores the echo of its own. */
export type EditOrigin = 'text' | 'canvas' | 'inspector' | 'problems' | 'file' | 'command-line' | 'undo' | 'redo'

/** Opaque to the document; a pane puts here what it wants restored on undo. */
export type HistorySelection = { readonly nodes: readonly string[]; readonly cursor?: number }

/** How an edit is entered in the history. */
export type EditMeta = {
  readonly origin: EditOrigin
  readonly label?: string
  /** What was selected before the change: restored by undo. */
  readonly selection?: HistorySelection
  /** What is selected after the change: restored by redo. */
  readonly selectionAfter?: HistorySelection
  /** Edits with the same key, in a row, within the time, become one entry (`typing`, `field:draft.prompt`). */
  readonly coalesce?: string
  /** Milliseconds of any steady clock; passed in, since the core has none. Absent: coalesce by key alone. */
  readonly at?: number
}

export type HistoryEntry = {
  readonly edits: readonly TextEdit[]
  readonly inverse: readonly TextEdit[]
  readonly label: string
  readonly origin: EditOrigin
  readonly selection?: HistorySelection
  readonly selectionAfter?: HistorySelection
  readonly coalesce?: string
  /** When the last edit of the entry was made. */
  readonly at?: number
  /** Set when the entry changed the format of the file. */
  readonly format?: { readonly before: Format; readonly after: Format }
}

/**
 * The changes of a document, oldest first. `done` applied backwards from the text leads to the text
 * that was opened (or to the oldest that is remembered); `undone` applied from its end leads forward.
 */
export type History = {
  readonly done: readonly HistoryEntry[]
  readonly undone: readonly HistoryEntry[]
  /** What the entries hold, in bytes, roughly: see `HISTORY_LIMIT`. */
  readonly size: number
  /** The next edit begins an entry of its own: after an undo, a redo or a save. */
  readonly sealed: boolean
}

/** A file open for editing: an immutable value. The text is the document; all else is derived from it. */
export type WorkflowDocument = {
  readonly text: string
  readonly format: Format
  readonly name?: string
  /** Grows by one with every change, undo and redo included. */
  readonly revision: number
  readonly history: History
}

/** All that is derived from a document's text, by one function everywhere. */
export type Analysis = {
  readonly revision: number
  readonly format: Format
  readonly dialect: DialectName
  /** The current text's tree, partial when it does not parse. */
  readonly source: Source
  /** The last reading that parsed; its ranges are of the text it was made from. Null when none ever did. */
  readonly reading: Reading | null
  readonly view: GraphView
  /** Of the current text, in file order. */
  readonly diagnostics: readonly Diagnostic[]
  /** The text does not parse: `reading` and `view` are those of the last text that did. */
  readonly stale: boolean
}
