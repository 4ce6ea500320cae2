import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NodeDelta, RunEvent } from '../../src/core/index.ts'
import { parseCursor, workspaceMessageSchema } from '../../src/protocol/index.ts'
import { type EventReader, readEvents } from './testing/event-reader.ts'
import { CHAIN, echo, type Running, startServer } from './testing/harness.ts'

let server: Running
let readers: EventReader[]
let finish: () => void

/** 200 nodes that need nothing, 8 at once: about 600 events. */
const WIDE = `name: wide\nnodes:\n${Array.from({ length: 200 }, (_, index) => `  - {id: n${index}, prompt: p}`).join('\n')}\n`

beforeEach(async () => {
  readers = []
  const finished = new Promise<void>((resolve) => (finish = resolve))
  server = await startServer({
    files: { 'a.yaml': CHAIN, 'wide.yaml': WIDE },
    streamPace: { heartbeat: 50, stall: 5_000 },
    executor: {
      render: echo.render,
      async execute(context, node) {
        context.delta(`${node.id} `)
        context.delta('goes')
        if (context.run.startsWith('slow') && node.id === 'b') await finished
        if (context.run.startsWith('wide')) await sleep(12)
        if (context.run.startsWith('fails') && node.id === 'b' && !isDone) throw new Error('no luck')
        return { output: `did ${node.id}` }
      },
    },
  })
})
let isDone = false
afterEach(async () => {
  isDone = false
  finish()
  for (const reader of readers) reader.close()
  await server.close()
})

async function startRun(runId: string, file = 'a.yaml'): Promise<void> {
  const etag = String((await server.ask({ path: `/api/files/${file}` })).headers.etag)
  const answer = await server.ask({ method: 'POST', path: '/api/runs', body: { file, etag, runId, options: { maxParallel: 8 } } })
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
}

async function openStream(path: string, headers: { readonly [name: string]: string } = {}): Promise<EventReader> {
  const incoming = await server.open({ path, headers })
  expect(incoming.statusCode).toBe(200)
  const reader = readEvents(incoming)
  readers.push(reader)
  return reader
}

const follow = (run: string, after?: number | string, headers = {}) => openStream(`/api/runs/${run}/events${after === undefined ? '' : `?after=${after}`}`, headers)
const durable = (reader: EventReader) => reader.events.filter(({ id }) => id !== undefined)
const seqs = (reader: EventReader) => durable(reader).map(({ data }) => Number(data.seq))
const upTo = (last: number, first = 1) => Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
const ended = (run: string) => vi.waitFor(async () => expect((await server.engine.state(run))?.status).toMatch(/completed|failed|cancelled/), { timeout: 10_000, interval: 20 })
const lastSeq = async (run: string) => (await server.engine.state(run))?.seq ?? 0

