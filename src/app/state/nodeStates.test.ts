import { expect, it } from 'vitest'
import { initialRun, reduceRuns, type NodeState, type RunState } from '../../core/index.ts'
import { createNodeStates } from './nodeStates.ts'
import { createRunStore } from './run.ts'

const runOf = (nodes: number, state: NodeState): RunState => ({ ...initialRun('r'), status: 'completed', nodes: Object.fromEntries(Array.from({ length: nodes }, (_, i) => [`n${i}`, state])) })

const SKIPPED: NodeState = { status: 'skipped', visit: 1, reason: 'not chosen', at: '2026-01-01T00:00:00.000Z' }

function stage(nodes: number) {
  const frames: (() => void)[] = []
  const run = createRunStore(reduceRuns)
  const states = createNodeStates(run, { now: () => 0, frame: (work) => void frames.push(work) })
  const heard: string[] = []
  for (let i = 0; i < nodes; i += 1) states.subscribe(`n${i}`, () => void heard.push(`n${i} ${states.get(`n${i}`).status}`))
  return { run, states, heard, frame: () => frames.splice(0).forEach((work) => work()) }
}

it('tells each node of its own change alone, and at once when few change', () => {
  const { run, states, heard } = stage(3)
  const before = runOf(3, { status: 'idle' })
  run.dispatch({ type: 'snapshot', state: before })
  heard.length = 0
  run.dispatch({ type: 'snapshot', state: { ...before, nodes: { ...before.nodes, n1: SKIPPED } } })
  expect(heard).toEqual(['n1 skipped'])
  expect(states.get('n1')).toBe(run.getState().current!.nodes['n1'])
  expect(states.get('nobody').status).toBe('idle')
})

it('tells very many a part with every frame, each once and as it is by then', async () => {
  const { run, heard, frame } = stage(500)
  run.dispatch({ type: 'snapshot', state: runOf(500, SKIPPED) })
  expect(heard.length).toBeGreaterThan(0)
  expect(heard.length).toBeLessThan(500)
  const before = heard.length
  run.dispatch({ type: 'clear' })
  for (let n = 0; n < 500; n += 1) {
    frame()
    await Promise.resolve()
  }
  // Those that had been told come back to rest; the others never left it.
  expect(heard.slice(before).every((words) => words.endsWith('idle'))).toBe(true)
  expect(heard).toHaveLength(2 * before)
})

it('forgets whoever listens no more', () => {
  const { run, states, heard } = stage(1)
  const stop = states.subscribe('n0', () => void heard.push('second'))
  stop()
  run.dispatch({ type: 'snapshot', state: runOf(1, SKIPPED) })
  expect(heard).toEqual(['n0 skipped'])
})
