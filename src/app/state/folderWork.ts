import type { Answer } from './backend.ts'
import type { DocumentState } from './documentState.ts'
import { copyName, type FileServices, type FileWork } from './fileWork.ts'

/** What is done to the files of the folder, open or not. */
export type FolderWork = {
  /** Renames or moves; true when the file has its new name. */
  rename(from: string, to: string): Promise<boolean>
  duplicate(path: string): Promise<boolean>
  /** Into the trash, from where the toast takes it back. */
  remove(path: string): Promise<boolean>
  /** Follows a file that another program renamed; false when it is nowhere to be found. */
  findRenamed(path: string, state: DocumentState): Promise<boolean>
  /** Follows the folder no longer. */
  stop(): void
}

/** A file that appears so long after, or before, another one is gone may be the same. */
const TOGETHER = 5000

export function createFolderWork({ stores, files, drafts, backend, host }: FileServices, work: () => FileWork, close: (path: string) => Promise<void>): FolderWork {
  const { view, workspace, tabs, layout } = stores
  const appeared = new Map<string, number>()

  const stop = workspace.subscribe((state, before) => {
    if (state.files === before.files || before.status !== 'ready') return
    const known = new Set(before.files.map((file) => file.path))
    for (const { path } of state.files) if (!known.has(path)) appeared.set(path, host.now())
  })

  function fails(answer: Answer<unknown>): boolean {
    if (!answer.ok) view.dispatch({ type: 'toast', tone: 'error', text: answer.failure.message })
    return !answer.ok
  }

  /** The version that is meant: the one that is open, or else the one that the list shows. */
  function versionOf(path: string): string | null {
    return files.state(path)?.saved?.etag ?? workspace.getState().files.find((file) => file.path === path)?.etag ?? null
  }

  return {
    stop,
    async rename(from, to) {
      const etag = versionOf(from)
      if (etag === null || from === to) return from === to
      await drafts.keepNow(from)
      const answer = await backend.renameFile(from, to, etag)
      if (fails(answer)) return false
      files.rename(from, to)
      drafts.renamed(from, to)
      await work().loadWorkspace()
      view.dispatch({ type: 'announce', text: `${from} is now ${to}.` })
      return true
    },
    async duplicate(path) {
      const open = files.state(path)?.document?.text
      if (open !== undefined) return work().create(copyName(path), open)
      const read = await backend.readFile(path)
      return !fails(read) && read.ok && work().create(copyName(path), read.value.text)
    },
    async remove(path) {
      const etag = versionOf(path)
      if (etag === null) return false
      const index = tabs.getState().tabs.findIndex((tab) => tab.path === path)
      // What is unsaved goes into the trash with the file, and comes back with it.
      await drafts.keepNow(path)
      const answer = await backend.deleteFile(path, etag)
      if (!answer.ok) {
        fails(answer)
        return false
      }
      if (index >= 0) await close(path)
      await work().loadWorkspace()
      const { trash } = answer.value
      view.dispatch({
        type: 'toast',
        text: `${path} is in the trash.`,
        action: {
          label: 'Undo',
          run: () =>
            void backend.restoreFile(trash).then(async (restored) => {
              if (fails(restored)) return
              await work().loadWorkspace()
              if (index >= 0) await work().open(path, index)
            }),
        },
      })
      return true
    },
    async findRenamed(path, state) {
      const answer = await backend.workspace()
      if (!answer.ok) return false
      const { files: listed } = answer.value
      if (listed.some((file) => file.path === path)) return false
      workspace.dispatch({ type: 'loaded', workspace: answer.value })
      // The same bytes under a name that was not there a moment ago: nothing but a renamed file looks like that.
      const isNew = (name: string) => host.now() - (appeared.get(name) ?? -Infinity) < TOGETHER
      const found = listed.filter((file) => file.etag === state.saved?.etag && isNew(file.path) && !files.state(file.path))
      const [only] = found
      if (found.length !== 1 || !only) return false
      await drafts.keepNow(path)
      files.rename(path, only.path)
      drafts.settled(path)
      if (state.dirty) drafts.touched(only.path)
      // Its places follow it: only Heddle's own renaming takes them along.
      const { path: placed, positions, moved, direction } = layout.getState()
      if (placed === only.path && moved.size > 0) {
        const nodes = Object.fromEntries([...positions].filter(([key]) => moved.has(key)))
        void backend.saveLayout(only.path, { nodes, ...(direction !== 'right' && { direction }) })
      }
      view.dispatch({ type: 'toast', text: `${path} was renamed to ${only.path}.` })
      return true
    },
  }
}
