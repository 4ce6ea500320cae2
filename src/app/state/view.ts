import { unreachable, type Format, type NodeKind, type Range } from '../../core/index.ts'
import type { Foresight } from './foresight.ts'
import type { StartGiven } from './startGiven.ts'
import { createReducerStore, type Store } from './store.ts'

/** What is selected: nodes by key, or one edge by key. */
export type Selection = { readonly nodes: readonly string[]; readonly edge: string | null }

export type Hover = { readonly kind: 'node' | 'edge'; readonly key: string } | null

export type Theme = 'system' | 'light' | 'dark'

export type BottomTab = 'problems' | 'run' | 'timeline' | 'events' | 'history'

/** Open or closed, and the size in pixels when open. */
export type Panels = {
  readonly left: boolean
  readonly right: boolean
  readonly bottom: boolean
}

export type Toast = {
  readonly id: number
  readonly tone: 'info' | 'error'
  readonly text: string
  readonly action?: { readonly label: string; readonly run: () => void }
}

/** What the text pane does at its caret, or to the whole text. */
export type TextCommand = 'complete' | 'definition' | 'references' | 'rename' | 'fix' | 'nextProblem' | 'symbols' | 'format' | 'fold' | 'unfold'

/** Something that one pane asks of another, once. */
export type ViewRequest =
  /** Show and select this range in the text; `focus` moves the caret there. */
  | { readonly type: 'revealText'; readonly range: Range; readonly focus: boolean }
  /** Bring a node into the visible part of the canvas; `focus` moves the keyboard there. */
  | { readonly type: 'revealNode'; readonly key: string; readonly focus?: boolean }
  /** Bring the middle of an edge into the visible part of the canvas. */
  | { readonly type: 'revealEdge'; readonly edge: string }
  | { readonly type: 'focusCanvas' }
  | { readonly type: 'focusText' }
  /** Rewrite the open file in this format, once it has been said what that would lose. */
  | { readonly type: 'convert'; readonly to: Format }
  /** Ask the text pane to do what it can do at its caret. */
  | { readonly type: 'textCommand'; readonly command: TextCommand }
  /** Focus the first field, or the one named. */
  | { readonly type: 'focusInspector'; readonly field?: string }
  | { readonly type: 'renameNode'; readonly key: string }
  | { readonly type: 'editNote'; readonly key: string }
  /** Offer the kinds that can be put on an edge. */
  | { readonly type: 'insertOn'; readonly edge: string }
  /** Select the next edge, or the one before, of those at the node that is or was selected. */
  | { readonly type: 'nextEdge'; readonly step: 1 | -1 }
  /** Draw a thread by keyboard from a node. */
  | { readonly type: 'connectFrom'; readonly key: string }
  /** A kind was dragged out of the palette and let go at this place of the window. */
  | { readonly type: 'drop'; readonly kind: NodeKind; readonly x: number; readonly y: number }
  | { readonly type: 'fit' }

/** A request by its number, which grows: a pane tells a new one from those that it has served. */
export type Asked = ViewRequest & { readonly seq: number }

/** A text from outside, by the name that it came with. */
export type Incoming = { readonly name: string; readonly text: string }

/** An effect that a run may have, with the nodes and tools that can raise it. */
export type EffectToApprove = { readonly effect: string; readonly nodes: readonly string[]; readonly tools: readonly string[] }

/** A sheet over the whole page. */
export type Sheet =
  /** The open text beside the one on disk, the committed one, or the other side of a clash. */
  | { readonly type: 'compare'; readonly with: 'saved' | 'head' | 'clash' }
  | { readonly type: 'import'; readonly incoming: readonly Incoming[] }
  /** The list of all shortcuts. */
  | { readonly type: 'shortcuts' }
  /** What a run is to be started with. */
  | { readonly type: 'start' }
  /** What a run may do that no rule decides; with a yes it is started as it was to be. */
  | { readonly type: 'approve'; readonly effects: readonly EffectToApprove[]; readonly given: StartGiven }
  /** A run cannot go on before somebody says whether what a node began may be done again. */
  | { readonly type: 'unknown'; readonly run: string; readonly unknown: readonly { readonly node: string; readonly effects: readonly string[] }[] }
  /** A run needs code or servers of a folder that is not trusted. */
  /** `given`: what the run is started with that waits for the answer. */
  | { readonly type: 'trust'; readonly why: string; readonly given: StartGiven | null }

