import { unreachable, type HistoryEntry } from '../../core/index.ts'
import type { Direction } from './nodeSize.ts'
import { createReducerStore, type Store } from './store.ts'

/** Left upper corner of a node on the canvas, in canvas pixels. */
export type Point = { readonly x: number; readonly y: number }

export type Positions = ReadonlyMap<string, Point>

/** The document's last change when a change of positions was made: it places the two in one order. Null before any. */
export type Anchor = HistoryEntry | null

/** `bound`: it was made by that change of the document, and is undone and redone together with it. */
type LayoutEntry = { readonly before: Placed; readonly after: Placed; readonly anchor: Anchor; readonly label: string; readonly bound?: HistoryEntry }

type Placed = { readonly positions: Positions; readonly moved: ReadonlySet<string>; readonly direction: Direction }

/** Where nodes stand. Positions are not part of the document; those of moved nodes are kept beside it. */
export type LayoutState = Placed & {
  readonly path: string | null
  readonly done: readonly LayoutEntry[]
  readonly undone: readonly LayoutEntry[]
  /** Nodes that were placed one by one since the last arrangement: while their text is typed they may still be placed better. */
  readonly fresh: ReadonlySet<string>
  /** Grows when the whole picture was laid out anew, so that the canvas fits it into view. */
  readonly arranged: number
  /** Grows when nodes are to glide to their new places: after a change as a whole, not while they are dragged. */
  readonly glides: number
  /** A layout of the whole graph is being searched for. */
  readonly searching: boolean
}

export type LayoutAction =
  /** A file that was left is shown again, as it was. */
  | { readonly type: 'restore'; readonly state: LayoutState }
  /** A file was opened: what its user had moved. */
  | { readonly type: 'load'; readonly path: string; readonly moved: Positions; readonly direction: Direction }
  /** Places that the layout chose for nodes without one, or for fresh ones; other nodes keep theirs. */
  | { readonly type: 'place'; readonly positions: Positions }
  /** A first or full layout by the engine; moved nodes keep their place. */
  | { readonly type: 'laidOut'; readonly positions: Positions }
  /** Dragged, moved by keyboard or aligned: one entry of the history. */
  | { readonly type: 'move'; readonly positions: Positions; readonly anchor: Anchor; readonly label?: string; readonly glide?: true }
  /** Nodes that made room for a change of the document: that change's undo puts them back. */
  | { readonly type: 'makeRoom'; readonly positions: Positions; readonly bound: HistoryEntry }
  /** A node that is about to be added at a place the user chose; undoing the addition undoes this too. */
  | { readonly type: 'pin'; readonly positions: Positions }
  /** The user asked for order: all nodes go where the layout puts them. */
  | { readonly type: 'arrange'; readonly positions: Positions; readonly direction: Direction; readonly anchor: Anchor }
  | { readonly type: 'searching'; readonly on: boolean }
  | { readonly type: 'rename'; readonly from: string; readonly to: string }
  /** The document changed, so what was undone cannot be redone. */
  | { readonly type: 'forgetUndone' }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }

export type LayoutStore = Store<LayoutState, LayoutAction>

const NOWHERE: LayoutState = { path: null, positions: new Map(), moved: new Set(), direction: 'right', done: [], undone: [], fresh: new Set(), arranged: 0, glides: 0, searching: false }

export function createLayoutStore(): LayoutStore {
  return createReducerStore(NOWHERE, reduceLayout)
}

