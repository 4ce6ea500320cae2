import type { EventOf } from './event.ts'
import type { EarlierAttempt, ItemsDone, NodeState, Retry } from './state.ts'

type Started = Extract<NodeState, { readonly started_at: string }>

/** A node that never began goes back to what it was. */
export function unqueueNode(state: NodeState): NodeState {
  return state.status === 'queued' ? (state.before ?? { status: 'idle' }) : state
}

export function interruptNode(state: NodeState, since: string): NodeState {
  if (state.status !== 'running') return state
  return timed(state, { status: 'interrupted', visit: state.visit, started_at: state.started_at, input: state.input, since })
}

/** What a node is at the start of another attempt: results stay, decisions made without it are open again. */
export function restoreNode(state: NodeState): NodeState {
  if (state.status === 'completed') return state.restored ? state : { ...state, restored: true }
  if (state.status === 'failed' && !state.ran) return { status: 'idle' }
  return unqueueNode(state)
}

/** `each`: the node works on the items of its input one by one. */
export function startNode(last: NodeState, event: EventOf<'node.started'>, attempt: number, each: boolean): NodeState {
  const state: Writable<NodeOf<'running'>> = { status: 'running', visit: event.visit, started_at: event.at, attempt, input: event.input, live: '' }
  if ('started_at' in last && last.visit === event.visit) {
    const earlier = earlierAttempts(last)
    if (earlier.length > 0) state.earlier = earlier
    if (last.usage) state.usage = last.usage
  }
  // Items that an earlier attempt recorded are not worked on again.
  if (each && Array.isArray(event.input)) state.items = { done: 0, failed: 0, ...itemsOf(last, event.visit), total: event.input.length }
  return state
}

/** One more item of a visit is done; the same state when the record is none of an item of it. */
export function countItem(state: NodeState, { key, node, visit, result }: EventOf<'step.recorded'>): NodeState {
  if (state.status !== 'running' || !state.items || state.visit !== visit) return state
  const item = itemOf(key, `${node}#${visit}`)
  if (item === null) return state
  const hasFailed = typeof result === 'object' && result !== null && !Array.isArray(result) && Object.hasOwn(result, 'error')
  const { retry, ...rest } = state
  // Others are worked on at the same time: what one of them waits for is not settled by this one.
  const waiting = retry?.item === undefined || retry.item === item ? {} : { retry }
  return { ...rest, ...waiting, items: { total: state.items.total, done: state.items.done + 1, failed: state.items.failed + (hasFailed ? 1 : 0) } }
}

export function retryOf({ attempt, error, delay, item }: EventOf<'node.retrying'>): Retry {
  return { attempt, error, delay, ...(item !== undefined && { item }) }
}

/** The item of `fetch#1[3]`; null for what is beneath it, and of anything else. */
function itemOf(key: string, visit: string): number | null {
  if (!key.startsWith(`${visit}[`) || key.indexOf(']', visit.length) !== key.length - 1) return null
  return Number(key.slice(visit.length + 1, -1))
}

function itemsOf(last: NodeState, visit: number): ItemsDone | undefined {
  return 'started_at' in last && last.visit === visit ? last.items : undefined
}

export function completeNode(before: NodeState, event: EventOf<'node.completed'>, attempt: number): NodeState {
  const start = startOf(before, event, attempt)
  const state: Writable<NodeOf<'completed'>> = {
    status: 'completed',
    visit: event.visit,
    started_at: start.started_at,
    input: start.input,
    output: event.output,
    ended_at: event.at,
    ms: between(start.started_at, event.at),
    hash: event.output_hash,
  }
  timed(start, state)
  if (event.usage) state.usage = event.usage
  if (event.passed) state.passed = event.passed
  if (event.simulated) state.simulated = true
  return state
}

export function failNode(before: NodeState, event: EventOf<'node.failed'>, attempt: number): NodeState {
  const start = event.ran ? startOf(before, event, attempt) : fresh(event, attempt)
  return timed(start, {
    status: 'failed',
    visit: event.visit,
    started_at: start.started_at,
    input: start.input,
    error: event.error,
    ended_at: event.at,
    ms: between(start.started_at, event.at),
    ran: event.ran,
  })
}

type NodeOf<Status extends NodeState['status']> = Extract<NodeState, { readonly status: Status }>
type Writable<T> = { -readonly [Key in keyof T]: T[Key] }
type Start = Pick<Started, 'visit' | 'started_at' | 'attempt' | 'earlier' | 'usage' | 'items' | 'input'>

/** The start of the visit that ends; the moment of its end where none was recorded. */
function startOf(before: NodeState, event: { readonly visit: number; readonly at: string }, attempt: number): Start {
  return before.status === 'running' && before.visit === event.visit ? before : fresh(event, attempt)
}

function fresh(event: { readonly visit: number; readonly at: string }, attempt: number): Start {
  return { visit: event.visit, started_at: event.at, attempt, input: null }
}

/** Takes along what a visit keeps from its start to its end. Assigned one by one: spreads cost at every event. */
function timed<State extends Started>(from: Omit<Start, 'input'>, state: Writable<State>): State {
  const to: Writable<Pick<Started, 'attempt' | 'earlier' | 'usage' | 'items'>> = state
  if (from.attempt !== undefined) to.attempt = from.attempt
  if (from.earlier) to.earlier = from.earlier
  if (from.usage) to.usage = from.usage
  if (from.items) to.items = from.items
  return state
}

function earlierAttempts(last: Started): readonly EarlierAttempt[] {
  const before = last.earlier ?? []
  const attempt = last.attempt ?? 1
  if (last.status === 'failed' && last.ran) return [...before, { attempt, at: last.ended_at, error: last.error }]
  if (last.status === 'interrupted') return [...before, { attempt, at: last.since }]
  return before
}

/** Milliseconds between two times of the log; never negative, should the clock have been set back. */
export function between(start: string, end: string): number {
  if (start === end) return 0
  return Math.max(0, Date.parse(end) - Date.parse(start))
}