export type ViewState = {
  readonly selection: Selection
  readonly hover: Hover
  readonly panels: Panels
  readonly tab: BottomTab
  readonly theme: Theme
  /** Draw the levels as bands. */
  readonly bands: boolean
  /** Show what tools are given as text, not as a form. */
  readonly rawInputs: boolean
  /** Draw the data that every node reads of others, not only that of the selected ones. */
  readonly data: boolean
  /** What an action that is pointed at would do. */
  readonly foresight: Foresight | null
  readonly toasts: readonly Toast[]
  /** What the command palette is opened with; null while it is closed. */
  readonly palette: string | null
  readonly sheet: Sheet | null
  /** Where the caret stands in the text, from 1; null without one. */
  readonly cursor: { readonly line: number; readonly column: number } | null
  /** What was looked for last, and the offset of the hit that was gone to; null before the first search. */
  readonly search: { readonly query: string; readonly at: number } | null
  /** Ids of the actions that were taken from the palette, the latest first. */
  readonly recent: readonly string[]
  /** Read out by screen readers; an urgent one at once. */
  readonly announcement: { readonly text: string; readonly seq: number; readonly urgent: boolean }
  /** The latest requests in their order: of two in one turn neither is lost, whichever panes they are for. */
  readonly requests: readonly Asked[]
}

/** Which keys there are. */
type Known = Pick<ReadonlySet<string>, 'has'>

export type ViewAction =
  | { readonly type: 'select'; readonly nodes: readonly string[] }
  | { readonly type: 'selectEdge'; readonly edge: string | null }
  /** Drops what no longer exists and follows a rename. */
  | { readonly type: 'prune'; readonly nodes: Known; readonly edges: Known; readonly renamed?: { readonly from: string; readonly to: string } }
  | { readonly type: 'hover'; readonly hover: Hover }
  | { readonly type: 'panel'; readonly panel: keyof Panels; readonly open: boolean }
  /** Shows a tab of the bottom region and opens it; the open tab again closes it when `toggle` is set. */
  | { readonly type: 'tab'; readonly tab: BottomTab; readonly toggle?: boolean }
  | { readonly type: 'theme'; readonly theme: Theme }
  | { readonly type: 'bands'; readonly on: boolean }
  | { readonly type: 'rawInputs'; readonly on: boolean }
  | { readonly type: 'data'; readonly on: boolean }
  | { readonly type: 'foresee'; readonly foresight: Foresight | null }
  | { readonly type: 'toast'; readonly text: string; readonly tone?: Toast['tone']; readonly action?: Toast['action'] }
  | { readonly type: 'palette'; readonly query: string | null }
  | { readonly type: 'sheet'; readonly sheet: Sheet | null }
  | { readonly type: 'cursor'; readonly cursor: ViewState['cursor'] }
  | { readonly type: 'dismiss'; readonly id: number }
  | { readonly type: 'search'; readonly query: string; readonly at: number }
  /** An action was taken from the palette. */
  | { readonly type: 'used'; readonly action: string }
  | { readonly type: 'announce'; readonly text: string }
  | { readonly type: 'request'; readonly request: ViewRequest }

export type ViewStore = Store<ViewState, ViewAction>

/** The part of the view that outlives a session. */
export type RememberedView = Pick<ViewState, 'panels' | 'tab' | 'theme' | 'bands' | 'recent'>

export const NO_SELECTION: Selection = { nodes: [], edge: null }

const INITIAL: ViewState = {
  selection: NO_SELECTION,
  hover: null,
  panels: { left: true, right: true, bottom: false },
  tab: 'problems',
  theme: 'system',
  bands: true,
  rawInputs: false,
  data: false,
  foresight: null,
  toasts: [],
  palette: null,
  sheet: null,
  cursor: null,
  search: null,
  recent: [],
  announcement: { text: '', seq: 0, urgent: false },
  requests: [],
}

/** So many requests are kept for panes that serve them when they are drawn next. */
const KEPT = 16

