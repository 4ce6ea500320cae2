import { appendFileSync, writeSync } from 'node:fs'
import type { LevelsPlan, PlanNode } from '../../../src/core/index.ts'
import { createOwner } from '../../store/owner.ts'
import { createSqliteStore } from '../../store/sqlite.ts'
import { systemClock } from '../clock.ts'
import { createEngine } from '../engine.ts'
import { faultPoint } from '../fault-point.ts'
import { createIds } from '../ids.ts'
import type { Executor } from '../ports.ts'

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
const plan: LevelsPlan = { kind: 'levels', dialect: 'dag', name: 'crash', nodes: plans[shape] ?? [] }

const count = (what: string): void => appendFileSync(counts, `${what}\n`)

const executor: Executor = {
  render: ({ id }, inputs) => `${id}: ${JSON.stringify([...inputs.values()])}`,
  async execute(context, { id }, input) {
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
const engine = createEngine({
  store,
  clock: systemClock,
  ids: createIds(),
  executor,
  owner: createOwner(),
  ...faultPoint(process.env['FAULT'], () => process.kill(process.pid, 'SIGKILL')),
})

const request = { plan: shape === 'holds' ? { ...plan, nodes: [node('holds', [])] } : plan, definition: { text: 'text' }, options: { maxParallel: shape === 'wide' ? 4 : 1, schedule: 'levels' as const }, runId: 'r' }
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
