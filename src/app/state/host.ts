import type { Draft } from '../../protocol/index.ts'

/** What is remembered: by this browser for its next page, and first of all by this tab for its next load. */
export type MemoryKey = 'view' | 'tabs' | 'autosave' | 'triggers'

/** What is asked of the browser. */
export type Host = {
  /** Milliseconds of a steady clock. */
  now(): number
  /** ISO 8601. */
  date(): string
  uuid(): string
  /** Runs `work` after `ms`; the answer cancels it. */
  after(ms: number, work: () => void): () => void
  /** Runs `work` with the next frame, or soon when the page is hidden. */
  frame(work: () => void): void
  /** Does a node stand on the canvas? */
  isDrawn(): boolean
  /** Runs `work` whenever the page may be about to go: hidden, left, or frozen. The answer stops that. */
  onHide(work: () => void): () => void
  readonly memory: {
    read(key: MemoryKey): unknown
    write(key: MemoryKey, value: unknown): void
  }
  readonly keep: DraftKeep
  readonly pages: Pages
}

/** An unsaved text that this browser keeps until the server has it. */
export type KeptDraft = Draft & { readonly path: string; readonly session: string }

/** Unsaved texts in this browser's own storage, by workspace, file and session. */
export type DraftKeep = {
  /** False when there is no room: it may be kept a moment later all the same, but nobody can promise that. */
  write(workspace: string, draft: KeptDraft): boolean
  /** Keeps a long text without holding up the page for it: a moment later, and with no promise. */
  writeSoon(workspace: string, draft: KeptDraft): void
  remove(workspace: string, path: string, session: string): void
  read(workspace: string, path: string): Promise<readonly KeptDraft[]>
}

/** What another page of this browser has open. */
export type OpenElsewhere = { readonly path: string; readonly dirty: boolean }

/** The pages of this browser that work on the same folder. */
export type Pages = {
  /** This page's own name, made anew for each load: letters, digits and `-`. */
  readonly id: string
  /** Resolves when its being there can be seen by others. */
  readonly ready: Promise<void>
  /** Joins the pages of a workspace. `listener` is told of what the others have open, whenever that changes. */
  join(workspace: string, listener: (elsewhere: readonly OpenElsewhere[]) => void, textOf: (path: string) => UnsavedText | null): void
  /** Tells the others what is open here. */
  tell(open: readonly OpenElsewhere[]): void
  /** The sessions whose page is there, this one included. */
  alive(): Promise<ReadonlySet<string>>
  /** The unsaved text of a file in another page; null when nobody has one. */
  ask(path: string): Promise<UnsavedText | null>
  close(): void
}

/** An unsaved text, the version on disk that it was made from, and that version's text. */
export type UnsavedText = { readonly text: string; readonly base: string; readonly etag: string }
