import { createMemoryStore } from '../../store/memory.ts'
import { createOwner } from '../../store/owner.ts'
import { systemClock } from '../clock.ts'
import { createEngine, type EngineOptions } from '../engine.ts'
import { createIds } from '../ids.ts'
import type { Engine, Executor, RunStore } from '../ports.ts'
import type { Json, Plan, RunEvent, RunOptions, RunState } from '../../../src/core/index.ts'

/** An engine on a store in memory, with everything that a test may want to change. */
export function engineOn(executor: Executor, options: Partial<EngineOptions> = {}): { readonly engine: Engine; readonly store: RunStore } {
  const store = options.store ?? createMemoryStore()
  const engine = createEngine({ store, clock: systemClock, ids: createIds(systemClock), executor, owner: createOwner(), ...options })
  return { engine, store }
}

export const fourAtOnce: RunOptions = { maxParallel: 4, schedule: 'levels' }

/** Runs a plan to its end. */
export async function runPlan(
  plan: Plan,
  executor: Executor,
  { options = fourAtOnce, inputs, ...engineOptions }: Partial<EngineOptions> & { readonly options?: RunOptions; readonly inputs?: Json } = {},
): Promise<{ readonly state: RunState; readonly events: readonly RunEvent[]; readonly engine: Engine; readonly store: RunStore }> {
  const { engine, store } = engineOn(executor, engineOptions)
  const { run, ended } = await engine.start({ plan, definition: { text: 'text' }, options, ...(inputs === undefined ? {} : { inputs }) })
  const state = await ended
  return { state, events: await store.read(run), engine, store }
}
