import type { Draft } from '../../protocol/index.ts'
import type { Backend } from './backend.ts'
import type { Host, KeptDraft } from './host.ts'
import type { OpenFiles } from './openFiles.ts'
import type { Stores } from './stores.ts'

/**
 * Keeps unsaved texts: in this browser at once, at the server after a pause in typing, each under this
 * page's own name, so that pages cannot write over each other's.
 */
export type DraftWork = {
  /** The text of a file changed. */
  touched(path: string): void
  /** Keeps what is unsaved of a file now. Resolves when the server has it, or will not have it. */
  keepNow(path: string): Promise<void>
  /** Keeps everything now; false when something can be kept nowhere. */
  keepAll(): boolean
  /** The file is saved: nothing of it is kept any more. */
  settled(path: string): void
  /** The file has another name now; the server has moved what it keeps of it. */
  renamed(from: string, to: string): void
  /** Throws away what is kept of a file, but for what other pages still have open. */
  discard(path: string): Promise<void>
  /** The unsaved texts of pages that are gone, the newest first. */
  find(path: string): Promise<readonly FoundDraft[]>
  /** The text of `draft` is open now: kept under this page's name, it need not be kept under another. */
  adopt(path: string, draft: FoundDraft): Promise<void>
  /** The server is back: sends what it has not got. */
  sendAll(): void
  stop(): void
}

export type FoundDraft = Draft & { readonly session?: string }

const LOCAL_AFTER = 200
const SERVER_AFTER = 800
/** Longer texts take a while to be kept in the page's own thread: until the page is left they are kept beside it. */
const LONG = 60_000

export function createDraftWork({ workspace }: Stores, files: OpenFiles, backend: Backend, host: Host): DraftWork {
  const session = host.pages.id
  const timers = new Map<string, { readonly local: () => void; readonly server: () => void }>()
  /** Files whose unsaved text the server has not got, and whether this browser has. */
  const unsent = new Map<string, boolean>()
  /** Files of which something is kept at the server by this page. */
  const sent = new Set<string>()
  const queues = new Map<string, Promise<void>>()

  /** One request at a time for each file: a draft that is taken back must not arrive after all. */
  function queue(path: string, work: () => Promise<void>): Promise<void> {
    const next = (queues.get(path) ?? Promise.resolve()).then(work)
    queues.set(path, next)
    return next
  }

  function cancel(path: string): void {
    timers.get(path)?.local()
    timers.get(path)?.server()
    timers.delete(path)
  }

  function unsaved(path: string): KeptDraft | null {
    const state = files.state(path)
    if (!state?.document || !state.dirty) return null
    return { path, session, text: state.document.text, base: state.saved?.etag ?? null, baseText: state.saved?.text ?? null, savedAt: host.date() }
  }

  function keepHere(path: string): boolean {
    const draft = unsaved(path)
    if (!draft || !unsent.has(path)) return true
    const kept = host.keep.write(workspace.getState().id, draft)
    unsent.set(path, kept)
    return kept
  }

  function keepSoon(path: string): void {
    const draft = unsaved(path)
    if (draft && unsent.has(path)) host.keep.writeSoon(workspace.getState().id, draft)
  }

  function send(path: string, leaving = false): Promise<void> {
    cancel(path)
    // A file that was closed is not one that was saved: what is kept of it stays kept.
    if (!files.state(path)?.document) return Promise.resolve()
    const draft = unsaved(path)
    if (!draft) return clear(path)
    const { path: _path, savedAt: _savedAt, ...body } = draft
    sent.add(path)
    const work = async () => {
      const answer = await backend.saveDraft(path, body, leaving)
      if (!answer.ok) {
        keepHere(path)
        return
      }
      // What was typed meanwhile is not at the server yet.
      const now = files.state(path)?.document
      if (now && now.text !== draft.text) return
      unsent.delete(path)
      host.keep.remove(workspace.getState().id, path, session)
    }
    // A page that is about to go cannot wait for its turn.
    if (leaving) return work()
    return queue(path, work)
  }

  function clear(path: string): Promise<void> {
    cancel(path)
    if (unsent.delete(path)) host.keep.remove(workspace.getState().id, path, session)
    if (!sent.delete(path)) return Promise.resolve()
    return queue(path, async () => {
      const answer = await backend.deleteDraft(path, session)
      if (!answer.ok) sent.add(path)
    })
  }

  const stopHide = host.onHide(() => {
    for (const path of unsent.keys()) {
      keepHere(path)
      void send(path, true)
    }
  })

  const work: DraftWork = {
    touched(path) {
      cancel(path)
      unsent.set(path, false)
      const long = (files.state(path)?.document?.text.length ?? 0) > LONG
      timers.set(path, {
        local: host.after(LOCAL_AFTER, () => (long ? keepSoon(path) : void keepHere(path))),
        server: host.after(SERVER_AFTER, () => void send(path)),
      })
    },
    async keepNow(path) {
      if (!unsent.has(path)) return
      keepHere(path)
      await send(path)
    },
    keepAll() {
      return [...unsent.keys()].map(keepHere).every(Boolean)
    },
    settled: (path) => void clear(path),
    renamed(from, to) {
      cancel(from)
      if (sent.delete(from)) sent.add(to)
      if (!unsent.delete(from)) return
      host.keep.remove(workspace.getState().id, from, session)
      work.touched(to)
    },
    async discard(path) {
      const found = await work.find(path)
      await clear(path)
      for (const { session: owner } of found) {
        if (owner !== undefined) host.keep.remove(workspace.getState().id, path, owner)
        await backend.deleteDraft(path, owner ?? null)
      }
    },
    async find(path) {
      const [there, here, alive] = await Promise.all([backend.readDrafts(path), host.keep.read(workspace.getState().id, path), host.pages.alive()])
      const found = new Map<string, FoundDraft>()
      if (there.ok) for (const draft of there.value) found.set(draft.session ?? '', draft)
      // What is kept here is what the server has not confirmed: of one session it is the newer one.
      for (const draft of here.toSorted((a, b) => (a.savedAt < b.savedAt ? -1 : 1))) found.set(draft.session, draft)
      return [...found.values()]
        .filter((draft) => draft.session === session || draft.session === undefined || !alive.has(draft.session))
        .toSorted((a, b) => (a.savedAt < b.savedAt ? 1 : -1))
    },
    async adopt(path, draft) {
      if (draft.session === session) {
        sent.add(path)
        return
      }
      const former = draft.session ?? null
      // One without a name is thrown away with all others, so before this page's own is kept.
      if (former === null) await backend.deleteDraft(path, null)
      if (unsaved(path)) {
        unsent.set(path, false)
        await send(path)
        if (unsent.has(path)) return
      }
      if (former === null) return
      host.keep.remove(workspace.getState().id, path, former)
      await backend.deleteDraft(path, former)
    },
    sendAll() {
      for (const path of unsent.keys()) void send(path)
    },
    stop() {
      stopHide()
      for (const path of timers.keys()) cancel(path)
    },
  }
  return work
}
