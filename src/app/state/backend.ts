import type { Diagnostic, Format, NodeDelta, RunEvent, RunState } from '../../core/index.ts'
import type {
  CalledTool,
  Draft,
  File,
  FileDeleted,
  FileLayout,
  FileSaved,
  Head,
  Layout,
  Problem,
  ProblemCode,
  Projected,
  RunCursor,
  RunSummary,
  SaveDraft,
  ScheduleMessage,
  StartRun,
  Tools,
  StatusMessage,
  Workspace,
} from '../../protocol/index.ts'

/** What went wrong with a request. `offline`: there was no answer at all. */
export type Failure =
  | { readonly kind: 'offline'; readonly message: string }
  | { readonly kind: 'problem'; readonly code: ProblemCode; readonly message: string; readonly problem: Problem }
  /** An answer that is not what the protocol says. */
  | { readonly kind: 'nonsense'; readonly message: string }

export type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure }

/** The server as the editor sees it. Nothing here throws; every failure is a value. */
export type Backend = {
  workspace(): Promise<Answer<Workspace>>
  readFile(path: string): Promise<Answer<File>>
  /** What a file holds, as the server has read it. Fails for one that is better read here. */
  projection(path: string): Promise<Answer<Projected>>
  /** Fails with `file-changed` when the file on disk is not `etag`. */
  saveFile(path: string, text: string, etag: string): Promise<Answer<FileSaved>>
  createFile(path: string, text: string): Promise<Answer<FileSaved>>
  /** With `text` it is written under the new name with that text, and the old file goes to the trash. */
  renameFile(from: string, to: string, etag: string, text?: string): Promise<Answer<FileSaved>>
  deleteFile(path: string, etag: string): Promise<Answer<FileDeleted>>
  /** Takes back what `deleteFile` put into the trash. */
  restoreFile(trash: string): Promise<Answer<FileSaved>>
  /** The unsaved texts of all sessions, the newest first. */
  readDrafts(path: string): Promise<Answer<readonly Draft[]>>
  /** The files that have unsaved texts. */
  drafted(): Promise<Answer<readonly string[]>>
  /** `leaving`: the page may be gone before the answer comes. */
  saveDraft(path: string, draft: SaveDraft, leaving?: boolean): Promise<Answer<null>>
  /** Of one session, or of all. */
  deleteDraft(path: string, session: string | null): Promise<Answer<null>>
  /** The file as it was last committed; nulls when it is in no commit. */
  committed(path: string): Promise<Answer<Head>>
  layout(): Promise<Answer<Layout>>
  saveLayout(file: string, layout: FileLayout): Promise<Answer<null>>
  /** The problems of a text that only the server can see, and the tools that it calls. Nothing is run or started. */
  check(text: string, format: Format, path: string): Promise<Answer<{ readonly diagnostics: readonly Diagnostic[]; readonly tools: readonly CalledTool[] }>>
  /** The tools that nodes of this folder may call, as far as it is trusted. */
  tools(): Promise<Answer<Tools>>
  /** Lets the code and the servers of this folder run, or no longer. */
  trust(trusted: boolean): Promise<Answer<Tools>>
  startRun(request: StartRun): Promise<Answer<string>>
  cancelRun(run: string): Promise<Answer<boolean>>
  resumeRun(run: string, options?: { readonly retryUnknown?: boolean }): Promise<Answer<string>>
  runs(file: string): Promise<Answer<readonly RunSummary[]>>
  run(run: string): Promise<Answer<RunState>>
  /** Follows the workspace and the named runs until `close` is called. */
  follow(listener: StreamListener): Follower
}

export type StreamListener = {
  /** The stream is open; `files` is what is on disk now. */
  readonly connected: (files: readonly { readonly path: string; readonly etag: string }[]) => void
  readonly lost: () => void
  /** `client` is the page that did it; absent: another program. */
  readonly fileChanged: (path: string, etag: string | null, client?: string) => void
  readonly runChanged: (summary: RunSummary) => void
  readonly scheduleNotice: (message: ScheduleMessage) => void
  readonly runEvent: (event: RunEvent | NodeDelta) => void
  readonly runStatus: (message: StatusMessage) => void
  readonly runUnknown: (run: string) => void
}

export type Follower = {
  /** From now on follow these runs, from these events on. */
  watch(runs: readonly RunCursor[]): void
  close(): void
}
