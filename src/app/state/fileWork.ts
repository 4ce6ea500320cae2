import type { Answer, Backend, Failure } from './backend.ts'
import type { DocumentCore } from './core.ts'
import type { DocumentState, Resolution } from './documentState.ts'
import type { DraftWork, FoundDraft } from './draftWork.ts'
import { nameFor } from './formatWork.ts'
import type { Host } from './host.ts'
import type { OpenFiles } from './openFiles.ts'
import type { Stores } from './stores.ts'
import type { File, Layout } from '../../protocol/index.ts'

/** What is done with files: open, save, and what happens when somebody else changes them. */
export type FileWork = {
  loadWorkspace(): Promise<void>
  /** Shows a file, in a tab of its own. */
  open(path: string, index?: number): Promise<boolean>
  /** Opens a file without showing it, so that its tab is there at once. */
  prepare(path: string): Promise<void>
  /** Makes a file and opens it. A name that is taken gets a number. */
  create(path: string, text: string): Promise<boolean>
  /** Writes a text as it stands, the shown one by default; true when what is on disk is what is in the editor. */
  save(path?: string): Promise<boolean>
  /** Keeps the shown text under another name, and opens that. */
  saveCopy(): Promise<boolean>
  changedOnDisk(path: string, etag: string | null): Promise<void>
  /** Answers a clash, and saves unless the answer is what is on disk already. */
  resolve(resolution: Resolution): Promise<void>
  /** Brings the unsaved edits of another tab of this browser here. */
  takeFromElsewhere(): Promise<void>
  close(): void
}

export type FileServices = { readonly core: Pick<DocumentCore, 'reader' | 'onArrival'>; readonly stores: Stores; readonly files: OpenFiles; readonly drafts: DraftWork; readonly backend: Backend; readonly host: Host }

type Hooks = {
  /** What is known of the places of nodes: fetched beside a file, so that both are drawn at once. */
  readonly places: () => Promise<Answer<Layout>>
  /** A file comes from disk into the stores. */
  readonly opened: (path: string, places: Answer<Layout>) => Promise<unknown>
  /** A file that is gone may be there under another name. */
  readonly gone: (path: string, state: DocumentState) => Promise<boolean>
}

