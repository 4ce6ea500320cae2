import type { DraftWork } from './draftWork.ts'
import type { FileWork } from './fileWork.ts'
import type { Host } from './host.ts'
import type { OpenFiles } from './openFiles.ts'
import type { Stores } from './stores.ts'

/** What is done with the tabs of open files. */
export type TabWork = {
  /** Closes the tab; unsaved edits are kept and come back with the file. */
  close(path: string): Promise<void>
  closeOthers(path: string): Promise<void>
  closeAll(): Promise<void>
  /** Opens again what was closed last. */
  reopen(): Promise<void>
  /** Shows the tab so many places to the right, round the end. */
  step(by: number): Promise<void>
  /** Shows the tab at a place, from 0; -1 is the last. */
  showAt(index: number): Promise<void>
  /** The files that were open in this folder last time. */
  remembered(): { readonly paths: readonly string[]; readonly active: string | null }
  keep: OpenFiles['keep']
  kept: OpenFiles['kept']
  stop(): void
}

/** The tabs of so many folders are remembered. */
const MOST_FOLDERS = 8

export function createTabWork({ tabs, workspace, document, view }: Stores, files: OpenFiles, drafts: DraftWork, work: FileWork, host: Host): TabWork {
  const stop = tabs.subscribe((state, before) => {
    if (state.tabs === before.tabs && state.active === before.active) return
    const { id } = workspace.getState()
    if (id === '') return
    host.pages.tell(state.tabs.map(({ path, mark }) => ({ path, dirty: mark !== 'clean' })))
    // How a file stands is seen from the file, and a mark comes with many a key: only what is open is remembered.
    const sameFiles = state.active === before.active && state.tabs.length === before.tabs.length && state.tabs.every(({ path }, i) => path === before.tabs[i]!.path)
    if (sameFiles) return
    const others = Object.entries(all()).filter(([folder]) => folder !== id)
    const now = { paths: state.tabs.map(({ path }) => path), active: state.active }
    host.memory.write('tabs', Object.fromEntries([[id, now], ...others].slice(0, MOST_FOLDERS)))
  })

  function all(): { readonly [folder: string]: unknown } {
    const value = host.memory.read('tabs')
    return typeof value === 'object' && value !== null ? (value as { [folder: string]: unknown }) : {}
  }

  async function close(path: string): Promise<void> {
    const state = files.state(path)
    if (state?.dirty) void drafts.keepNow(path)
    const next = files.close(path)
    if (state?.dirty && !state.deleted) {
      view.dispatch({
        type: 'toast',
        text: `${path} is closed. Its unsaved edits are kept and come back with it.`,
        action: { label: 'Open it again', run: () => void work.open(path) },
      })
    }
    if (next !== null) await work.open(next)
  }

  const tabWork: TabWork = {
    close,
    async closeOthers(path) {
      await work.open(path)
      for (const tab of tabs.getState().tabs) if (tab.path !== path) await close(tab.path)
    },
    async closeAll() {
      for (const tab of tabs.getState().tabs) if (tab.path !== document.getState().path) await close(tab.path)
      const { path } = document.getState()
      if (path !== null) await close(path)
    },
    async reopen() {
      const [last] = tabs.getState().closed
      if (last !== undefined) await work.open(last)
    },
    async step(by) {
      const { tabs: open, active } = tabs.getState()
      const at = open.findIndex(({ path }) => path === active)
      const next = open[(at + by + open.length) % open.length]
      if (next) await work.open(next.path)
    },
    async showAt(index) {
      const tab = tabs.getState().tabs.at(index)
      if (tab) await work.open(tab.path)
    },
    remembered() {
      const entry = all()[workspace.getState().id]
      const { paths, active } = (typeof entry === 'object' && entry !== null ? entry : {}) as { readonly paths?: unknown; readonly active?: unknown }
      const open = Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : []
      return { paths: open, active: typeof active === 'string' && open.includes(active) ? active : (open[0] ?? null) }
    },
    keep: files.keep,
    kept: files.kept,
    stop,
  }
  return tabWork
}