describe('the stream of one run', () => {
  it('begins with the status, gives every event once with its number, and ends after the last', async () => {
    await startRun('r1')
    const reader = await follow('r1')
    await reader.ended
    const last = await lastSeq('r1')
    expect(reader.events[0]).toMatchObject({ type: 'run.status', data: { run: 'r1', seq: expect.any(Number) } })
    expect([seqs(reader), durable(reader).at(-1)?.type]).toEqual([upTo(last), 'run.completed'])
    for (const { type, id, data } of reader.events) {
      expect(data.type).toBe(type)
      expect(id).toBe(data.seq !== undefined && type !== 'run.status' ? `${Number(data.seq)}` : undefined)
      expect(workspaceMessageSchema.safeParse(data).success).toBe(true)
    }
  })

  it('gives live text without a number', async () => {
    await startRun('slow-1')
    const reader = await follow('slow-1')
    const live = await reader.until(({ type, data }) => type === 'node.output' && data.node === 'b')
    expect(live.id).toBeUndefined()
    expect((await server.engine.state('slow-1'))?.status).toBe('running')
    finish()
    await reader.ended
  })

  it('goes on from the last event that was received, by header or by address; the header wins', async () => {
    await startRun('r1')
    await ended('r1')
    const last = await lastSeq('r1')
    for (const [after, headers] of [[3, {}], [undefined, { 'last-event-id': '3' }], [1, { 'last-event-id': '3' }]] as const) {
      const reader = await follow('r1', after, headers)
      await reader.ended
      expect(seqs(reader)).toEqual(upTo(last, 4))
    }
  })

  it('answers 204 to who has all of a finished run, so that a browser stops asking', async () => {
    await startRun('r1')
    await ended('r1')
    const last = await lastSeq('r1')
    expect((await server.ask({ path: `/api/runs/r1/events?after=${last}` })).status).toBe(204)
    expect((await server.ask({ path: '/api/runs/r1/events', headers: { 'last-event-id': String(last) } })).status).toBe(204)
  })

  it('gives all of the run to who comes with a number of another one', async () => {
    await startRun('r1')
    await ended('r1')
    const last = await lastSeq('r1')
    for (const id of ['4500', 'r9:20', 'NaN', '-1', '1.5', '1e3', ' ', '9999999999999999999']) {
      const reader = await follow('r1', undefined, { 'last-event-id': id })
      await reader.ended
      expect([id, seqs(reader)]).toEqual([id, upTo(last)])
    }
  })

  it.each(['NaN', '-1', '1.5', 'x', '', '1e3', '9999999999999999999', '0x1', 'Infinity'])('refuses to go on after "%s"', async (after) => {
    await startRun('r1')
    expect((await server.ask({ path: `/api/runs/r1/events?after=${after}` })).status).toBe(400)
  })

  it('has no gap and no double where the record meets what happens now, whenever one comes', async () => {
    await startRun('wide-1', 'wide.yaml')
    const all: { readonly reader: EventReader; readonly after: number }[] = []
    while (((await server.engine.state('wide-1'))?.status ?? '') === 'running') {
      const now = await lastSeq('wide-1')
      for (const after of [0, Math.floor(now / 2), Math.max(0, now - 1), now]) all.push({ reader: await follow('wide-1', after), after })
    }
    await Promise.all(all.map(({ reader }) => reader.ended))
    const last = await lastSeq('wide-1')
    expect([all.length > 8, last > 400]).toEqual([true, true])
    for (const { reader, after } of all) expect(seqs(reader)).toEqual(upTo(last, after + 1))
  })

  it('survives being cut again and again: the pieces are the whole', async () => {
    await startRun('wide-2', 'wide.yaml')
    const received: number[] = []
    for (let cut = 0; ; cut++) {
      const answer = await server.open({ path: '/api/runs/wide-2/events', headers: { 'last-event-id': String(received.at(-1) ?? 0) } })
      if (answer.statusCode === 204) break
      const reader = readEvents(answer)
      const until = (received.at(-1) ?? 0) + 37
      await Promise.race([reader.ended, reader.until(({ data, id }) => id !== undefined && Number(data.seq) >= until).catch(() => undefined)])
      reader.close()
      received.push(...seqs(reader))
      expect(cut).toBeLessThan(500)
    }
    expect(received).toEqual(upTo(await lastSeq('wide-2')))
  })

  it('shows signs of life while a node is silent', async () => {
    await startRun('slow-2')
    const reader = await follow('slow-2')
    await vi.waitFor(() => expect(reader.comments.length).toBeGreaterThan(2), { timeout: 3_000 })
    expect((await server.engine.state('slow-2'))?.status).toBe('running')
  })

  it('waits with a run whose owner died, and goes on when somebody resumes it', async () => {
    const log = (seq: number, type: 'run.interrupted' | 'run.completed'): RunEvent => ({ type, reason: 'its owner died', v: 1, run: 'r', seq, at: '2026-11-30T08:00:00.000Z', hash: '', prev: '' })
    const events = [log(1, 'run.interrupted')]
    const ring = new Set<() => void>()
    const base = followingOnly(events)
    const restarted = await startServer({
      engine: { ...base, state: async (run) => ({ ...(await base.state(run))!, status: events.length === 1 ? 'interrupted' : 'completed', seq: events.length }) },
      watchRuns: (_, onChange) => {
        const call = () => onChange('r', 'events')
        ring.add(call)
        return () => ring.delete(call)
      },
    })
    try {
      const reader = readEvents(await restarted.open({ path: '/api/runs/r/events?after=1' }))
      expect((await reader.until(({ type }) => type === 'run.status')).data.status).toBe('interrupted')
      await vi.waitFor(() => expect(ring.size).toBe(1))
      events.push(log(2, 'run.completed'))
      for (const call of ring) call()
      await reader.ended
      expect(seqs(reader)).toEqual([2])
      await vi.waitFor(() => expect(ring.size).toBe(0))
    } finally {
      await restarted.close()
    }
  })

  it('ends at a failure, and goes on for who comes back after a resume', async () => {
    await startRun('fails-1')
    const first = await follow('fails-1')
    await first.ended
    expect(durable(first).at(-1)?.type).toBe('run.failed')
    isDone = true
    await server.ask({ method: 'POST', path: '/api/runs/fails-1/resume', body: {} })
    const second = await follow('fails-1', seqs(first).at(-1))
    await second.ended
    expect(durable(second).map(({ type }) => type)).toEqual(expect.arrayContaining(['run.resumed', 'node.completed', 'run.completed']))
    expect([...seqs(first), ...seqs(second)]).toEqual(upTo(await lastSeq('fails-1')))
  })
})