export function createFileWork({ core, stores, files, drafts, backend, host }: FileServices, hooks: Hooks): FileWork {
  const { document, view, workspace, tabs } = stores
  const saving = new Map<string, Promise<boolean>>()
  /** The latest reading of a file that was begun; what comes in from an earlier one is old. */
  const readings = new Map<string, number>()

  const stop = document.subscribe((state, before) => {
    if (state.path === null || state.path !== before.path || state.document?.text === before.document?.text) return
    drafts.touched(state.path)
  })

  function toast(text: string, tone: 'info' | 'error' = 'error'): void {
    view.dispatch({ type: 'toast', tone, text })
  }

  async function open(path: string, index?: number): Promise<boolean> {
    const { path: shown } = document.getState()
    if (shown === path) return true
    if (shown !== null) void drafts.keepNow(shown)
    workspace.dispatch({ type: 'opening', path: null })
    if (files.show(path, index)) {
      void look(path)
      return true
    }
    workspace.dispatch({ type: 'opening', path })
    // The server has read it before this page can; where it takes longer, nobody waits for it.
    const canRead = new Promise<null>((resolve) => core.onArrival(() => resolve(null)))
    const projected = core.reader() === null ? Promise.race([backend.projection(path), canRead]) : null
    const [file, found, places, read] = await Promise.all([backend.readFile(path), drafts.find(path), hooks.places(), projected])
    if (workspace.getState().opening !== path) return false
    workspace.dispatch({ type: 'opening', path: null })
    if (!file.ok) {
      toast(file.failure.message)
      return false
    }
    files.leave()
    view.dispatch({ type: 'select', nodes: [] })
    stores.run.dispatch({ type: 'clear' })
    const { text, etag } = file.value
    const [kept] = found.filter((draft) => draft.text !== text)
    tabs.dispatch({ type: 'show', path, ...(index !== undefined && { index }) })
    const known = !kept && read?.ok && read.value.etag === etag ? { projection: read.value.projection } : {}
    document.dispatch({ type: 'open', path, text, etag, ...(kept && { draft: kept.text }), ...known })
    takeUp(file.value, found)
    if (kept) {
      view.dispatch({ type: 'toast', text: 'Your unsaved edits are back.', action: { label: 'Discard them', run: () => void discard(path) } })
    }
    await hooks.opened(path, places)
    return true
  }

  async function prepare(path: string): Promise<void> {
    const [file, found] = await Promise.all([backend.readFile(path), drafts.find(path)])
    if (!tabs.getState().tabs.some((tab) => tab.path === path) || files.state(path)) return
    if (!file.ok) {
      // Gone since it was open here: its tab says nothing any more.
      if (file.failure.kind === 'problem') tabs.dispatch({ type: 'close', path })
      return
    }
    const { text, etag } = file.value
    const [kept] = found.filter((draft) => draft.text !== text)
    files.prepare({ type: 'open', path, text, etag, ...(kept && { draft: kept.text }) })
    takeUp(file.value, found)
  }

  /** What was kept of a file that is open now: the newest text is in it, what else there is becomes a choice. */
  function takeUp({ path, text, etag }: File, found: readonly FoundDraft[]): void {
    const [kept, other] = found.filter((draft, at) => draft.text !== text && found.findIndex((each) => each.text === draft.text) === at)
    for (const draft of found) if (draft.text === text || draft.text === kept?.text) void drafts.adopt(path, draft)
    if (!kept) return
    // A draft of an older version is shown over that version's successor: both are kept until the user chooses.
    if (kept.base !== null && kept.base !== etag) files.apply(path, { type: 'clash', clash: { found: 'on disk', base: kept.baseText ?? null, theirs: text, etag } })
    else if (other) files.apply(path, { type: 'clash', clash: { found: 'in another tab', base: other.baseText ?? null, theirs: other.text, etag } })
  }

  async function discard(path: string): Promise<void> {
    const saved = files.state(path)?.saved
    if (!saved) return
    files.apply(path, { type: 'clash', clash: { found: 'on disk', base: saved.text, theirs: saved.text, etag: saved.etag } })
    files.apply(path, { type: 'resolve', take: 'theirs' })
    await drafts.discard(path)
  }

  async function write(path: string): Promise<boolean> {
    const state = files.state(path)
    if (!state?.document || !state.saved) return false
    const { clash, deleted, trouble, saved } = state
    const { text } = state.document
    const goal = nameFor(path, state.document.format, new Set(workspace.getState().files.map((file) => file.path)))
    if (deleted) return settled(path, goal, text, () => backend.createFile(goal, text))
    if (trouble !== null) {
      view.dispatch({ type: 'toast', tone: 'error', text: `${trouble} Nothing was written.`, action: { label: 'Save a copy', run: () => void work.saveCopy() } })
      return false
    }
    if (clash && clash.found !== 'in another tab') {
      toast(`${path} changed on disk. Choose whose text to keep first.`)
      return false
    }
    if (text === saved.text && goal === path) return true
    return settled(path, goal, text, () => (goal === path ? backend.saveFile(path, text, saved.etag) : backend.renameFile(path, goal, saved.etag, text)))
  }

  /** `goal` is where the text is written: of another name when its format has another ending. */
  async function settled(path: string, goal: string, text: string, request: () => Promise<Answer<{ readonly etag: string }>>): Promise<boolean> {
    files.apply(path, { type: 'saving' })
    const answer = await request()
    if (!answer.ok) {
      // The name was free when it was chosen: look again.
      if (answer.failure.kind === 'problem' && answer.failure.code === 'file-exists') await work.loadWorkspace()
      await refused(answer.failure, path)
      return false
    }
    // What was read before this was written is old, whenever it comes in.
    for (const written of new Set([path, goal])) readings.set(written, (readings.get(written) ?? 0) + 1)
    if (goal !== path) {
      files.rename(path, goal)
      void work.loadWorkspace()
      toast(files.state(goal)?.deleted ? `Saved as ${goal}.` : `Saved as ${goal}. ${path} is in the trash.`, 'info')
    }
    files.apply(goal, { type: 'saved', text, etag: answer.value.etag })
    const after = files.state(goal)
    if (goal !== path) drafts.settled(path)
    if (after?.dirty === false) drafts.settled(goal)
    return after?.document?.text === text
  }

  async function refused(failure: Failure, path: string): Promise<void> {
    files.apply(path, { type: 'saveFailed', reason: failure.message })
    if (failure.kind === 'problem' && failure.code === 'file-changed') {
      const { theirs } = failure.problem
      if (theirs) {
        const base = files.state(path)?.saved?.text ?? null
        files.apply(path, { type: 'clash', clash: { found: 'on save', base, theirs: theirs.text, etag: theirs.etag } })
      } else await look(path)
      return
    }
    toast(failure.message)
  }

  /** Reads a file again and tells what is open of it. */
  async function look(path: string): Promise<void> {
    const mine = (readings.get(path) ?? 0) + 1
    readings.set(path, mine)
    const answer = await backend.readFile(path)
    const state = files.state(path)
    if (readings.get(path) !== mine || !state) return
    if (answer.ok) {
      if (answer.value.etag === state.saved?.etag && !state.deleted && state.trouble === null) return
      files.apply(path, { type: 'changedOnDisk', text: answer.value.text, etag: answer.value.etag })
      if (files.state(path)?.dirty === false) drafts.settled(path)
      return
    }
    const { failure } = answer
    if (failure.kind !== 'problem') return
    if (failure.code === 'file-not-found' || failure.code === 'folder-missing') await isGone(path, state)
    else if (state.trouble !== failure.message) {
      files.apply(path, { type: 'unreadableOnDisk', reason: failure.message })
      toast(`${failure.message} Your text is still here.`)
    }
  }

  async function isGone(path: string, state: DocumentState): Promise<void> {
    if (state.deleted || (await hooks.gone(path, state))) return
    files.apply(path, { type: 'deletedOnDisk' })
    drafts.touched(path)
    view.dispatch({ type: 'toast', tone: 'error', text: `${path} is gone from disk. Your text is still here.`, action: { label: 'Write it again', run: () => void work.save(path) } })
  }

  const work: FileWork = {
    async loadWorkspace() {
      const answer = await backend.workspace()
      if (answer.ok) workspace.dispatch({ type: 'loaded', workspace: answer.value })
      else workspace.dispatch({ type: 'failed', error: answer.failure.message })
    },
    open,
    prepare,
    async create(path, text) {
      for (let n = 1; n < 100; n += 1) {
        const candidate = n === 1 ? path : path.replace(/(\.[^./]+)?$/, (ending) => `-${n}${ending}`)
        const answer = await backend.createFile(candidate, text)
        if (answer.ok) {
          await work.loadWorkspace()
          return open(answer.value.path)
        }
        if (answer.failure.kind !== 'problem' || answer.failure.code !== 'file-exists') {
          toast(answer.failure.message)
          return false
        }
      }
      toast(`There are too many files named like ${path}.`)
      return false
    },
    save(path = document.getState().path ?? undefined) {
      if (path === undefined) return Promise.resolve(false)
      // One write of a file at a time; a save asked for meanwhile writes what was typed since.
      const before = saving.get(path)
      const mine: Promise<boolean> = (before ? before.then(() => write(path)) : write(path)).finally(() => {
        if (saving.get(path) === mine) saving.delete(path)
      })
      saving.set(path, mine)
      return mine
    },
    async saveCopy() {
      const { path, document: open } = document.getState()
      return path !== null && open !== null && work.create(copyName(path), open.text)
    },
    async changedOnDisk(path, etag) {
      const state = files.state(path)
      const news = state !== null && (etag === null ? !state.deleted : state.saved?.etag !== etag || state.deleted || state.trouble !== null)
      await Promise.all([work.loadWorkspace(), news && look(path)])
    },
    async resolve(resolution) {
      const { path } = document.getState()
      if (path === null) return
      files.apply(path, { type: 'resolve', ...resolution })
      if (resolution.take !== 'theirs') await work.save(path)
      else if (!document.getState().dirty) drafts.settled(path)
    },
    async takeFromElsewhere() {
      const { path, saved } = document.getState()
      if (path === null || !saved) return
      const unsaved = await host.pages.ask(path)
      const state = files.state(path)
      if (!state) return
      if (!unsaved || unsaved.text === state.document?.text) return toast('The other tab holds no edits that are not here.', 'info')
      files.apply(path, { type: 'clash', clash: { found: 'in another tab', base: unsaved.base, theirs: unsaved.text, etag: saved.etag } })
      // With nothing of one's own there is nothing to choose.
      if (!state.dirty && unsaved.etag === saved.etag) files.apply(path, { type: 'resolve', take: 'theirs' })
    },
    close: stop,
  }
  return work
}

/** `a/b.yaml` as `a/b-copy.yaml`. */
export function copyName(path: string): string {
  return path.replace(/(\.[^./]+)?$/, (ending) => `-copy${ending}`)
}
