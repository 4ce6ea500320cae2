import type { Analysis, Command, Diagnostic, EditMeta, EditOrigin, HistorySelection, PasteOutcome, Projection, TextEdit, WorkflowDocument } from '../../core/index.ts'
import type { Store } from './store.ts'

/** The last change, for panes that follow it; `origin` lets the pane that made it ignore its echo. */
export type Change = {
  readonly revision: number
  readonly origin: EditOrigin
  readonly edits: readonly TextEdit[]
  /** Set by undo and redo: what was selected then. */
  readonly selection?: HistorySelection
  /** Set when a command made the change. */
  readonly command?: Command
}

/**
 * Two texts of one file that nobody has brought together yet. Mine is the document's own, whatever is
 * typed meanwhile; both stay until the user chooses.
 */
export type Clash = {
  /** The file changed on disk, which was noticed by itself or when it was saved; or another page holds unsaved edits. */
  readonly found: 'on disk' | 'on save' | 'in another tab'
  /** What both grew from; null when nobody knows any more. */
  readonly base: string | null
  readonly theirs: string
  /** The version on disk that the answer will replace. */
  readonly etag: string
}

/** Whose text is kept. `merged` brings the text that was made of both. */
export type Resolution = { readonly take: 'theirs' } | { readonly take: 'mine' } | { readonly take: 'merged'; readonly text: string }

/** A change that was not made, and why. A new object each time, so that the same refusal can be told twice. */
export type Refusal = { readonly diagnostics: readonly Diagnostic[] }

export type DocumentState = {
  /** Relative to the workspace; null when no file is open. */
  readonly path: string | null
  readonly document: WorkflowDocument | null
  /** May lag behind the document while somebody types: compare `revision`. Null before the first one. */
  readonly projection: Projection | null
  /** What is known to be on disk. */
  readonly saved: { readonly text: string; readonly etag: string } | null
  readonly dirty: boolean
  readonly saving: boolean
  /** Why the last save failed. */
  readonly saveError: string | null
  readonly clash: Clash | null
  /** The file is gone from disk; saving writes it again. */
  readonly deleted: boolean
  /** Why what is on disk now cannot be shown as text: a folder, too large, not UTF-8, not readable. Null when it can. */
  readonly trouble: string | null
  readonly change: Change | null
  readonly refusal: Refusal | null
  /** Set when the file is too large, or too slow, to be analysed: it is edited as text only. */
  readonly textOnly: string | null
  /** It is text only because reading it takes long, and that still goes on. */
  readonly reading: boolean
  /** Grows with every file that is opened; one that is saved under another name is still the same. */
  readonly opened: number
}

/** How a change is entered in the history. `selection` is by default what is selected now. */
export type EntryOptions = Partial<Pick<EditMeta, 'label' | 'coalesce' | 'selection' | 'selectionAfter'>>

/** A file as it comes from disk. */
export type OpenAction = {
  readonly type: 'open'
  readonly path: string
  readonly text: string
  readonly etag: string
  /** An unsaved text of this file from an earlier session. */
  readonly draft?: string
  /** What the text is known to hold, read elsewhere. */
  readonly projection?: Projection
}

/** What happens to the file behind a document, whether the document is shown or parked. */
export type FileAction =
  | { readonly type: 'saving' }
  /** The text that was written, which may be older than the current one. */
  | { readonly type: 'saved'; readonly text: string; readonly etag: string }
  | { readonly type: 'saveFailed'; readonly reason: string }
  | { readonly type: 'clash'; readonly clash: Clash }
  /** The file changed on disk: taken over at once when there are no unsaved edits, else a clash. */
  | { readonly type: 'changedOnDisk'; readonly text: string; readonly etag: string }
  | { readonly type: 'deletedOnDisk' }
  | { readonly type: 'unreadableOnDisk'; readonly reason: string }
  | ({ readonly type: 'resolve' } & Resolution)
  | { readonly type: 'renamed'; readonly path: string }

/** A document that is open but not shown: all that it takes to show it again as it was. */
export type Parked = { readonly state: DocumentState; readonly analysis: Analysis | null }

export type DocumentAction =
  | OpenAction
  /** Shows a document that was parked. */
  | { readonly type: 'unpark'; readonly parked: Parked }
  | { readonly type: 'close' }
  /** Typing in a text. `coalesce` groups a burst into one entry of the history. */
  | ({ readonly type: 'edit'; readonly edits: readonly TextEdit[]; readonly origin: EditOrigin } & EntryOptions)
  | ({ readonly type: 'command'; readonly command: Command; readonly origin: EditOrigin } & EntryOptions)
  /** Adds the nodes that a text holds, under ids that are free. */
  | ({ readonly type: 'paste'; readonly text: string; readonly after?: string; readonly origin: EditOrigin } & EntryOptions)
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  | FileAction
  /** What the server found in the text of this revision. */
  | { readonly type: 'checkedElsewhere'; readonly revision: number; readonly diagnostics: readonly Diagnostic[] }
  /** Ends a burst of typing: the next edit is an entry of its own. */
  | { readonly type: 'seal' }

/** Did it happen? A refusal says why not, and stands in the state too. */
export type Outcome = { readonly ok: true; readonly pasted?: Omit<PasteOutcome, 'document'>; /** What could not be carried over. */ readonly notices?: readonly Diagnostic[] } | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] }

export type DocumentStore = Store<DocumentState, DocumentAction, Outcome> & {
  /** Brings the projection up to the current text now, where it lags and the text is not a large one: for whoever goes on from what a change has made. */
  catchUp(): void
  /** The full analysis of the current text, made now if it lags. Null when no file is open, it is text only, or the reader has not come. */
  analysis(): Analysis | null
  /** The same where it costs little; null for a large text, which is read in a worker, unless it is at hand already. */
  quickAnalysis(): Analysis | null
  /** What a command would make of the document: nothing is changed. Null when it would be refused, or the reader has not come. Given next, it is not worked out again. */
  tryOut(command: Command): { readonly before: Analysis; readonly after: Analysis } | null
  /**
   * Does what needs the reader: at once if it is there, else when it has come, and only if the same file is
   * shown then.
   */
  whenRead(work: () => void): void
  /** The open document, to be parked. Null when no file is open. */
  park(): Parked | null
  /** Opens a file without showing it. */
  prepare(action: OpenAction): Parked
  /** What happens to the file behind a parked document. */
  applyParked(parked: Parked, action: FileAction): Parked
}
