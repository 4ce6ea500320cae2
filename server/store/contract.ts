import { describe, expect, it, onTestFinished } from 'vitest'
import { GENESIS, verifyChain, type Json, type RunEventBody } from '../../src/core/index.ts'
import { sha256 } from '../engine/digest.ts'
import { AppendConflict, type Owner, type RunStore } from '../engine/ports.ts'
import { createOwner } from './owner.ts'

const T0 = Date.UTC(2026, 10, 30, 8)

const created = {
  type: 'run.created',
  workflow: 'test',
  file: 'a.yaml',
  definition: { text: '', hash: '' },
  plan: { kind: 'levels', dialect: 'dag', name: 'test', nodes: [] },
  inputs: null,
  options: { maxParallel: 4, schedule: 'levels' },
} as const satisfies RunEventBody

const log = (message: string): RunEventBody => ({ type: 'log', message })

const output = (value: Json): RunEventBody => ({ type: 'node.completed', node: 'a', visit: 1, output: value, output_hash: '' })

export type StoreUnderTest = {
  readonly store: RunStore
  /** Another store on the same runs, where there can be one: as another process would have it. */
  readonly other?: RunStore
}

/** What every store must do. `make` gives a fresh one; the test closes it. */
export function describeRunStore(name: string, make: (alive?: (owner: Owner) => boolean) => Promise<StoreUnderTest>): void {
  async function open(alive?: (owner: Owner) => boolean): Promise<StoreUnderTest> {
    const under = await make(alive)
    onTestFinished(async () => {
      await under.store.close()
      await under.other?.close()
    })
    return under
  }

  describe(`${name}: the log`, () => {
    it('numbers, times and chains what is appended, and gives the same when it is read', async () => {
      const { store } = await open()
      const first = await store.append('r', 0, [created, { type: 'run.started' }], T0)
      const second = await store.append('r', 2, [log('x')], T0 + 1)
      const events = await store.read('r')
      expect(events).toEqual([...first, ...second])
      expect(events.map(({ v, run, seq, at }) => ({ v, run, seq, at }))).toEqual([
        { v: 1, run: 'r', seq: 1, at: '2026-11-30T08:00:00.000Z' },
        { v: 1, run: 'r', seq: 2, at: '2026-11-30T08:00:00.000Z' },
        { v: 1, run: 'r', seq: 3, at: '2026-11-30T08:00:00.001Z' },
      ])
      expect(events[0]?.prev).toBe(GENESIS.hash)
      expect(await store.head('r')).toMatchObject({ seq: 3, hash: events[2]?.hash })
      expect(verifyChain(events, sha256, { run: 'r', end: (await store.head('r'))! })).toMatchObject({ ok: true })
    })

    it('gives values back with their keys in the order in which they came', async () => {
      const { store } = await open()
      const output = { title: 'x', body: { z: 1, a: [{ c: 1, b: 2 }] }, '\ud800': 1, a: -1.5e-7 }
      await store.append('r', 0, [created, { type: 'node.completed', node: 'n', visit: 1, output, output_hash: '' }], T0)
      const [, event] = await store.read('r')
      expect(JSON.stringify(event?.type === 'node.completed' && event.output)).toBe(JSON.stringify(output))
      expect(verifyChain(await store.read('r'), sha256, { run: 'r', end: (await store.head('r'))! })).toMatchObject({ ok: true })
    })

    it('takes a time for each event', async () => {
      const { store } = await open()
      await store.append('r', 0, [created, log('x'), log('y')], [T0, T0 + 1, T0 + 5])
      expect((await store.read('r')).map(({ at }) => at.slice(-5))).toEqual(['.000Z', '.001Z', '.005Z'])
      await expect(store.append('r', 3, [log('x'), log('y')], [T0])).rejects.toThrow(RangeError)
      expect(await store.read('r')).toHaveLength(3)
    })

    it('refuses an append that does not follow the last event, and keeps nothing of it', async () => {
      const { store } = await open()
      await store.append('r', 0, [created], T0)
      await expect(store.append('r', 0, [log('late')], T0)).rejects.toThrow(AppendConflict)
      await expect(store.append('r', 5, [log('early'), log('early')], T0)).rejects.toMatchObject({ run: 'r', expected: 5, actual: 1 })
      await expect(store.append('new', 1, [log('early')], T0)).rejects.toMatchObject({ expected: 1, actual: 0 })
      expect(await store.read('r')).toHaveLength(1)
      expect(await store.exists('new')).toBe(false)
    })

    it('makes appends in the order of the calls, also those made before the first is durable', async () => {
      const { store } = await open()
      const order: number[] = []
      const appends = Array.from({ length: 50 }, (_, seq) =>
        store.append('r', seq, [seq === 0 ? created : log(`${seq}`)], T0).then((events) => void order.push(events[0]!.seq)),
      )
      await Promise.all(appends)
      expect(order).toEqual(Array.from({ length: 50 }, (_, place) => place + 1))
      expect((await store.read('r')).map((event) => event.seq)).toEqual(order)
    })

    it('lets exactly one of two writers win', async () => {
      const { store, other = store } = await open()
      await store.append('r', 0, [created], T0)
      const both = await Promise.allSettled([store.append('r', 1, [log('mine')], T0), other.append('r', 1, [log('theirs')], T0)])
      expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { name: 'AppendConflict' } })
      expect(await store.read('r')).toHaveLength(2)
    })

    it('refuses a value that is not JSON without harm to what is appended beside it', async () => {
      const { store } = await open()
      const [good, bad, after] = await Promise.allSettled([
        store.append('good', 0, [created], T0),
        store.append('bad', 0, [created, output(Number.NaN)], T0),
        store.append('good', 1, [log('x')], T0),
      ])
      expect([good.status, bad.status, after.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect(await store.exists('bad')).toBe(false)
      expect(await store.read('good')).toHaveLength(2)
    })

    it('reads in pages', async () => {
      const { store } = await open()
      await store.append('r', 0, [created, ...Array.from({ length: 9 }, (_, n) => log(`${n}`))], T0)
      expect((await store.read('r', 0, 4)).map((event) => event.seq)).toEqual([1, 2, 3, 4])
      expect((await store.read('r', 4, 4)).map((event) => event.seq)).toEqual([5, 6, 7, 8])
      expect((await store.read('r', 8, 4)).map((event) => event.seq)).toEqual([9, 10])
      expect(await store.read('r', 10, 4)).toEqual([])
      expect(await store.read('unknown')).toEqual([])
    })

    it('does not let go of a record to who reads or wrote it', async () => {
      const { store } = await open()
      const value = { list: ['a'] }
      const [written] = await store.append('r', 0, [created, output(value)], T0).then((events) => events.slice(1))
      value.list.push('b')
      const [, read] = await store.read('r')
      ;(read as unknown as { output: { list: string[] } }).output.list.push('c')
      expect((await store.read('r'))[1]).toMatchObject({ output: { list: ['a'] }, hash: written?.hash })
    })

    const hostile: readonly (readonly [string, Json])[] = [
      ['keys that name the prototype', JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":1},"toString":null}') as Json],
      ['NUL and control characters', 'a\u0000b\u0001\u001f\u007f\u2028'],
      ['lone surrogates', ['\ud800', 'x\udfff y', { '\udc00': '\ud83d' }]],
      ['numbers at the edges', [0, 1e21, 1e-7, 5e-324, Number.MAX_SAFE_INTEGER, 1.7976931348623157e308]],
      ['a string of 5 MB', 'ä'.repeat(5 * 1024 * 1024)],
      ['empty things', [{}, [], '', null, false]],
      ['keys in no order', { b: 1, a: 2, '10': 3, '9': 4, é: 5 }],
    ]
    it.each(hostile)('keeps %s as they were', async (_, value) => {
      const { store } = await open()
      await store.append('r', 0, [created, output(value)], T0)
      const events = await store.read('r')
      const kept = (events[1] as unknown as { output: Json }).output
      expect(JSON.stringify(kept) === JSON.stringify(value) || JSON.stringify(sorted(kept)) === JSON.stringify(sorted(value))).toBe(true)
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
      expect(verifyChain(events, sha256, { run: 'r' })).toMatchObject({ ok: true })
    })

    it('keeps apart runs whose names differ little', async () => {
      const { store } = await open()
      const names = ['a', 'A', 'a ', '1', '01', 'é', 'e\u0301', '__proto__', "'; DROP TABLE runs; --"]
      await Promise.all(names.map((name) => store.append(name, 0, [created, log(name)], T0)))
      for (const name of names) expect((await store.read(name))[1]).toMatchObject({ run: name, message: name })
      expect(await store.list()).toHaveLength(names.length)
    })

    it('takes appends to a thousand runs at once', async () => {
      const { store } = await open()
      const runs = Array.from({ length: 1_000 }, (_, n) => `r${n}`)
      await Promise.all(runs.map((run) => store.append(run, 0, [created, log(run)], T0)))
      expect(await store.list({ limit: 2_000 })).toHaveLength(1_000)
      for (const run of ['r0', 'r500', 'r999']) expect(verifyChain(await store.read(run), sha256, { run })).toMatchObject({ ok: true, head: { seq: 2 } })
    })
  })

  describe(`${name}: the list`, () => {
    it('shows the newest first, of one file where asked, as many as asked', async () => {
      const { store } = await open()
      await store.append('old', 0, [created], T0)
      await store.append('new', 0, [{ ...created, file: 'b.yaml' }], T0 + 2)
      await store.append('mid', 0, [created], T0 + 1)
      await store.append('mid2', 0, [created], T0 + 1)
      expect((await store.list()).map(({ run }) => run)).toEqual(['new', 'mid2', 'mid', 'old'])
      expect((await store.list({ file: 'a.yaml' })).map(({ run }) => run)).toEqual(['mid2', 'mid', 'old'])
      expect((await store.list({ limit: 2 })).map(({ run }) => run)).toEqual(['new', 'mid2'])
      expect(await store.list({ file: 'none.yaml' })).toEqual([])
    })

    it('tells what started each run, and gives those of one beginning where asked', async () => {
      const { store, other = store } = await open()
      await store.append('by-hand', 0, [{ ...created, started_by: 'editor' }], T0)
      await store.append('timed', 0, [{ ...created, started_by: 'cron' }], T0 + 1)
      await store.append('timed-too', 0, [{ ...created, file: 'b.yaml', started_by: 'cron' }], T0 + 2)
      await store.append('code', 0, [created], T0 + 3)
      await other.append('timed', 1, [{ type: 'run.started' }], T0 + 4)
      expect((await other.list()).map(({ run, started_by }) => [run, started_by])).toEqual([['code', undefined], ['timed-too', 'cron'], ['timed', 'cron'], ['by-hand', 'editor']])
      expect((await store.list({ startedBy: 'cron' })).map(({ run }) => run)).toEqual(['timed-too', 'timed'])
      expect((await store.list({ startedBy: 'cron', file: 'a.yaml' })).map(({ run }) => run)).toEqual(['timed'])
      expect((await store.list({ startedBy: 'cron', limit: 1 })).map(({ run }) => run)).toEqual(['timed-too'])
    })

    it('follows status, end and usage of a run, counting what a visit used once', async () => {
      const { store, other = store } = await open()
      const called: RunEventBody = { type: 'model.called', node: 'a', visit: 1, key: 'a#1/turn-1', model: 'm', result: 'x', usage: { input: 10, output: 5, cost: 0.5 }, duration: 1 }
      await store.append('r', 0, [created, { type: 'run.started' }, called], T0)
      expect(await store.list()).toEqual([
        { run: 'r', workflow: 'test', file: 'a.yaml', status: 'running', created_at: '2026-11-30T08:00:00.000Z', usage: { input: 10, output: 5, cost: 0.5 } },
      ])
      // Also when another process goes on with it.
      await other.append('r', 3, [{ type: 'node.completed', node: 'a', visit: 1, output: 'x', output_hash: '', usage: { input: 12, output: 5, cost: 0.75 } }], T0)
      await store.append('r', 4, [{ type: 'run.completed' }], T0 + 5)
      expect(await store.list()).toMatchObject([{ status: 'completed', ended_at: '2026-11-30T08:00:00.005Z', usage: { input: 12, output: 5, cost: 0.75 } }])
      expect(await store.head('r')).toMatchObject({ seq: 5, status: 'completed' })
      await other.append('r', 5, [{ type: 'run.resumed', restored: 1 }], T0 + 6)
      const [row] = await store.list()
      expect(row?.status).toBe('running')
      expect(row).not.toHaveProperty('ended_at')
    })
  })

  describe(`${name}: leases`, () => {
    it('gives a run to one owner, who may renew', async () => {
      const { store, other = store } = await open()
      const [mine, theirs] = [createOwner(), createOwner()]
      expect(await store.owner('r')).toBeNull()
      expect(await store.acquire('r', mine)).toEqual({ held: true })
      expect(await store.acquire('r', mine)).toEqual({ held: true })
      expect(await other.acquire('r', theirs)).toEqual({ held: false, by: mine })
      expect(await other.owner('r')).toEqual(mine)
      await other.release('r', theirs)
      expect(await store.owner('r')).toEqual(mine)
      await store.release('r', mine)
      expect(await store.owner('r')).toBeNull()
      expect(await other.acquire('r', theirs)).toEqual({ held: true })
    })

    it('lets exactly one of many who come at once have it', async () => {
      const { store, other = store } = await open()
      const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? store : other).acquire('r', createOwner())))
      expect(answers.filter(({ held }) => held)).toHaveLength(1)
    })

    it('replaces an owner that is dead at once', async () => {
      const dead = createOwner()
      const { store } = await open((owner) => owner.token !== dead.token)
      await store.acquire('r', dead)
      expect(await store.owner('r')).toBeNull()
      const mine = createOwner()
      expect(await store.acquire('r', mine)).toEqual({ held: true })
      // The dead one, should it rise, takes nothing away.
      await store.release('r', dead)
      expect(await store.owner('r')).toEqual(mine)
    })
  })

  describe(`${name}: inbox and watch`, () => {
    it('gives messages in order, from a cursor, to their run only', async () => {
      const { store, other = store } = await open()
      await other.post('r', { type: 'cancel', by: 'first' })
      await store.post('s', { type: 'cancel', by: 'elsewhere' })
      await store.post('r', { type: 'cancel', by: 'second' })
      const all = await store.inbox('r', 0)
      expect(all.map(({ type, by }) => ({ type, by }))).toEqual([
        { type: 'cancel', by: 'first' },
        { type: 'cancel', by: 'second' },
      ])
      expect(await store.inbox('r', all[0]!.id)).toEqual([all[1]])
      expect(await store.inbox('r', all[1]!.id)).toEqual([])
    })

    it('tells of changes, of one run or of all, until it is told to stop', async () => {
      const { store } = await open()
      const heard: string[] = []
      const stop = store.watch('r', (run, change) => heard.push(`one ${run} ${change}`))
      const stopAll = store.watch(null, (run, change) => heard.push(`all ${run} ${change}`))
      await store.append('r', 0, [created], T0)
      await store.append('s', 0, [created], T0)
      await store.post('r', { type: 'cancel', by: 'x' })
      stop()
      await store.append('r', 1, [log('x')], T0)
      stopAll()
      await store.append('r', 2, [log('y')], T0)
      expect(heard).toEqual(['one r events', 'all r events', 'all s events', 'one r inbox', 'all r inbox', 'all r events'])
    })

    it('has what it tells of', async () => {
      const { store } = await open()
      const seen: Promise<number>[] = []
      store.watch('r', () => seen.push(store.read('r').then((events) => events.length)))
      await store.append('r', 0, [created, log('x')], T0)
      expect(await Promise.all(seen)).toEqual([2])
    })

    it('survives a listener that throws', async () => {
      const { store } = await open()
      const heard: string[] = []
      store.watch('r', () => {
        throw new Error('listener')
      })
      store.watch('r', (run) => heard.push(run))
      await expect(store.append('r', 0, [created], T0)).resolves.toHaveLength(1)
      expect(heard).toEqual(['r'])
    })
  })
}

/** Order of keys is not kept, nor promised. */
function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map((one: Json) => sorted(one))
  if (value === null || typeof value !== 'object') return value
  return Object.entries(value)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner as Json)])
}
