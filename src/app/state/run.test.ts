import { reduceRuns, initialRun, type RunEvent, type RunState } from '../../core/index.ts'
import { describe, expect, it } from 'vitest'
import { createRunStore, isRunning, shownState } from './run.ts'

const AT = '2026-01-01T09:41:00.000Z'

function event(seq: number, body: object): RunEvent {
  return { v: 1, run: 'r', seq, at: AT, hash: `h${seq}`, prev: `h${seq - 1}`, ...body } as RunEvent
}

const STARTED = [
  event(1, { type: 'run.started' }),
  event(2, { type: 'node.scheduled', node: 'a', visit: 1 }),
  event(3, { type: 'node.started', node: 'a', visit: 1, input: 'in' }),
]

function following(events: readonly RunEvent[]) {
  const store = createRunStore(reduceRuns)
  store.dispatch({ type: 'connection', connection: 'live', at: AT })
  store.dispatch({ type: 'snapshot', state: initialRun('r') })
  store.dispatch({ type: 'events', events })
  return store
}

describe('the run that is shown', () => {
  it('says of no node that it is running while there is no contact', () => {
    const store = following(STARTED)
    expect(shownState(store.getState(), 'a').status).toBe('running')
    store.dispatch({ type: 'connection', connection: 'reconnecting', at: '2026-01-01T09:42:00.000Z' })
    expect(shownState(store.getState(), 'a')).toEqual({ status: 'unknown', since: '2026-01-01T09:42:00.000Z' })
    store.dispatch({ type: 'connection', connection: 'offline', at: '2026-01-01T09:43:00.000Z' })
    expect(shownState(store.getState(), 'a')).toEqual({ status: 'unknown', since: '2026-01-01T09:42:00.000Z' })
    store.dispatch({ type: 'connection', connection: 'live', at: '2026-01-01T09:44:00.000Z' })
    expect(shownState(store.getState(), 'a').status).toBe('running')
  })

  it('gives a node the same object while nothing about it changes', () => {
    const store = following(STARTED)
    const before = shownState(store.getState(), 'a')
    store.dispatch({ type: 'events', events: [event(4, { type: 'node.scheduled', node: 'b', visit: 1 })] })
    expect(shownState(store.getState(), 'a')).toBe(before)
    expect(shownState(store.getState(), 'nobody')).toBe(shownState(store.getState(), 'nobody else'))
  })

  it('takes events twice, out of a replay or of another run, for nothing new', () => {
    const store = following(STARTED)
    const before = store.getState()
    store.dispatch({ type: 'events', events: STARTED })
    store.dispatch({ type: 'events', events: [{ ...event(9, { type: 'run.completed' }), run: 'other' }] })
    expect(store.getState()).toBe(before)
  })

  it('goes on from a snapshot and fills the log from its beginning', () => {
    const store = createRunStore(reduceRuns)
    const snapshot: RunState = reduceRuns(initialRun('r'), STARTED)
    store.dispatch({ type: 'snapshot', state: snapshot })
    store.dispatch({ type: 'events', events: STARTED })
    expect(store.getState().events).toHaveLength(3)
    expect(store.getState().current).toBe(snapshot)
  })

  it('never goes back to a snapshot that is older than the events it has', () => {
    const store = following(STARTED)
    store.dispatch({ type: 'snapshot', state: reduceRuns(initialRun('r'), STARTED.slice(0, 1)) })
    expect(store.getState().current?.seq).toBe(3)
  })

  it('is over when its log says so, and when its owner is gone', () => {
    const store = following(STARTED)
    expect(isRunning(store.getState())).toBe(true)
    store.dispatch({ type: 'status', run: 'r', status: 'interrupted' })
    expect(isRunning(store.getState())).toBe(false)
  })
})