describe('many streams', () => {
  it('two hundred of a thousand events each lose nothing, and all are gone afterwards', async () => {
    const events = Array.from({ length: 1_000 }, (_, index): RunEvent => ({ type: 'log', message: 'x'.repeat(100), v: 1, run: 'big', seq: index + 1, at: '2026-11-30T08:00:00.000Z', hash: '', prev: '' }))
    const busy = await startServer({ engine: followingOnly(events) })
    try {
      const all = await Promise.all(Array.from({ length: 200 }, async (_, index) => readEvents(await busy.open({ path: `/api/runs/big/events?after=${index}` }))))
      await Promise.all(all.map(({ ended }) => ended))
      for (const [index, reader] of all.entries()) expect(seqs(reader)).toEqual(upTo(1_000, index + 1))
      await vi.waitFor(() => expect(busy.app.streams.size).toBe(0))
    } finally {
      await busy.close()
    }
  })

  it('stops following for a client that left', async () => {
    const signals: AbortSignal[] = []
    const quiet = await startServer({
      engine: {
        ...followingOnly([]),
        async *follow(_run: string, _after: number, signal: AbortSignal): AsyncGenerator<RunEvent | NodeDelta> {
          signals.push(signal)
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
          yield* []
        },
      },
    })
    try {
      const incoming = await quiet.open({ path: '/api/runs/big/events' })
      await vi.waitFor(() => expect(signals).toHaveLength(1))
      incoming.destroy()
      await vi.waitFor(() => expect([signals[0]?.aborted, quiet.app.streams.size]).toEqual([true, 0]))
    } finally {
      await quiet.close()
    }
  })
})

/** An engine that knows one finished run. */
function followingOnly(events: readonly RunEvent[]): Running['engine'] {
  const unused = () => Promise.reject(new Error('not asked here'))
  return {
    start: unused,
    resume: unused,
    cancel: unused,
    list: async () => [],
    state: async (run) => ({
      run, status: 'completed', workflow: 'w', definitionHash: '', plan: null, options: null, inputs: null, nodes: {}, order: [], visits: [], taken: [], created_at: '', usage: { input: 0, output: 0 }, attempts: 1, restored: 0, seq: 1_000_000, head: '',
    }),
    async *follow(_, after) {
      for (const event of events.slice(after)) yield event
    },
    close: async () => undefined,
  }
}

