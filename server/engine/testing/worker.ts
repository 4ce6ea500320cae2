import { appendFileSync, writeSync } from 'node:fs'
import type { LevelsPlan, Plan, PlanNode } from '../../../src/core/index.ts'
import { createOwner } from '../../store/owner.ts'
import { createSqliteStore } from '../../store/sqlite.ts'
import { systemClock } from '../clock.ts'
import { createEngine } from '../engine.ts'
import { crashPoint } from '../../crash-point.ts'
import { createIds } from '../ids.ts'
import type { Executor } from '../ports.ts'
import { walkOf } from './walks.ts'

/**
 * Starts or resumes the run `r`, and writes down what it executes. `FAULT=after-append:<type>` kills the
 * process when the first such event is in the log, `FAULT=after-append:<type>:3` at the third one.
 */
const [mode = 'start', file = '', counts = '', shape = 'chain'] = process.argv.slice(2)

const node = (id: string, needs: readonly string[]): PlanNode => ({
  id,
  needs,
  work: { type: 'prompt', kind: 'agent', prompt: 'p', routes: [], output_format: '', max_turns: 0, tools: [] },
})

const plans: { readonly [shape: string]: readonly PlanNode[] } = {
  chain: [node('a', []), node('b', ['a']), node('fails', []), node('c', ['b']), node('behind', ['fails'])],
  wide: Array.from({ length: 40 }, (_, n) => node(`n${n}`, n < 8 ? [] : [`n${n - 8}`])),
}
const levels: LevelsPlan = { kind: 'levels', dialect: 'dag', name: 'crash', nodes: shape === 'holds' ? [node('holds', [])] : (plans[shape] ?? []) }
/** A loop over a node that is tried twice and one that works on items. */
const walk = walkOf({
  nodes: [{ id: 'twice', tool: 't', on_error: 'retry' }, { id: 'each', tool: 't', for_each: { items: '[1,2,3,4,5,6,7,8]', item_var: 'item', max_parallel: 3 } }, { id: 'back' }],
  edges: [{ from: 'twice', to: 'each', max_iterations: 4 }, { from: 'each', to: 'back', max_iterations: 4 }, { from: 'back', to: 'twice', max_iterations: 3 }],
})
const plan: Plan = shape === 'walk' ? walk : levels
/** Goes of `twice` that failed, in this process. */
const failed = new Set<string>()

const count = (what: string): void => appendFileSync(counts, `${what}\n`)

const executor: Executor = {
  render: ({ id }, inputs) => `${id}: ${JSON.stringify([...inputs.values()])}`,
  async execute(context, { id }, input) {
    if (shape === 'walk') {
      const key = context.key.slice('r/'.length)
      await context.step('part', async () => {
        count(`${key}/part`)
        await new Promise((resolve) => setTimeout(resolve, 1))
        return { result: 'part', tool: 't', input: null }
      })
      if (id === 'twice' && !failed.has(key)) {
        failed.add(key)
        throw new Error('not yet')
      }
      count(key)
      return { output: key }
    }
    for (const turn of ['turn-1', 'turn-2']) {
      await context.step(turn, async () => {
        count(`${id}/${turn}`)
        if (shape === 'wide') await new Promise((resolve) => setTimeout(resolve, 1))
        return { result: turn, model: 'm' }
      })
    }
    if (id === 'b') await context.retrying(2, 1, { message: 'once more', kind: 'unreachable' })
    count(id)
    if (id === 'fails') throw new Error('always')
    if (id === 'holds') await new Promise((_, reject) => context.signal.addEventListener('abort', () => reject(context.signal.reason as Error)))
    return { output: `${id} of ${JSON.stringify(input).length}` }
  },
}

const store = createSqliteStore({ file })
const onAppended = crashPoint(process.env['FAULT'])
const engine = createEngine({
  store,
  clock: systemClock,
  ids: createIds(),
  executor,
  owner: createOwner(),
  ...(onAppended && { onAppended }),
})

const request = { plan, definition: { text: 'text' }, options: { maxParallel: shape === 'wide' ? 4 : 1, schedule: 'levels' as const }, runId: 'r' }
try {
  const { ended } = mode === 'start' ? await engine.start(request) : await engine.resume('r')
  writeSync(1, 'begun\n')
  const state = await ended
  writeSync(1, `ended ${state.status}\n`)
} catch (cause) {
  writeSync(1, `refused ${(cause as Error).name}\n`)
}
await engine.close()
await store.close()
