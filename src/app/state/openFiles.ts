import type { DocumentState, FileAction, OpenAction, Parked } from './documentState.ts'
import type { Following } from './following.ts'
import type { LayoutState } from './layout.ts'
import type { Placing } from './placing.ts'
import type { LeftRun } from './run.ts'
import type { Stores } from './stores.ts'
import { MOST_CLOSED, type TabMark } from './tabs.ts'

/** What comes back with a file that is shown again: its text with its history, places, selection and run. */
type Aside = { readonly document: Parked; readonly layout: LayoutState | null; readonly selection: readonly string[]; readonly run: LeftRun | null }

/**
 * The files that are open: one is shown in the stores, the others are set aside as they were. What
 * happens to a file reaches it wherever it is.
 */
export type OpenFiles = {
  /** Null when it is not open. */
  state(path: string): DocumentState | null
  apply(path: string, action: FileAction): void
  paths(): readonly string[]
  /** Sets the shown file aside. */
  leave(): void
  /** Shows a file that was set aside, or closed not long ago; false when there is none. */
  show(path: string, index?: number): boolean
  /** Opens a file without showing it. */
  prepare(action: OpenAction): void
  /** Closes a file; gives the path that is to be shown next, if another one is. */
  close(path: string): string | null
  rename(from: string, to: string): void
  /** What a pane keeps of a file while it is not shown (its scroll position), under the pane's name. */
  keep(path: string, pane: string, value: unknown): void
  kept(path: string, pane: string): unknown
  stop(): void
}

export function createOpenFiles({ document, layout, view, run, tabs }: Stores, placing: Placing, following: Following): OpenFiles {
  const aside = new Map<string, Aside>()
  const closed = new Map<string, Aside>()
  const panes = new Map<string, Map<string, unknown>>()

  const stop = document.subscribe((state, before) => {
    if (state.path === null) return
    const mark = markOf(state)
    if (state.path !== before.path || mark !== markOf(before)) tabs.dispatch({ type: 'mark', path: state.path, mark })
  })

  function shown(): string | null {
    return document.getState().path
  }

  function setAside(): Aside | null {
    const parked = document.park()
    if (!parked) return null
    placing.leave()
    const places = layout.getState()
    return { document: parked, layout: places.path === parked.state.path ? places : null, selection: view.getState().selection.nodes, run: following.leave() }
  }

  /** Brings a file into the stores, all in one turn, so that no pane sees half of it. */
  function bring(path: string, { document: parked, layout: places, selection, run: left }: Aside): void {
    document.dispatch({ type: 'unpark', parked })
    if (places) {
      layout.dispatch({ type: 'restore', state: { ...places, path } })
      placing.resume(path)
    } else void placing.known().then((known) => placing.load(path, known))
    view.dispatch({ type: 'select', nodes: selection })
    if (left) void following.resume(path, left)
    else {
      run.dispatch({ type: 'clear' })
      void following.showLatest(path)
    }
  }

  const files: OpenFiles = {
    state: (path) => (shown() === path ? document.getState() : (aside.get(path)?.document.state ?? null)),
    apply(path, action) {
      if (shown() === path) {
        document.dispatch(action)
        return
      }
      const kept = aside.get(path)
      if (!kept) return
      const after = document.applyParked(kept.document, action)
      aside.set(path, { ...kept, document: after })
      tabs.dispatch({ type: 'mark', path, mark: markOf(after.state) })
    },
    paths() {
      const path = shown()
      return [...(path === null ? [] : [path]), ...aside.keys()]
    },
    leave() {
      const path = shown()
      const kept = setAside()
      // A file whose tab was closed is kept to be opened again, and is not open meanwhile.
      if (path !== null && kept && tabs.getState().tabs.some((tab) => tab.path === path)) aside.set(path, kept)
    },
    show(path, index) {
      if (shown() === path) return true
      const kept = aside.get(path) ?? closed.get(path)
      if (!kept) return false
      files.leave()
      aside.delete(path)
      closed.delete(path)
      tabs.dispatch({ type: 'show', path, ...(index !== undefined && { index }) })
      bring(path, kept)
      return true
    },
    prepare(action) {
      const { path } = action
      if (shown() === path || aside.has(path)) return
      const parked = document.prepare(action)
      aside.set(path, { document: parked, layout: null, selection: [], run: null })
      tabs.dispatch({ type: 'mark', path, mark: markOf(parked.state) })
    },
    close(path) {
      const active = shown() === path
      const kept = active ? setAside() : (aside.get(path) ?? null)
      aside.delete(path)
      closed.delete(path)
      if (kept) closed.set(path, kept)
      const oldest = closed.keys().next().value
      if (closed.size > MOST_CLOSED && oldest !== undefined) closed.delete(oldest)
      tabs.dispatch({ type: 'close', path })
      if (!active) return null
      const next = tabs.getState().active
      if (next === null) {
        document.dispatch({ type: 'close' })
        view.dispatch({ type: 'select', nodes: [] })
        run.dispatch({ type: 'clear' })
      }
      return next
    },
    rename(from, to) {
      const kept = panes.get(from)
      panes.delete(from)
      if (kept) panes.set(to, kept)
      closed.delete(to)
      if (shown() === from) {
        placing.leave()
        const places = layout.getState()
        document.dispatch({ type: 'renamed', path: to })
        layout.dispatch({ type: 'restore', state: { ...places, path: to } })
        placing.resume(to)
      } else {
        const other = aside.get(from)
        aside.delete(from)
        if (other) aside.set(to, { ...other, document: document.applyParked(other.document, { type: 'renamed', path: to }) })
      }
      tabs.dispatch({ type: 'rename', from, to })
    },
    keep(path, pane, value) {
      const own = panes.get(path) ?? new Map<string, unknown>()
      panes.set(path, own.set(pane, value))
    },
    kept: (path, pane) => panes.get(path)?.get(pane) ?? null,
    stop,
  }
  return files
}

export function markOf({ clash, deleted, trouble, dirty }: DocumentState): TabMark {
  if (clash) return 'clash'
  if (trouble !== null) return 'trouble'
  if (deleted) return 'gone'
  return dirty ? 'dirty' : 'clean'
}