describe('the stream of a page', () => {
  const page = (query = '', headers = {}) => openStream(`/api/events${query}`, headers)

  it('begins with what is on disk, and tells what changes there', async () => {
    const reader = await page()
    const hello = await reader.until(({ type }) => type === 'hello')
    expect(hello.data).toMatchObject({ version: '1.2.3', files: [{ path: 'a.yaml' }, { path: 'wide.yaml' }] })
    await writeFile(join(server.folder, 'a.yaml'), CHAIN.replace('first', 'changed'))
    const changed = await reader.until(({ type }) => type === 'file.changed')
    expect(changed.data).toEqual({ type: 'file.changed', path: 'a.yaml', etag: String((await server.ask({ path: '/api/files/a.yaml' })).headers.etag) })
    await rm(join(server.folder, 'a.yaml'))
    expect((await reader.until(({ type, data }) => type === 'file.changed' && data.etag === null)).data.path).toBe('a.yaml')
  })

  it('names the page that saved, for the others', async () => {
    const reader = await page()
    await reader.until(({ type }) => type === 'hello')
    const etag = String((await server.ask({ path: '/api/files/a.yaml' })).headers.etag)
    await server.ask({ method: 'PUT', path: '/api/files/a.yaml', headers: { 'if-match': etag, 'heddle-client': 'page-7' }, body: { text: 'name: x\n' } })
    expect((await reader.until(({ type }) => type === 'file.changed')).data.client).toBe('page-7')
  })

  it('follows the runs that it is asked for, each from its own cursor, and tells how all stand', async () => {
    await startRun('r1')
    await ended('r1')
    await startRun('slow-1')
    const reader = await page('?run=r1:3&run=slow-1')
    await reader.until(({ type, data }) => type === 'node.started' && data.run === 'slow-1' && data.node === 'b')
    await startRun('r2')
    expect((await reader.until(({ type, data }) => type === 'run.changed' && (data.summary as { run: string }).run === 'r2')).data).toMatchObject({ summary: { file: 'a.yaml' } })
    finish()
    await reader.until(({ type, data }) => type === 'run.completed' && data.run === 'slow-1')
    const of = (run: string) => durable(reader).filter(({ data }) => data.run === run).map(({ data }) => Number(data.seq))
    expect([of('r1'), of('slow-1'), of('r2')]).toEqual([upTo(await lastSeq('r1'), 4), upTo(await lastSeq('slow-1')), []])
    await reader.until(({ type, data }) => type === 'run.changed' && JSON.stringify(data).includes('slow-1'))
  })

  it('goes on where it was cut, for every run, from the id of the last event', async () => {
    await startRun('r1')
    await startRun('r2')
    const first = await page('?run=r1&run=r2')
    await first.until(({ data }) => data.run === 'r2' && Number(data.seq) >= 4)
    first.close()
    await Promise.all([ended('r1'), ended('r2')])
    const id = durable(first).at(-1)?.id ?? ''
    expect(parseCursor(id).map(({ run }) => run)).toEqual(['r1', 'r2'])
    const second = await page('?run=r1&run=r2', { 'last-event-id': id })
    for (const run of ['r1', 'r2']) await vi.waitFor(async () => expect([...durable(first), ...durable(second)].filter(({ data }) => data.run === run).map(({ data }) => data.seq)).toEqual(upTo(await lastSeq(run))))
  })

  it('shows at once how a run ended while the page was away', async () => {
    await startRun('r1')
    await ended('r1')
    const reader = await page(`?run=r1:${await lastSeq('r1')}`)
    expect((await reader.until(({ type }) => type === 'run.status')).data).toEqual({ type: 'run.status', run: 'r1', status: 'completed', seq: await lastSeq('r1') })
    await sleep(100)
    expect(durable(reader)).toEqual([])
  })

  it('says that a run is unknown, and gives a run anew whose cursor is beyond it', async () => {
    await startRun('r1')
    await ended('r1')
    const reader = await page('?run=gone:45&run=r1:45')
    expect((await reader.until(({ type }) => type === 'run.unknown')).data.run).toBe('gone')
    await reader.until(({ type }) => type === 'run.completed')
    expect(seqs(reader)).toEqual(upTo(await lastSeq('r1')))
  })

  it('stays open after a run ended, and goes on when it is resumed', async () => {
    await startRun('fails-1')
    const reader = await page('?run=fails-1')
    await reader.until(({ type }) => type === 'run.failed')
    isDone = true
    await server.ask({ method: 'POST', path: '/api/runs/fails-1/resume', body: {} })
    await reader.until(({ type }) => type === 'run.completed')
    expect(seqs(reader)).toEqual(upTo(await lastSeq('fails-1')))
  })

  it('refuses hostile lists of runs', async () => {
    for (const query of ['?run=../x', '?run=a%00b', `?${Array.from({ length: 33 }, (_, index) => `run=r${index}`).join('&')}`]) {
      expect((await server.ask({ path: `/api/events${query}` })).status).toBe(400)
    }
  })

  it('lets go of everything when the page leaves', async () => {
    await startRun('slow-1')
    const reader = await page('?run=slow-1')
    await reader.until(({ type }) => type === 'run.status')
    reader.close()
    await vi.waitFor(() => expect(server.app.streams.size).toBe(0))
  })
})
