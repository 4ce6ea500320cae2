import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { StreamListener } from '../state/index.ts'
import { createClient } from './client.ts'
import { send, type Fetch } from './request.ts'
import { followStream, type Source } from './stream.ts'

const answer = (status: number, body: unknown): Fetch => () => Promise.resolve(new Response(body === undefined ? null : JSON.stringify(body), { status }))

describe('a request', () => {
  const schema = z.object({ n: z.number() })

  it('gives what the server says, read by its shape', async () => {
    expect(await send(answer(200, { n: 1 }), { method: 'GET', url: '/x' }, schema)).toEqual({ ok: true, value: { n: 1 } })
  })

  it('turns problem details into a failure with a code', async () => {
    const problem = { type: 'urn:heddle:problem:file-exists', title: 'There is one', status: 409, detail: 'a.yaml exists.' }
    expect(await send(answer(409, problem), { method: 'GET', url: '/x' }, schema)).toMatchObject({ ok: false, failure: { kind: 'problem', code: 'file-exists', message: 'a.yaml exists.' } })
  })

  it('never throws: no answer, half an answer, an answer of another shape', async () => {
    const away: Fetch = () => Promise.reject(new TypeError('Failed to fetch'))
    expect(await send(away, { method: 'GET', url: '/x' }, schema)).toMatchObject({ failure: { kind: 'offline' } })
    expect(await send(() => Promise.resolve(new Response('{"n":')), { method: 'GET', url: '/x' }, schema)).toMatchObject({ failure: { kind: 'nonsense' } })
    expect(await send(answer(200, { n: 'one' }), { method: 'GET', url: '/x' }, schema)).toMatchObject({ failure: { kind: 'nonsense' } })
    expect(await send(answer(502, undefined), { method: 'GET', url: '/x' }, schema)).toMatchObject({ failure: { kind: 'offline' } })
  })

  it('that writes a file says which version it is based on', async () => {
    const seen: RequestInit[] = []
    const client = createClient(
      (_url, init) => {
        seen.push(init)
        return Promise.resolve(new Response(JSON.stringify({ path: 'a b.yaml', etag: '"2"', size: 1, modified: '' })))
      },
      () => ({ watch() {}, close() {} }),
      'page-1',
    )
    expect(await client.saveFile('a b.yaml', 'text', '"1"')).toMatchObject({ ok: true, value: { etag: '"2"' } })
    expect(seen[0]).toMatchObject({ method: 'PUT', body: '{"text":"text"}', headers: { 'heddle-client': 'page-1', 'if-match': '"1"', 'content-type': 'application/json' } })
  })
})

function silent() {
  const listeners = new Map<string, (data: unknown) => void>()
  let fail = () => {}
  let closed = false
  const source: Source = {
    listen: (type, listener) => void listeners.set(type, listener),
    failed: (listener) => {
      fail = listener
    },
    close: () => {
      closed = true
    },
  }
  return { source, say: (message: { type: string }) => listeners.get(message.type)?.(JSON.stringify(message)), fail: () => fail(), isClosed: () => closed }
}

function following() {
  const opened: { url: string; stream: ReturnType<typeof silent> }[] = []
  const waits: { ms: number; work: () => void }[] = []
  const heard: string[] = []
  let online = () => {}
  const listener: StreamListener = {
    connected: (files) => heard.push(`connected ${files.map(({ path }) => path).join()}`),
    lost: () => heard.push('lost'),
    fileChanged: (path) => heard.push(`file ${path}`),
    runChanged: ({ run }) => heard.push(`changed ${run}`),
    scheduleNotice: ({ path, notice }) => heard.push(`schedule of ${path}: ${notice.message}`),
    runEvent: (event) => heard.push(event.type),
    runStatus: ({ status }) => heard.push(`status ${status}`),
    runUnknown: (run) => heard.push(`unknown ${run}`),
  }
  const follower = followStream(listener, {
    open(url) {
      const stream = silent()
      opened.push({ url, stream })
      return stream.source
    },
    after(ms, work) {
      waits.push({ ms, work })
      return () => {}
    },
    onOnline(work) {
      online = work
      return () => {}
    },
  })
  return { opened, waits, heard, follower, online: () => online(), last: () => opened.at(-1)!.stream }
}

const event = (seq: number) => ({ v: 1, run: 'r', seq, at: '', hash: 'h', prev: 'p', type: 'run.started' })

describe('the event stream', () => {
  it('is opened anew from the last event that came in', () => {
    const world = following()
    world.follower.watch([{ run: 'r', after: 0 }])
    world.last().say(event(1))
    world.last().say(event(7))
    world.last().fail()
    expect(world.heard).toEqual(['run.started', 'run.started', 'lost'])
    world.waits.at(-1)!.work()
    expect(decodeURIComponent(world.opened.at(-1)!.url)).toBe('/api/events?run=r:7')
  })

  it('waits longer each time, until somebody answers', () => {
    const world = following()
    for (let i = 0; i < 3; i += 1) {
      world.last().fail()
      world.waits.at(-1)!.work()
    }
    expect(world.waits.map(({ ms }) => ms).filter((ms) => ms < 30_000)).toEqual([250, 500, 1000])
    world.last().say({ type: 'hello', version: '1', files: [{ path: 'a.yaml', etag: '"1"' }] } as { type: string })
    world.last().fail()
    expect(world.waits.at(-1)!.ms).toBe(250)
    expect(world.heard).toContain('connected a.yaml')
  })

  it('listens to one connection at a time, and to none after it was closed', () => {
    const world = following()
    const first = world.last()
    world.follower.watch([{ run: 'r', after: 3 }])
    expect(first.isClosed()).toBe(true)
    first.say(event(4))
    first.fail()
    world.follower.close()
    world.last().say(event(5))
    world.follower.watch([])
    expect(world.heard).toEqual([])
    expect(world.opened).toHaveLength(2)
  })

  it('comes back at once when the network does', () => {
    const world = following()
    world.last().fail()
    world.online()
    expect(world.opened).toHaveLength(2)
  })

  it('passes over what it cannot read', () => {
    const world = following()
    world.last().say({ type: 'run.status' })
    world.last().say({ type: 'file.changed', path: 'a.yaml', etag: null } as { type: string })
    expect(world.heard).toEqual(['file a.yaml'])
  })
})
