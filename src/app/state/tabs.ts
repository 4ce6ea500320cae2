import { unreachable } from '../../core/index.ts'
import { createReducerStore, type Store } from './store.ts'

/** How the file of a tab stands: unsaved, changed under unsaved edits, gone from disk, not to be shown as text. */
export type TabMark = 'clean' | 'dirty' | 'clash' | 'gone' | 'trouble'

export type Tab = { readonly path: string; readonly mark: TabMark }

export type TabsState = {
  /** In the order in which they stand. */
  readonly tabs: readonly Tab[]
  /** The one that is shown; null without any. */
  readonly active: string | null
  /** Paths that were closed, the last one first. */
  readonly closed: readonly string[]
}

export type TabsAction =
  /** Shown; a file without a tab gets one right of the active one, or at `index`. */
  | { readonly type: 'show'; readonly path: string; readonly index?: number }
  /** Its right neighbour, or else its left one, is to be shown next. */
  | { readonly type: 'close'; readonly path: string }
  | { readonly type: 'move'; readonly path: string; readonly index: number }
  | { readonly type: 'rename'; readonly from: string; readonly to: string }
  | { readonly type: 'mark'; readonly path: string; readonly mark: TabMark }
  | { readonly type: 'restore'; readonly paths: readonly string[]; readonly active: string | null }

export type TabsStore = Store<TabsState, TabsAction>

const NONE: TabsState = { tabs: [], active: null, closed: [] }

/** So many closed files can be opened again as they were. */
export const MOST_CLOSED = 10

export function createTabsStore(): TabsStore {
  return createReducerStore(NONE, reduceTabs)
}

export function reduceTabs(state: TabsState, action: TabsAction): TabsState {
  const { tabs, active } = state
  const indexOf = (path: string) => tabs.findIndex((tab) => tab.path === path)
  switch (action.type) {
    case 'show': {
      const closed = state.closed.filter((path) => path !== action.path)
      if (indexOf(action.path) >= 0) return active === action.path ? state : { tabs, active: action.path, closed }
      const index = action.index ?? (active === null ? tabs.length : indexOf(active) + 1)
      return { tabs: tabs.toSpliced(index, 0, { path: action.path, mark: 'clean' }), active: action.path, closed }
    }
    case 'close': {
      const index = indexOf(action.path)
      if (index < 0) return state
      const rest = tabs.toSpliced(index, 1)
      const next = active === action.path ? ((rest[index] ?? rest[index - 1])?.path ?? null) : active
      return { tabs: rest, active: next, closed: [action.path, ...state.closed].slice(0, MOST_CLOSED) }
    }
    case 'move': {
      const tab = tabs[indexOf(action.path)]
      if (!tab) return state
      const rest = tabs.filter((each) => each !== tab)
      return { ...state, tabs: rest.toSpliced(Math.max(0, Math.min(action.index, rest.length)), 0, tab) }
    }
    case 'rename': {
      if (indexOf(action.from) < 0) return state
      const others = tabs.filter(({ path }) => path !== action.to)
      return { ...state, tabs: others.map((tab) => (tab.path === action.from ? { ...tab, path: action.to } : tab)), active: active === action.from ? action.to : active }
    }
    case 'mark': {
      const index = indexOf(action.path)
      const tab = tabs[index]
      return !tab || tab.mark === action.mark ? state : { ...state, tabs: tabs.with(index, { ...tab, mark: action.mark }) }
    }
    case 'restore':
      return { ...NONE, tabs: [...new Set(action.paths)].map((path) => ({ path, mark: 'clean' })), active: action.active }
    default:
      return unreachable(action)
  }
}