export function createViewStore(remembered: Partial<RememberedView> = {}): ViewStore {
  return createReducerStore({ ...INITIAL, ...remembered }, reduceView)
}

export function remember(state: ViewState): RememberedView {
  return { panels: state.panels, tab: state.tab, theme: state.theme, bands: state.bands, recent: state.recent }
}

export function reduceView(state: ViewState, action: ViewAction): ViewState {
  switch (action.type) {
    case 'select': {
      const { selection } = state
      if (selection.edge === null && sameKeys(selection.nodes, action.nodes)) return state
      return { ...state, selection: { nodes: action.nodes, edge: null } }
    }
    case 'selectEdge':
      if (state.selection.edge === action.edge && state.selection.nodes.length === 0) return state
      return { ...state, selection: { nodes: [], edge: action.edge } }
    case 'prune':
      return prune(state, action)
    case 'hover':
      if (state.hover?.key === action.hover?.key && state.hover?.kind === action.hover?.kind) return state
      return { ...state, hover: action.hover }
    case 'panel':
      if (state.panels[action.panel] === action.open) return state
      return { ...state, panels: { ...state.panels, [action.panel]: action.open } }
    case 'tab': {
      const open = !(action.toggle && state.panels.bottom && state.tab === action.tab)
      return { ...state, tab: action.tab, panels: { ...state.panels, bottom: open } }
    }
    case 'theme':
      return { ...state, theme: action.theme }
    case 'rawInputs':
      return { ...state, rawInputs: action.on }
    case 'bands':
      return { ...state, bands: action.on }
    case 'data':
      return { ...state, data: action.on }
    case 'foresee':
      return state.foresight === action.foresight ? state : { ...state, foresight: action.foresight }
    case 'toast': {
      // The same words again replace the toast that says them.
      const kept = state.toasts.filter((toast) => toast.text !== action.text).slice(-2)
      const id = state.announcement.seq + 1
      const toast: Toast = { id, tone: action.tone ?? 'info', text: action.text, ...(action.action && { action: action.action }) }
      return { ...state, toasts: [...kept, toast], announcement: { text: action.text, seq: id, urgent: toast.tone === 'error' } }
    }
    case 'palette':
      return { ...state, palette: action.query }
    case 'sheet':
      return { ...state, sheet: action.sheet }
    case 'cursor':
      return { ...state, cursor: action.cursor }
    case 'search':
      return { ...state, search: { query: action.query, at: action.at } }
    case 'used':
      return { ...state, recent: [action.action, ...state.recent.filter((id) => id !== action.action)].slice(0, 8) }
    case 'dismiss':
      return { ...state, toasts: state.toasts.filter((toast) => toast.id !== action.id) }
    case 'announce':
      return { ...state, announcement: { text: action.text, seq: state.announcement.seq + 1, urgent: false } }
    case 'request':
      return { ...state, requests: [...state.requests.slice(1 - KEPT), { ...action.request, seq: lastAsked(state) + 1 }] }
    default:
      return unreachable(action)
  }
}

/** The number of the latest request; 0 before the first one. */
export function lastAsked({ requests }: Pick<ViewState, 'requests'>): number {
  return requests.at(-1)?.seq ?? 0
}

/** The requests that came after the one of this number. */
export function askedSince({ requests }: Pick<ViewState, 'requests'>, seq: number): readonly Asked[] {
  return requests.filter((request) => request.seq > seq)
}

function prune(state: ViewState, { nodes, edges, renamed }: Extract<ViewAction, { type: 'prune' }>): ViewState {
  const { selection, hover } = state
  const follow = (key: string): string => (renamed && key === renamed.from && nodes.has(renamed.to) ? renamed.to : key)
  const kept = selection.nodes.map(follow).filter((key) => nodes.has(key))
  const edge = selection.edge !== null && edges.has(selection.edge) ? selection.edge : null
  const hovered = hover && (hover.kind === 'node' ? nodes : edges).has(hover.key) ? hover : null
  const same = edge === selection.edge && sameKeys(kept, selection.nodes)
  if (same && hovered === hover) return state
  return { ...state, selection: same ? selection : { nodes: kept, edge }, hover: hovered }
}

function sameKeys(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((key, index) => key === b[index])
}
