import { unreachable, type HistoryEntry } from '../../core/index.ts'
import { createReducerStore, type Store } from './store.ts'

/** Left upper corner of a node on the canvas, in canvas pixels. */
export type Point = { readonly x: number; readonly y: number }

export type Positions = ReadonlyMap<string, Point>

/** The document's last change when a change of positions was made: it places the two in one order. Null before any. */
export type Anchor = HistoryEntry | null

type LayoutEntry = { readonly before: Placed; readonly after: Placed; readonly anchor: Anchor; readonly label: string }

type Placed = { readonly positions: Positions; readonly moved: ReadonlySet<string> }

/** Where nodes stand. Positions are not part of the document; those of moved nodes are kept beside it. */
export type LayoutState = Placed & {
  readonly path: string | null
  readonly done: readonly LayoutEntry[]
  readonly undone: readonly LayoutEntry[]
  /** Nodes that were placed one by one since the last arrangement: while their text is typed they may still be placed better. */
  readonly fresh: ReadonlySet<string>
  /** Grows when the whole picture was laid out anew, so that the canvas fits it into view. */
  readonly arranged: number
}

export type LayoutAction =
  /** A file was opened: what its user had moved. */
  | { readonly type: 'load'; readonly path: string; readonly moved: Positions }
  /** Places that the layout chose for nodes without one, or for fresh ones; other nodes keep theirs. */
  | { readonly type: 'place'; readonly positions: Positions }
  /** A first or full layout by the engine; moved nodes keep their place. */
  | { readonly type: 'laidOut'; readonly positions: Positions }
  /** Dragged, or moved by keyboard: one entry of the history. */
  | { readonly type: 'move'; readonly positions: Positions; readonly anchor: Anchor }
  /** A node that is about to be added at a place the user chose; undoing the addition undoes this too. */
  | { readonly type: 'pin'; readonly key: string; readonly point: Point }
  /** The user asked for order: all nodes go where the layout puts them. */
  | { readonly type: 'arrange'; readonly positions: Positions; readonly anchor: Anchor }
  | { readonly type: 'rename'; readonly from: string; readonly to: string }
  /** The document changed, so what was undone cannot be redone. */
  | { readonly type: 'forgetUndone' }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }

export type LayoutStore = Store<LayoutState, LayoutAction>

const NOWHERE: LayoutState = { path: null, positions: new Map(), moved: new Set(), done: [], undone: [], fresh: new Set(), arranged: 0 }

export function createLayoutStore(): LayoutStore {
  return createReducerStore(NOWHERE, reduceLayout)
}

export function reduceLayout(state: LayoutState, action: LayoutAction): LayoutState {
  switch (action.type) {
    case 'load':
      return { ...NOWHERE, path: action.path, positions: action.moved, moved: new Set(action.moved.keys()), arranged: state.arranged }
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
      return { ...state, positions, fresh: new Set(), arranged: state.arranged + 1 }
    }
    case 'move': {
      // Whole pixels, as they are written down: a place is the same after a reload.
      const whole = [...action.positions].map(([key, { x, y }]) => [key, { x: Math.round(x), y: Math.round(y) }] as const)
      const positions = new Map([...state.positions, ...whole])
      const moved = new Set([...state.moved, ...action.positions.keys()])
      return { ...entered(state, { positions, moved }, action.anchor, 'Move'), fresh: without(state.fresh, action.positions.keys()) }
    }
    case 'pin':
      return { ...state, positions: new Map(state.positions).set(action.key, action.point), moved: new Set(state.moved).add(action.key), fresh: without(state.fresh, [action.key]) }
    case 'arrange':
      return { ...entered(state, { positions: action.positions, moved: new Set() }, action.anchor, 'Arrange'), fresh: new Set(), arranged: state.arranged + 1 }
    case 'rename':
      return rename(state, action.from, action.to)
    case 'forgetUndone':
      return state.undone.length === 0 ? state : { ...state, undone: [] }
    case 'undo': {
      const entry = state.done.at(-1)
      if (!entry) return state
      return { ...state, ...entry.before, done: state.done.slice(0, -1), undone: [...state.undone, entry] }
    }
    case 'redo': {
      const entry = state.undone.at(-1)
      if (!entry) return state
      return { ...state, ...entry.after, undone: state.undone.slice(0, -1), done: [...state.done, entry] }
    }
    default:
      return unreachable(action)
  }
}

/** Was the last change of positions made after the document's last change, `latest`? */
export function undoesLayout(state: LayoutState, latest: Anchor): boolean {
  const entry = state.done.at(-1)
  return entry !== undefined && entry.anchor === latest
}

/** Does the change of positions that was undone last come before the next change of the text to be redone? */
export function redoesLayout(state: LayoutState, latest: Anchor): boolean {
  const entry = state.undone.at(-1)
  return entry !== undefined && entry.anchor === latest
}

function entered(state: LayoutState, after: Placed, anchor: Anchor, label: string): LayoutState {
  const before: Placed = { positions: state.positions, moved: state.moved }
  return { ...state, ...after, done: [...state.done, { before, after, anchor, label }].slice(-200), undone: [] }
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