export function reduceLayout(state: LayoutState, action: LayoutAction): LayoutState {
  switch (action.type) {
    case 'load':
      return { ...NOWHERE, path: action.path, positions: action.moved, moved: new Set(action.moved.keys()), direction: action.direction, arranged: state.arranged, glides: state.glides }
    case 'restore':
      return { ...action.state, arranged: state.arranged, glides: state.glides, searching: false }
    case 'place': {
      const positions = new Map(state.positions)
      const fresh = new Set(state.fresh)
      for (const [key, point] of action.positions) {
        if (positions.has(key) && !fresh.has(key)) continue
        positions.set(key, point)
        fresh.add(key)
      }
      return action.positions.size === 0 ? state : { ...state, positions, fresh }
    }
    case 'laidOut': {
      const positions = new Map(action.positions)
      for (const key of state.moved) {
        const point = state.positions.get(key)
        if (point) positions.set(key, point)
      }
      return { ...state, positions, fresh: new Set(), arranged: state.arranged + 1, glides: state.glides + 1 }
    }
    case 'move': {
      // Whole pixels, as they are written down: a place is the same after a reload.
      const whole = [...action.positions].map(([key, { x, y }]) => [key, { x: Math.round(x), y: Math.round(y) }] as const)
      const positions = new Map([...state.positions, ...whole])
      const moved = new Set([...state.moved, ...action.positions.keys()])
      return {
        ...entered(state, { positions, moved, direction: state.direction }, action.anchor, action.label ?? 'Move'),
        fresh: without(state.fresh, action.positions.keys()),
        glides: state.glides + (action.glide ? 1 : 0),
      }
    }
    case 'makeRoom': {
      const { moved, direction } = state
      const positions = new Map([...state.positions, ...action.positions])
      return { ...entered(state, { positions, moved, direction }, action.bound, 'Make room', action.bound), glides: state.glides + 1 }
    }
    case 'pin':
      return {
        ...state,
        positions: new Map([...state.positions, ...action.positions]),
        moved: new Set([...state.moved, ...action.positions.keys()]),
        fresh: without(state.fresh, action.positions.keys()),
      }
    case 'arrange': {
      const { positions, direction } = action
      return {
        ...entered(state, { positions, moved: new Set(), direction }, action.anchor, direction === state.direction ? 'Arrange' : 'Turn the graph'),
        fresh: new Set(),
        arranged: state.arranged + 1,
        glides: state.glides + 1,
      }
    }
    case 'searching':
      return state.searching === action.on ? state : { ...state, searching: action.on }
    case 'rename':
      return rename(state, action.from, action.to)
    case 'forgetUndone':
      return state.undone.length === 0 ? state : { ...state, undone: [] }
    case 'undo': {
      const entry = state.done.at(-1)
      if (!entry) return state
      return { ...state, ...entry.before, done: state.done.slice(0, -1), undone: [...state.undone, entry], glides: state.glides + 1 }
    }
    case 'redo': {
      const entry = state.undone.at(-1)
      if (!entry) return state
      return { ...state, ...entry.after, undone: state.undone.slice(0, -1), done: [...state.done, entry], glides: state.glides + 1 }
    }
    default:
      return unreachable(action)
  }
}

/** Changes of positions and of the text stand in one order: which of them does the next undo, or redo, take? */
export type Step = 'none' | 'text' | 'layout' | 'both'

/** @param latest the document's last change, which the next undo of the text takes back. */
export function nextUndo(state: LayoutState, latest: Anchor): Step {
  const entry = state.done.at(-1)
  if (entry?.bound !== undefined && entry.bound === latest) return 'both'
  if (entry !== undefined && entry.bound === undefined && entry.anchor === latest) return 'layout'
  return latest === null ? 'none' : 'text'
}

/** @param next the change of the document that the next redo of the text makes again. */
export function nextRedo(state: LayoutState, latest: Anchor, next: Anchor): Step {
  const entry = state.undone.at(-1)
  if (entry?.bound !== undefined && entry.bound === next) return 'both'
  if (entry !== undefined && entry.bound === undefined && entry.anchor === latest) return 'layout'
  return next === null ? 'none' : 'text'
}

function entered(state: LayoutState, after: Placed, anchor: Anchor, label: string, bound?: HistoryEntry): LayoutState {
  const before: Placed = { positions: state.positions, moved: state.moved, direction: state.direction }
  return { ...state, ...after, done: [...state.done, { before, after, anchor, label, ...(bound && { bound }) }].slice(-200), undone: [] }
}

function without(set: ReadonlySet<string>, keys: Iterable<string>): ReadonlySet<string> {
  const rest = new Set(set)
  for (const key of keys) rest.delete(key)
  return rest
}

function rename(state: LayoutState, from: string, to: string): LayoutState {
  const point = state.positions.get(from)
  if (!point || from === to) return state
  const positions = new Map(state.positions)
  positions.set(to, point)
  positions.delete(from)
  const moved = new Set(state.moved)
  if (moved.delete(from)) moved.add(to)
  const fresh = new Set(state.fresh)
  if (fresh.delete(from)) fresh.add(to)
  return { ...state, positions, moved, fresh }
}
