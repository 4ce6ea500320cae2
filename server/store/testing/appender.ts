import { writeSync } from 'node:fs'
import type { RunEventBody } from '../../../src/core/index.ts'
import { createOwner } from '../owner.ts'
import { createSqliteStore } from '../sqlite.ts'

/** Appends to several runs at once, without end, and prints what was acknowledged: run, number, hash. */
const [file = '', lanes = '4', size = '100'] = process.argv.slice(2)

const created: RunEventBody = {
  type: 'run.created',
  workflow: 'test',
  definition: { text: '', hash: '' },
  plan: { kind: 'levels', dialect: 'dag', name: 'test', nodes: [] },
  inputs: null,
  options: { maxParallel: 4, schedule: 'levels' },
}

const store = createSqliteStore({ file })
const print = (line: string): void => void writeSync(1, `${line}\n`)

async function lane(run: string): Promise<void> {
  await store.acquire(run, createOwner())
  for (let seq = 0; ; ) {
    const bodies: RunEventBody[] = seq === 0 ? [created] : [{ type: 'log', message: 'x'.repeat(Number(size)) }, { type: 'log', message: `${seq}` }]
    const events = await store.append(run, seq, bodies, Date.now())
    for (const event of events) print(`ack ${run} ${event.seq} ${event.hash}`)
    seq += events.length
  }
}

await Promise.all(Array.from({ length: Number(lanes) }, (_, n) => lane(`r${n}`)))
