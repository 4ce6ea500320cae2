import type { Analysis, Command, Diagnostic, Dialect, DialectName, EditMeta, Format, HistorySelection, PasteOutcome, Result, TextEdit, WorkflowDocument } from '../../core/index.ts'

/** A document after a change, with the change itself so that a text pane can follow without reloading. */
export type Edited = {
  readonly document: WorkflowDocument
  readonly edits: readonly TextEdit[]
  readonly selection?: HistorySelection
  /** What a command could not carry over. */
  readonly notices?: readonly Diagnostic[]
}

/** What the stores need of the core; passed in, so that tests can count and delay calls. */
export type DocumentCore = {
  open(text: string, options: { readonly name: string; readonly format?: Format }): WorkflowDocument
  analyse(document: WorkflowDocument, previous: Analysis | null): Analysis
  /** With `format` the change is one of format as well. */
  edit(document: WorkflowDocument, edits: readonly TextEdit[], meta: EditMeta, format?: Format): Edited
  command(document: WorkflowDocument, analysis: Analysis, command: Command, meta: EditMeta): Result<Edited>
  /** Adds the nodes that a text holds, and tells what came of it. */
  paste(document: WorkflowDocument, analysis: Analysis, paste: { readonly text: string; readonly after?: string }, meta: EditMeta): Result<Edited & Omit<PasteOutcome, 'document'>>
  dialect(name: DialectName): Dialect
  /** Ends a burst: the next edit begins an entry of its own. */
  seal(document: WorkflowDocument): WorkflowDocument
  /** Null when there is nothing to undo. */
  undo(document: WorkflowDocument): Edited | null
  redo(document: WorkflowDocument): Edited | null
}
