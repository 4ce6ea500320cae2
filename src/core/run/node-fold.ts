import type { EventOf } from './event.ts'
import type { EarlierAttempt, NodeState } from './state.ts'

type Started = Extract<NodeState, { readonly started_at: string }>

/** A node that never began goes back to what it was. */
export function unqueueNode(state: NodeState): NodeState {
  return state.status === 'queued' ? (state.before ?? { status: 'idle' }) : state
}

export function interruptNode(state: NodeState, since: string): NodeState {
  if (state.status !== 'running') return state
  return { ...timed(state), status: 'interrupted', input: state.input, since }
}

/** What a node is at the start of another attempt: results stay, decisions made without it are open again. */
export function restoreNode(state: NodeState): NodeState {
  if (state.status === 'completed') return state.restored ? state : { ...state, restored: true }
  if (state.status === 'failed' && !state.ran) return { status: 'idle' }
  return unqueueNode(state)
}

export function startNode(last: NodeState, event: EventOf<'node.started'>, attempt: number): NodeState {
  const earlier = earlierAttempts(last, event.visit)
  const usage = 'usage' in last && last.visit === event.visit ? last.usage : undefined
  return {
    status: 'running',
    visit: event.visit,
    started_at: event.at,
    attempt,
    ...(earlier.length > 0 ? { earlier } : {}),
    ...(usage ? { usage } : {}),
    input: event.input,
    live: '',
  }
}

export function completeNode(before: NodeState, event: EventOf<'node.completed'>, attempt: number): NodeState {
  const start = startOf(before, event, attempt)
  const usage = event.usage ?? start.usage
  return {
    ...timed(start),
    status: 'completed',
    input: start.input,
    output: event.output,
    ended_at: event.at,
    ms: between(start.started_at, event.at),
    ...(usage ? { usage } : {}),
    ...(event.simulated ? { simulated: true } : {}),
  }
}

export function failNode(before: NodeState, event: EventOf<'node.failed'>, attempt: number): NodeState {
  const start = event.ran ? startOf(before, event, attempt) : fresh(event, attempt)
  return {
    ...timed(start),
    status: 'failed',
    input: start.input,
    error: event.error,
    ended_at: event.at,
    ms: between(start.started_at, event.at),
    ran: event.ran,
  }
}

type Start = Pick<Started, 'visit' | 'started_at' | 'attempt' | 'earlier' | 'usage' | 'input'>

/** The start of the visit that ends; the moment of its end where none was recorded. */
function startOf(before: NodeState, event: { readonly visit: number; readonly at: string }, attempt: number): Start {
  return before.status === 'running' && before.visit === event.visit ? before : fresh(event, attempt)
}

function fresh(event: { readonly visit: number; readonly at: string }, attempt: number): Start {
  return { visit: event.visit, started_at: event.at, attempt, input: null }
}

function timed(state: Omit<Start, 'input'>): Omit<Start, 'input'> {
  return {
    visit: state.visit,
    started_at: state.started_at,
    ...(state.attempt === undefined ? {} : { attempt: state.attempt }),
    ...(state.earlier ? { earlier: state.earlier } : {}),
    ...(state.usage ? { usage: state.usage } : {}),
  }
}

function earlierAttempts(last: NodeState, visit: number): readonly EarlierAttempt[] {
  if (!('started_at' in last) || last.visit !== visit) return []
  const before = last.earlier ?? []
  const attempt = last.attempt ?? 1
  if (last.status === 'failed' && last.ran) return [...before, { attempt, at: last.ended_at, error: last.error }]
  if (last.status === 'interrupted') return [...before, { attempt, at: last.since }]
  return before
}

/** Milliseconds between two times of the log; never negative, should the clock have been set back. */
export function between(start: string, end: string): number {
  return Math.max(0, Date.parse(end) - Date.parse(start))
}
