import { unreachable, type NodeDelta, type NodeState, type RunEvent, type RunState, type RunStatus } from '../../core/index.ts'
import { isTerminal, type RunSummary } from '../../protocol/index.ts'
import { createReducerStore, type Store } from './store.ts'

/** Are the events of the current run coming in? */
export type Connection = 'none' | 'live' | 'reconnecting' | 'offline'

export type RunStoreState = {
  /** The run that is shown: of the open file, running or the last one. */
  readonly current: RunState | null
  /** The log of the current run as far as it was read, for lists; `current` is its fold. */
  readonly events: readonly RunEvent[]
  readonly connection: Connection
  /** ISO 8601: when contact was lost; null while live. */
  readonly lostAt: string | null
  /** A start was asked for and not answered yet. */
  readonly starting: boolean
  /** Runs of the open file, newest first. */
  readonly history: readonly RunSummary[]
}

/** What is kept of a file's run while another file is shown. */
export type LeftRun = Pick<RunStoreState, 'current' | 'events' | 'history'>

export type RunAction =
  | { readonly type: 'starting'; readonly on: boolean }
  /** A fold made by the server: what was known of the run before is replaced. */
  | { readonly type: 'snapshot'; readonly state: RunState }
  /** Events and live text of one frame, in order. */
  | { readonly type: 'events'; readonly events: readonly (RunEvent | NodeDelta)[] }
  /** The truth of a status beside the log: its owner died, or a page was away. */
  | { readonly type: 'status'; readonly run: string; readonly status: RunStatus }
  | { readonly type: 'connection'; readonly connection: Connection; readonly at: string }
  | { readonly type: 'history'; readonly runs: readonly RunSummary[] }
  | { readonly type: 'summary'; readonly summary: RunSummary }
  /** A file that was left is shown again, with the run that was shown then. */
  | { readonly type: 'restore'; readonly left: LeftRun }
  | { readonly type: 'clear' }

export type RunStore = Store<RunStoreState, RunAction>

/** Folds events and live text: the core's `reduceRuns`. The same state when they tell nothing new. */
export type FoldRun = (state: RunState, events: readonly (RunEvent | NodeDelta)[]) => RunState

const NO_RUN: RunStoreState = { current: null, events: [], connection: 'none', lostAt: null, starting: false, history: [] }

export function createRunStore(fold: FoldRun): RunStore {
  return createReducerStore(NO_RUN, (state, action) => reduceRunStore(state, action, fold))
}

export function reduceRunStore(state: RunStoreState, action: RunAction, fold: FoldRun): RunStoreState {
  switch (action.type) {
    case 'starting':
      return { ...state, starting: action.on }
    case 'snapshot': {
      const same = state.current?.run === action.state.run
      // Folding events that came while the snapshot was on its way is left to the log: never go back.
      if (same && state.current && state.current.seq > action.state.seq) return state
      return { ...state, current: action.state, events: same ? state.events : [] }
    }
    case 'events':
      return foldAll(state, action.events, fold)
    case 'status': {
      const { current } = state
      if (current?.run !== action.run || current.status === action.status) return state
      return { ...state, current: { ...current, status: action.status } }
    }
    case 'connection': {
      if (state.connection === action.connection) return state
      const lost = action.connection === 'reconnecting' || action.connection === 'offline'
      return { ...state, connection: action.connection, lostAt: lost ? (state.lostAt ?? action.at) : null }
    }
    case 'history':
      return { ...state, history: newestFirst(action.runs) }
    case 'summary': {
      const others = state.history.filter(({ run }) => run !== action.summary.run)
      return { ...state, history: newestFirst([...others, action.summary]) }
    }
    case 'restore':
      return { ...NO_RUN, ...action.left, connection: state.connection, lostAt: state.lostAt }
    case 'clear':
      return { ...NO_RUN, connection: state.connection, lostAt: state.lostAt }
    default:
      return unreachable(action)
  }
}

function newestFirst(runs: readonly RunSummary[]): readonly RunSummary[] {
  return runs.toSorted((a, b) => (a.created_at === b.created_at ? 0 : a.created_at < b.created_at ? 1 : -1))
}

function foldAll(state: RunStoreState, incoming: readonly (RunEvent | NodeDelta)[], fold: FoldRun): RunStoreState {
  const { current } = state
  if (!current) return state
  const own = incoming.filter(({ run }) => run === current.run)
  const folded = fold(current, own)
  let known = state.events.at(-1)?.seq ?? 0
  const logged: RunEvent[] = []
  for (const event of own) {
    if (event.type === 'node.output' || event.seq <= known) continue
    known = event.seq
    logged.push(event)
  }
  if (folded === current && logged.length === 0) return state
  return { ...state, current: folded, events: logged.length > 0 ? [...state.events, ...logged] : state.events }
}

/** What a node shows: its state in the log, unless nobody can know whether that still holds. */
export type ShownState = NodeState | { readonly status: 'unknown'; readonly since: string }

const IDLE: NodeState = { status: 'idle' }
const QUEUED: NodeState = { status: 'queued', visit: 1 }

/**
 * The state of one node, to be used as a selector: the same object while nothing about it changes.
 * Without contact to the server nothing is said to be running.
 */
export function shownState(state: RunStoreState, node: string): ShownState {
  const known = state.current && Object.hasOwn(state.current.nodes, node) ? state.current.nodes[node] : undefined
  if (!known) return IDLE
  // The run will come to it.
  if (known.status === 'idle' && isRunning(state)) return state.lostAt === null ? QUEUED : unknownSince(state.lostAt)
  const open = known.status === 'running' || known.status === 'queued'
  if (open && state.lostAt !== null) return unknownSince(state.lostAt)
  return known
}

// One object per moment, so that selectors compare by identity.
let lastUnknown: ShownState & { status: 'unknown' } = { status: 'unknown', since: '' }

function unknownSince(since: string): ShownState {
  if (lastUnknown.since !== since) lastUnknown = { status: 'unknown', since }
  return lastUnknown
}

export type RunCounts = { readonly running: number; readonly failed: number; readonly done: number; readonly queued: number }

const NOTHING: RunCounts = { running: 0, failed: 0, done: 0, queued: 0 }

// Several panes ask with every frame of a run: the nodes are gone through once.
const counted = new WeakMap<RunState['nodes'], RunCounts>()

/** How many nodes of the current run fare how: the same object while nothing about any of them changes. */
export function runCounts({ current }: RunStoreState): RunCounts {
  if (!current) return NOTHING
  const known = counted.get(current.nodes)
  if (known) return known
  const counts = { ...NOTHING }
  for (const { status } of Object.values(current.nodes)) {
    if (status === 'running') counts.running += 1
    else if (status === 'failed') counts.failed += 1
    else if (status === 'completed' || status === 'skipped') counts.done += 1
    else if (status === 'queued' || status === 'idle') counts.queued += 1
  }
  counted.set(current.nodes, counts)
  return counts
}

/** Is the current run going on, as far as anybody knows? */
export function isRunning(state: RunStoreState): boolean {
  const status = state.current?.status
  return status !== undefined && !isTerminal(status) && status !== 'interrupted' && status !== 'paused'
}
