import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Analyst } from './analyst.ts'
import { createAnnouncing } from './announcing.ts'
import type { Backend } from './backend.ts'
import type { DocumentCore } from './core.ts'
import { createDocumentStore } from './document.ts'
import { createAutosave } from './autosave.ts'
import { createDrawn, type DrawnStore } from './drawn.ts'
import { createDraftWork, type DraftWork } from './draftWork.ts'
import { createFileWork, type FileWork } from './fileWork.ts'
import { createFolderWork, type FolderWork } from './folderWork.ts'
import { createFollowing } from './following.ts'
import { createFirstPicture, type FirstPicture } from './firstPicture.ts'
import { createFormatWork, type FormatWork } from './formatWork.ts'
import { createGraphWork, type GraphWork } from './graphWork.ts'
import type { Foresight } from './foresight.ts'
import type { Host, UnsavedText } from './host.ts'
import type { Direction } from './nodeSize.ts'
import { createLayoutStore, nextRedo, nextUndo } from './layout.ts'
import { createOpenFiles } from './openFiles.ts'
import { createNodeStates, type NodeStates } from './nodeStates.ts'
import { createPlacing, type LayoutEngine } from './placing.ts'
import { createRunStore, type FoldRun } from './run.ts'
import { createRunWork, type RunWork } from './runWork.ts'
import type { Stores } from './stores.ts'
import { createTabsStore } from './tabs.ts'
import { createServerCheck } from './serverCheck.ts'
import { createTabWork, type TabWork } from './tabWork.ts'
import { createToolWork, type ToolWork } from './toolWork.ts'
import { createViewStore, remember, type RememberedView } from './view.ts'
import { createWorkspaceStore } from './workspace.ts'

/** Everything a session needs of the outside. */
export type SessionSetup = {
  readonly core: DocumentCore
  readonly fold: FoldRun
  readonly analyst: Analyst
  readonly backend: Backend
  readonly layoutEngine: LayoutEngine
  readonly host: Host
}

/** One page's work on one workspace: the stores, and what takes more than one of them. */
export type Session = Stores & {
  /** What the panes draw of the stores. */
  readonly drawn: DrawnStore
  readonly picture: FirstPicture
  /** The foresight that is drawn alone: every node listens to it, and should hear of nothing else. */
  readonly foreseen: Pick<StoreApi<{ readonly foresight: Foresight | null }>, 'getState' | 'getInitialState' | 'subscribe'>
  /** How each node of the shown run fares. */
  readonly nodeStates: NodeStates
  readonly backend: Backend
  readonly core: DocumentCore
  readonly files: FileWork
  readonly folder: FolderWork
  readonly openFiles: TabWork
  readonly drafts: DraftWork
  readonly graph: GraphWork
  readonly format: FormatWork
  readonly tools: ToolWork
  readonly runs: RunWork
  /** Loads the workspace, opens `path` or the file of the last session, follows events. */
  start(path: string | null): Promise<void>
  undo(): void
  redo(): void
  canUndo(): boolean
  canRedo(): boolean
  /** Lays out the whole graph anew, the other way when a direction is given. */
  arrange(direction?: Direction): Promise<void>
  /** Gives up a layout that takes too long; everything stays where it is. */
  stopArranging(): void
  close(): void
}

