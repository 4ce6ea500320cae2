import type { Backend, Failure } from './backend.ts'
import type { Resolution } from './documentState.ts'
import { nameToSave } from './formatWork.ts'
import type { Host } from './host.ts'
import type { Stores } from './stores.ts'

/** What is done with files: open, save, drafts, and what happens when somebody else changes them. */
export type FileWork = {
  loadWorkspace(): Promise<void>
  open(path: string): Promise<boolean>
  /** Makes a file and opens it. A name that is taken gets a number. */
  create(path: string, text: string): Promise<boolean>
  /** Writes the text as it stands; true when what is on disk is what is in the editor. */
  save(): Promise<boolean>
  changedOnDisk(path: string, etag: string | null): void
  /** Answers a clash, and saves unless the answer is what is on disk already. */
  resolve(resolution: Resolution): Promise<void>
  close(): void
}

const DRAFT_AFTER = 800

type Hooks = { readonly opened: (path: string) => Promise<unknown> }

export function createFileWork(stores: Stores, backend: Backend, host: Host, hooks: Hooks): FileWork {
  const { document, view, workspace } = stores
  let cancelDraft: (() => void) | null = null
  let saving: Promise<boolean> | null = null

  const stop = document.subscribe((state, before) => {
    if (state.path !== before.path) cancelDraft?.()
    if (state.path === null || state.path !== before.path || state.document?.text === before.document?.text) return
    cancelDraft?.()
    cancelDraft = host.after(DRAFT_AFTER, saveDraft)
  })

  function saveDraft(): void {
    const { path, document: open, saved, dirty } = document.getState()
    if (path === null || !open) return
    if (dirty) void backend.saveDraft(path, open.text, saved?.etag ?? null)
    else void backend.deleteDraft(path)
  }

  function toast(text: string, tone: 'info' | 'error' = 'error'): void {
    view.dispatch({ type: 'toast', tone, text })
  }

  async function open(path: string): Promise<boolean> {
    // Unsaved edits of the file that is left are kept as a draft before the next one comes in.
    if (document.getState().dirty) saveDraft()
    workspace.dispatch({ type: 'opening', path })
    const [file, draft] = await Promise.all([backend.readFile(path), backend.readDraft(path)])
    if (workspace.getState().opening !== path) return false
    workspace.dispatch({ type: 'opening', path: null })
    if (!file.ok) {
      toast(file.failure.message)
      return false
    }
    const { text, etag } = file.value
    const kept = draft.ok && draft.value && draft.value.text !== text ? draft.value : null
    view.dispatch({ type: 'select', nodes: [] })
    stores.run.dispatch({ type: 'clear' })
    // A draft of an older version is shown over that version's successor: both are kept until the user chooses.
    document.dispatch({ type: 'open', path, text, etag, ...(kept && { draft: kept.text }) })
    host.memory.write('file', path)
    if (kept) {
      if (kept.base !== null && kept.base !== etag) document.dispatch({ type: 'clash', clash: { found: 'on disk', base: null, theirs: text, etag } })
      view.dispatch({
        type: 'toast',
        text: 'Your unsaved edits are back.',
        action: { label: 'Discard them', run: () => discard(path, text, etag) },
      })
    }
    await hooks.opened(path)
    return true
  }

  function discard(path: string, text: string, etag: string): void {
    if (document.getState().path !== path) return
    document.dispatch({ type: 'clash', clash: { found: 'on disk', base: text, theirs: text, etag } })
    document.dispatch({ type: 'resolve', take: 'theirs' })
  }

  async function write(): Promise<boolean> {
    const { path, document: open, saved, clash, deleted } = document.getState()
    if (path === null || !open || !saved) return false
    if (deleted) return recreate(path)
    if (clash) {
      toast('The file changed on disk. Choose whose text to keep first.')
      return false
    }
    const { text } = open
    const goal = nameToSave(stores)
    if (text === saved.text && goal === path) return true
    document.dispatch({ type: 'saving' })
    const answer = goal === path ? await backend.saveFile(path, text, saved.etag) : await backend.renameFile(path, goal, saved.etag, text)
    if (document.getState().path !== path) return answer.ok
    if (answer.ok) {
      if (goal !== path) renamed(path, goal)
      document.dispatch({ type: 'saved', text, etag: answer.value.etag })
      cancelDraft?.()
      void backend.deleteDraft(path)
      return document.getState().document?.text === text
    }
    // The name was free when it was chosen: look again.
    if (answer.failure.kind === 'problem' && answer.failure.code === 'file-exists') await work.loadWorkspace()
    refused(answer.failure, path)
    return false
  }

  /** The file has another name now, since its format has another ending. */
  function renamed(from: string, to: string): void {
    document.dispatch({ type: 'renamed', path: to })
    host.memory.write('file', to)
    void work.loadWorkspace()
    toast(`Saved as ${to}. ${from} is in the trash.`, 'info')
  }

  function refused(failure: Failure, path: string): void {
    if (failure.kind === 'problem' && failure.code === 'file-changed') {
      const { theirs } = failure.problem
      if (theirs) {
        document.dispatch({ type: 'clash', clash: { found: 'on save', base: document.getState().saved?.text ?? null, theirs: theirs.text, etag: theirs.etag } })
        return
      }
      if (theirs === null) {
        document.dispatch({ type: 'saveFailed', reason: `${path} is gone from disk.` })
        document.dispatch({ type: 'deletedOnDisk' })
        view.dispatch({ type: 'toast', tone: 'error', text: `${path} is gone from disk.`, action: { label: 'Write it again', run: () => void work.save() } })
        return
      }
    }
    document.dispatch({ type: 'saveFailed', reason: failure.message })
    toast(failure.message)
  }

  async function recreate(path: string): Promise<boolean> {
    const { path: shown, document: open } = document.getState()
    if (shown !== path || !open) return false
    document.dispatch({ type: 'saving' })
    const goal = nameToSave(stores)
    const answer = await backend.createFile(goal, open.text)
    if (answer.ok && goal !== path) renamed(path, goal)
    if (answer.ok) document.dispatch({ type: 'saved', text: open.text, etag: answer.value.etag })
    else {
      document.dispatch({ type: 'saveFailed', reason: answer.failure.message })
      toast(answer.failure.message)
    }
    return answer.ok
  }

  const work: FileWork = {
    async loadWorkspace() {
      const answer = await backend.workspace()
      if (answer.ok) workspace.dispatch({ type: 'loaded', workspace: answer.value })
      else workspace.dispatch({ type: 'failed', error: answer.failure.message })
    },
    open,
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
    save() {
      // One write at a time; a save asked for meanwhile writes what was typed since.
      const mine: Promise<boolean> = (saving ? saving.then(write) : write()).finally(() => {
        if (saving === mine) saving = null
      })
      saving = mine
      return mine
    },
    changedOnDisk(path, etag) {
      void work.loadWorkspace()
      const { path: shown, saved } = document.getState()
      if (shown !== path || saved?.etag === etag) return
      if (etag === null) {
        document.dispatch({ type: 'deletedOnDisk' })
        toast(`${path} is gone from disk. Your text is still here; save to write it again.`)
        return
      }
      void backend.readFile(path).then((answer) => {
        if (answer.ok && document.getState().path === path) {
          document.dispatch({ type: 'changedOnDisk', text: answer.value.text, etag: answer.value.etag })
        }
      })
    },
    async resolve(resolution) {
      document.dispatch({ type: 'resolve', ...resolution })
      if (resolution.take !== 'theirs') await work.save()
    },
    close() {
      cancelDraft?.()
      stop()
    },
  }
  return work
}
