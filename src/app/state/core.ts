import type { Analysis, Command, Diagnostic, Dialect, DialectName, EditMeta, Format, HistorySelection, PasteOutcome, Preview, Projection, Result, Source, TextEdit, WorkflowDocument } from '../../core/index.ts'

/** A document after a change, with the change itself so that a text pane can follow without reloading. */
export type Edited = {
  readonly document: WorkflowDocument
  readonly edits: readonly TextEdit[]
  readonly selection?: HistorySelection
  /** What a command could not carry over. */
  readonly notices?: readonly Diagnostic[]
}

/**
 * What reads texts as workflows, and changes them as such: most of the core. The first picture does not need
 * it, since the server has read the file for it; it comes right after, as a part of its own.
 */
export type Reader = {
  analyse(document: WorkflowDocument, previous: Analysis | null): Analysis
  project(analysis: Analysis): Projection
  command(document: WorkflowDocument, analysis: Analysis, command: Command, meta: EditMeta): Result<Edited>
  /** Adds the nodes that a text holds, and tells what came of it. */
  paste(document: WorkflowDocument, analysis: Analysis, paste: { readonly text: string; readonly after?: string }, meta: EditMeta): Result<Edited & Omit<PasteOutcome, 'document'>>
  dialect(name: DialectName): Dialect
  /** What the history calls a command. */
  label(command: Command): string
  /** What was made of one analysis by another that came of it. */
  preview(before: Analysis, after: Analysis): Preview
  /** Nodes as text. */
  copy(analysis: Analysis, keys: readonly string[]): string
  convert(source: Source, to: Format): Result<{ readonly diagnostics: readonly Diagnostic[] }>
  layOut(source: Source): Result<readonly TextEdit[]>
}

/** What the stores need of the core; passed in, so that tests can count and delay calls. */
export type DocumentCore = {
  open(text: string, options: { readonly name: string; readonly format?: Format }): WorkflowDocument
  /** With `format` the change is one of format as well. */
  edit(document: WorkflowDocument, edits: readonly TextEdit[], meta: EditMeta, format?: Format): Edited
  /** Ends a burst: the next edit begins an entry of its own. */
  seal(document: WorkflowDocument): WorkflowDocument
  /** Null when there is nothing to undo. */
  undo(document: WorkflowDocument): Edited | null
  redo(document: WorkflowDocument): Edited | null
  /** Null until it has come. */
  reader(): Reader | null
  /** Fetches the reader, if it is not there. Rejects when it cannot be loaded; asked again, it tries again. */
  load(): Promise<Reader>
  /** Does something once the reader is there: at once, if it is. The answer takes that back. */
  onArrival(work: () => void): () => void
  /** The same, and fetches it. */
  onceThere(work: () => void): void
}