export function createSession(setup: SessionSetup): Session {
  const { backend, core, host } = setup
  const view = createViewStore(rememberedView(host.memory.read('view')))
  const document = createDocumentStore({
    core,
    analyst: setup.analyst,
    selection: () => ({ nodes: view.getState().selection.nodes }),
    now: host.now,
  })
  const layout = createLayoutStore()
  const run = createRunStore(setup.fold)
  const workspace = createWorkspaceStore(host.memory.read('autosave') === true)
  const stores: Stores = { document, view, layout, run, workspace, tabs: createTabsStore() }

  const placing = createPlacing(stores, setup.layoutEngine, backend, host)
  const following = createFollowing(stores, backend, host)
  const open = createOpenFiles(stores, placing, following)
  const drafts = createDraftWork(stores, open, backend, host)
  const services = { core, stores, files: open, drafts, backend, host }
  const files: FileWork = createFileWork(services, {
    places: placing.known,
    opened(path, places) {
      placing.load(path, places)
      return following.showLatest(path)
    },
    gone: (path, state) => folder.findRenamed(path, state),
  })
  const folder: FolderWork = createFolderWork(services, () => files, (path) => openFiles.close(path))
  const openFiles: TabWork = createTabWork(stores, open, drafts, files, host)
  const graph = createGraphWork(stores, core, setup.layoutEngine)
  const runs = createRunWork(stores, core, backend, host, files, following)
  following.onFileChanged((path, etag) => void files.changedOnDisk(path, etag))
  following.onConnected((onDisk) => {
    drafts.sendAll()
    for (const path of open.paths()) {
      const now = onDisk.get(path)
      if (now !== open.state(path)?.saved?.etag) void files.changedOnDisk(path, now ?? null)
    }
  })

  const foreseen = createStore<{ readonly foresight: Foresight | null }>(() => ({ foresight: null }))

  const tools = createToolWork(stores, backend)

  const unsubscribe = [
    createServerCheck(stores, backend, host),
    createAnnouncing(stores, host),
    createAutosave(stores, open, files, host),
    view.subscribe((state, before) => {
      const now = remember(state)
      const then = remember(before)
      if (now.panels !== then.panels || now.tab !== then.tab || now.theme !== then.theme || now.bands !== then.bands || now.recent !== then.recent) host.memory.write('view', now)
    }),
    document.subscribe((state, before) => {
      if (state.refusal && state.refusal !== before.refusal) {
        view.dispatch({ type: 'toast', tone: 'error', text: state.refusal.diagnostics.map(({ message }) => message).join(' ') })
      }
      if (state.change && state.change !== before.change && state.change.origin !== 'undo' && state.change.origin !== 'redo') {
        layout.dispatch({ type: 'forgetUndone' })
      }
      if (state.change?.selection && state.change !== before.change) {
        view.dispatch({ type: 'select', nodes: state.change.selection.nodes })
      }
    }),
  ]

  function unsavedText(path: string): UnsavedText | null {
    const state = open.state(path)
    if (!state?.document || !state.saved || !state.dirty) return null
    return { text: state.document.text, base: state.saved.text, etag: state.saved.etag }
  }

  const latest = () => document.getState().document?.history.done.at(-1) ?? null

  // The last to hear of a change: by then the others have placed its nodes and selected what it selects.
  const drawn = createDrawn(stores, host)
  unsubscribe.push(
    drawn.subscribe(({ foresight }, before) => {
      if (foresight !== before.foresight) foreseen.setState({ foresight })
    }),
  )
  const picture = createFirstPicture(stores, host)

  const nodeStates = createNodeStates(run, host)
  // Before all else that waits for the picture: somebody may act on it at once. What needs it says when it does not come.
  unsubscribe.push(picture.onceShown(() => core.onceThere(() => {})))
  unsubscribe.push(picture.onceShown(() => void tools.load()))

  const session: Session = {
    ...stores,
    drawn,
    picture,
    foreseen,
    nodeStates,
    backend,
    core,
    files,
    folder,
    openFiles,
    drafts,
    graph,
    format: createFormatWork(stores, core),
    runs,
    tools,
    async start(path) {
      following.start()
      await files.loadWorkspace()
      const { id, files: listed } = workspace.getState()
      if (id !== '') {
        host.pages.join(id, (elsewhere) => workspace.dispatch({ type: 'elsewhere', files: elsewhere }), unsavedText)
      }
      const before = openFiles.remembered()
      const active = path ?? before.active ?? (listed.length === 1 ? listed[0]!.path : null)
      stores.tabs.dispatch({ type: 'restore', paths: before.paths, active: null })
      if (active !== null) await files.open(active)
      // The other tabs stand ready before anybody asks for them; those of files that are gone go.
      for (const tab of before.paths) if (!open.state(tab)) await files.prepare(tab)
    },
    undo() {
      const step = undoable()
      if (step === 'text' || step === 'both') document.dispatch({ type: 'undo' })
      if (step === 'layout' || step === 'both') layout.dispatch({ type: 'undo' })
    },
    redo() {
      const step = redoable()
      // Room first: what comes back has its place already.
      if (step === 'layout' || step === 'both') layout.dispatch({ type: 'redo' })
      if (step === 'text' || step === 'both') document.dispatch({ type: 'redo' })
    },
    canUndo: () => undoable() !== 'none',
    canRedo: () => redoable() !== 'none',
    arrange: (direction) => placing.arrange(direction),
    stopArranging: () => placing.stop(),
    close() {
      for (const stop of unsubscribe) stop()
      drawn.close()
      picture.close()
      nodeStates.close()
      placing.close()
      files.close()
      folder.stop()
      openFiles.stop()
      open.stop()
      drafts.stop()
      host.pages.close()
      following.close()
    },
  }

  function undoable() {
    return nextUndo(layout.getState(), latest())
  }

  function redoable() {
    return nextRedo(layout.getState(), latest(), document.getState().document?.history.undone.at(-1) ?? null)
  }

  return session
}

/** What was remembered, part by part: a value of another shape is as good as none. */
function rememberedView(value: unknown): Partial<RememberedView> {
  if (typeof value !== 'object' || value === null) return {}
  const { panels, tab, theme, bands, recent } = value as { [key: string]: unknown }
  return {
    ...(isPanels(panels) && { panels: { left: panels.left, right: panels.right, bottom: panels.bottom } }),
    ...((tab === 'problems' || tab === 'run' || tab === 'timeline' || tab === 'events' || tab === 'history') && { tab }),
    ...((theme === 'system' || theme === 'light' || theme === 'dark') && { theme }),
    ...(typeof bands === 'boolean' && { bands }),
    ...(Array.isArray(recent) && { recent: recent.filter((id) => typeof id === 'string').slice(0, 8) }),
  }
}

function isPanels(value: unknown): value is RememberedView['panels'] {
  if (typeof value !== 'object' || value === null) return false
  const { left, right, bottom } = value as { [key: string]: unknown }
  return typeof left === 'boolean' && typeof right === 'boolean' && typeof bottom === 'boolean'
}
