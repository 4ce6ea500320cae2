import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LevelsPlan, PlanNode } from '../src/core/index.ts'
import { createEngine, createIds, systemClock, type Executor, type RunStore } from '../server/engine/index.ts'
import { createMemoryStore } from '../server/store/memory.ts'
import { createOwner } from '../server/store/owner.ts'
import { createSqliteStore } from '../server/store/sqlite.ts'
import { perSecond, type Table } from './table.ts'

const OUTPUT = 'x'.repeat(1000)

/** Does nothing and gives one kilobyte: what is measured is the engine and the log. */
const idle: Executor = {
  render: () => null,
  execute: () => Promise.resolve({ output: OUTPUT }),
}

function node(id: string, needs: readonly string[]): PlanNode {
  return { id, needs, work: { type: 'prompt', kind: 'agent', prompt: 'p', routes: [], output_format: '', max_turns: 0, tools: [] } }
}

const plan = (nodes: readonly PlanNode[]): LevelsPlan => ({ kind: 'levels', dialect: 'dag', name: 'bench', nodes })

const chain = (count: number) => plan(Array.from({ length: count }, (_, n) => node(`n${n}`, n === 0 ? [] : [`n${n - 1}`])))
const fan = (count: number) => plan(Array.from({ length: count }, (_, n) => node(`n${n}`, [])))
const layers = (depth: number, width: number) =>
  plan(Array.from({ length: depth * width }, (_, n) => node(`n${n}`, n < width ? [] : Array.from({ length: width }, (_, i) => `n${Math.floor(n / width - 1) * width + i}`))))

const SHAPES: readonly (readonly [string, LevelsPlan, number])[] = [
  ['chain of 1,000', chain(1000), 4],
  ['fan-out of 1,000, 4 at once', fan(1000), 4],
  ['fan-out of 1,000, 64 at once', fan(1000), 64],
  ['100 levels x 10', layers(100, 10), 10],
  ['chain of 10,000', chain(10_000), 4],
]

async function take(store: RunStore, shape: LevelsPlan, maxParallel: number): Promise<number> {
  const engine = createEngine({ store, clock: systemClock, ids: createIds(), executor: idle, owner: createOwner() })
  const began = performance.now()
  const handle = await engine.start({ plan: shape, definition: { text: '' }, options: { maxParallel, schedule: 'levels' } })
  const state = await handle.ended
  const took = performance.now() - began
  if (state.status !== 'completed') throw new Error(`the run ended as ${state.status}`)
  await engine.close()
  return took
}

export async function measure(): Promise<Table> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'))
  const rows: string[][] = []
  for (const [name, shape, maxParallel] of SHAPES) {
    const memory = await take(createMemoryStore(), shape, maxParallel)
    const store = createSqliteStore({ file: join(folder, `${rows.length}.db`) })
    const sqlite = await take(store, shape, maxParallel)
    await store.close()
    rows.push([name, perSecond(shape.nodes.length, memory), perSecond(shape.nodes.length, sqlite)])
  }
  rmSync(folder, { recursive: true, force: true })
  return {
    title: 'The engine: durable nodes a second',
    columns: ['run', 'in memory', 'SQLite, `normal`'],
    rows,
    notes: ['No-op nodes with 1 kB of output; every node is scheduled, started and completed in the log, hash-chained.'],
  }
}
