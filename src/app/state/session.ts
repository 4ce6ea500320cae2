import type { Analyst } from './analyst.ts'
import { createAnnouncing } from './announcing.ts'
import type { Backend } from './backend.ts'
import type { DocumentCore } from './core.ts'
import { createDocumentStore } from './document.ts'
import { createFileWork, type FileWork } from './fileWork.ts'
import { createFollowing } from './following.ts'
import { createFormatWork, type FormatWork } from './formatWork.ts'
import { createGraphWork, type GraphWork } from './graphWork.ts'
import type { Host } from './host.ts'
import type { Direction } from './nodeSize.ts'
import { createLayoutStore, nextRedo, nextUndo } from './layout.ts'
import { createPlacing, type LayoutEngine } from './placing.ts'
import { createRunStore, type FoldRun } from './run.ts'
import { createRunWork, type RunWork } from './runWork.ts'
import type { Stores } from './stores.ts'
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
  readonly backend: Backend
  readonly core: DocumentCore
  readonly files: FileWork
  readonly graph: GraphWork
  readonly format: FormatWork
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
  const workspace = createWorkspaceStore()
  const stores: Stores = { document, view, layout, run, workspace }

  const placing = createPlacing(stores, setup.layoutEngine, backend, host)
  const following = createFollowing(stores, backend, host)
  const files = createFileWork(stores, backend, host, { opened: (path) => Promise.all([placing.load(path), following.showLatest(path)]) })
  const graph = createGraphWork(stores, core, setup.layoutEngine)
  const runs = createRunWork(stores, backend, host, files, following)
  following.onFileChanged(files.changedOnDisk)

  const unsubscribe = [
    createAnnouncing(stores),
    view.subscribe((state, before) => {
      const now = remember(state)
      const then = remember(before)
      if (now.panels !== then.panels || now.tab !== then.tab || now.theme !== then.theme || now.bands !== then.bands) host.memory.write('view', now)
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

  const latest = () => document.getState().document?.history.done.at(-1) ?? null

  const session: Session = {
    ...stores,
    backend,
    core,
    files,
    graph,
    format: createFormatWork(stores),
    runs,
    async start(path) {
      following.start()
      await files.loadWorkspace()
      const remembered = host.memory.read('file')
      const listed = workspace.getState().files
      const wanted = path ?? (typeof remembered === 'string' && listed.some((file) => file.path === remembered) ? remembered : null)
      const file = wanted ?? (listed.length === 1 ? listed[0]!.path : null)
      if (file !== null) await files.open(file)
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
      placing.close()
      files.close()
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
  const { panels, tab, theme, bands } = value as { [key: string]: unknown }
  return {
    ...(isPanels(panels) && { panels: { left: panels.left, right: panels.right, bottom: panels.bottom } }),
    ...((tab === 'problems' || tab === 'run' || tab === 'timeline' || tab === 'events' || tab === 'history') && { tab }),
    ...((theme === 'system' || theme === 'light' || theme === 'dark') && { theme }),
    ...(typeof bands === 'boolean' && { bands }),
  }
}

function isPanels(value: unknown): value is RememberedView['panels'] {
  if (typeof value !== 'object' || value === null) return false
  const { left, right, bottom } = value as { [key: string]: unknown }
  return typeof left === 'boolean' && typeof right === 'boolean' && typeof bottom === 'boolean'
}
