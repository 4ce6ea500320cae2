import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/core/index.ts'
import { createMemoryStore } from '../store/memory.ts'
import { createDurable, type Durable } from './durable.ts'
import { openLog } from './log.ts'
import type { Clock, RunStore } from './ports.ts'
import { createRecords } from './records.ts'

/** One attempt at a run: reads what is in the log, as a new process would. */
async function attempt(store: RunStore, clock: Clock, scope: { readonly node: string; readonly visit: number } | null = null): Promise<{ readonly durable: Durable; readonly abort: AbortController }> {
  const records = createRecords()
  const events = await store.read('r')
  for (const event of events) records.add(event)
  const log = openLog({ store, run: 'r', clock, seq: events.length, onRecorded: () => {}, onBroken: () => {} })
  const abort = new AbortController()
  return { durable: createDurable({ log, records, clock, scope: scope && { ...scope, part: `${scope.node}#${scope.visit}` }, signal: abort.signal }), abort }
}

const fakeClock = (): Clock & { time: number; readonly slept: number[] } => {
  const clock = {
    time: 1_000,
    slept: [] as number[],
    now: () => clock.time,
    async sleep(ms: number) {
      clock.slept.push(ms)
      clock.time += ms
    },
  }
  return clock
}

const record = (key: string) => (result: Json) => ({ type: 'step.recorded' as const, key, result })

describe('a durable step', () => {
  it('does its work once, in this attempt and in all that follow', async () => {
    const store = createMemoryStore()
    let calls = 0
    const work = async () => ({ result: { n: (calls += 1) }, event: record('k') })
    const { durable } = await attempt(store, fakeClock())
    expect(await Promise.all([durable.step('k', work), durable.step('k', work)])).toEqual([{ n: 1 }, { n: 1 }])
    expect(await durable.step('k', work)).toEqual({ n: 1 })
    const again = await attempt(store, fakeClock())
    expect(await again.durable.step('k', work)).toEqual({ n: 1 })
    expect(calls).toBe(1)
    expect(await store.read('r')).toHaveLength(1)
  })

  it('is in the log before its result is given', async () => {
    const store = createMemoryStore()
    const { durable } = await attempt(store, fakeClock())
    await durable.step('k', async () => ({ result: 1, event: record('k') }))
    expect(await store.read('r')).toMatchObject([{ type: 'step.recorded', key: 'k', result: 1 }])
  })

  it('that fails records nothing, and may be tried again', async () => {
    const store = createMemoryStore()
    const { durable } = await attempt(store, fakeClock())
    await expect(durable.step('k', async () => Promise.reject(new Error('x')))).rejects.toThrow('x')
    await expect(durable.step('k', async () => ({ result: (() => 1) as unknown as Json, event: record('k') }))).rejects.toThrow("a step's result is not JSON: it is a function")
    expect(await durable.step('k', async () => ({ result: 2, event: record('k') }))).toBe(2)
    expect(await store.read('r')).toHaveLength(1)
  })

  it('does not begin when the run is to stop, but one that is recorded is still given', async () => {
    const store = createMemoryStore()
    await (await attempt(store, fakeClock())).durable.step('old', async () => ({ result: 1, event: record('old') }))
    const { durable, abort } = await attempt(store, fakeClock())
    abort.abort(new Error('stop'))
    await expect(durable.step('new', async () => ({ result: 2, event: record('new') }))).rejects.toThrow('stop')
    expect(await durable.step('old', async () => ({ result: 3, event: record('old') }))).toBe(1)
  })

  it('of one node is not that of another whose id ends alike', async () => {
    const store = createMemoryStore()
    const value = async (scope: { node: string; visit: number }, key: string, result: number): Promise<Json> => {
      const { durable } = await attempt(store, fakeClock(), scope)
      return durable.step(key, async () => ({ result, event: (made) => ({ type: 'step.recorded', key: `${scope.node}#${scope.visit}/${key}`, result: made, ...scope }) }))
    }
    expect(await value({ node: 'a', visit: 1 }, 'x#1/y', 1)).toBe(1)
    expect(await value({ node: 'a#1/x', visit: 1 }, 'y', 2)).toBe(2)
    expect(await value({ node: 'a', visit: 2 }, 'x#1/y', 3)).toBe(3)
    expect(await value({ node: 'a', visit: 1 }, 'x#1/y', 4)).toBe(1)
  })
})

describe('durable time', () => {
  it('is the time of the first attempt', async () => {
    const store = createMemoryStore()
    const clock = fakeClock()
    expect(await (await attempt(store, clock)).durable.now('today')).toBe(1_000)
    clock.time = 9_000
    const { durable } = await attempt(store, clock)
    expect(await durable.now('today')).toBe(1_000)
    expect(await durable.now('tomorrow')).toBe(9_000)
  })

  it('waits only for what is left of a wait', async () => {
    const store = createMemoryStore()
    const first = fakeClock()
    const { durable } = await attempt(store, { ...first, sleep: async () => Promise.reject(new Error('crash')) })
    await expect(durable.sleep('pause', 500)).rejects.toThrow('crash')
    const later = fakeClock()
    later.time = 1_300
    await (await attempt(store, later)).durable.sleep('pause', 500)
    expect(later.slept).toEqual([200])
    later.time = 2_000
    await (await attempt(store, later)).durable.sleep('pause', 500)
    expect(later.slept).toEqual([200])
  })
})
