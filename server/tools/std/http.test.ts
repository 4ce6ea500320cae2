import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { once } from 'node:events'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { PolicyRule } from '../../../src/core/index.ts'
import { calls, failureOf } from '../testing/calls.ts'

async function serve(listener: RequestListener): Promise<{ readonly port: number; readonly url: string; readonly seen: IncomingMessage[] }> {
  const seen: IncomingMessage[] = []
  const server = createServer((incoming, outgoing) => {
    seen.push(incoming)
    listener(incoming, outgoing)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { port, url: `http://127.0.0.1:${port}`, seen }
}

const named = (...hosts: readonly string[]): PolicyRule[] => hosts.map((host) => ({ effect: 'std::http', match: { host }, action: 'approve', source: 'policy.json' }))

describe('fetch', () => {
  it('asks and gives back status, headers and body', async () => {
    const { url } = await serve((incoming, outgoing) => {
      const parts: Buffer[] = []
      incoming.on('data', (part: Buffer) => parts.push(part)).on('end', () => {
        outgoing.writeHead(201, { 'content-type': 'application/json', 'content-encoding': 'gzip', 'x-one': '1' })
        outgoing.end(gzipSync(JSON.stringify({ method: incoming.method, type: incoming.headers['content-type'], body: Buffer.concat(parts).toString() })))
      })
    })
    const { call, raised } = await calls({ policy: named('127.0.0.1') })
    expect(await call('fetch', { url: `${url}/a#part`, body: { a: 'ä' }, as: 'json' })).toMatchObject({ status: 201, url: `${url}/a`, headers: { 'x-one': '1' }, body: { method: 'POST', type: 'application/json', body: '{"a":"ä"}' } })
    expect(raised).toEqual([{ effect: 'std::http', data: { method: 'POST', url: `${url}/a`, host: '127.0.0.1' } }])
  })

  it.each(['http://127.0.0.1/', 'http://127.1/', 'http://2130706433/', 'http://0x7f000001/', 'http://[::1]/', 'http://[::ffff:127.0.0.1]/', 'http://[::ffff:7f00:1]/', 'http://169.254.169.254/latest/meta-data', 'http://10.1.2.3/', 'http://192.168.1.1/', 'http://localhost/', 'http://0.0.0.0/'])('does not ask %s', async (url) => {
    const { call } = await calls()
    expect(await failureOf(call('fetch', url))).toMatchObject({ kind: 'tool', message: expect.stringContaining('an address of this machine or of its network'), hint: expect.stringContaining('"host"') })
  })

  it('looks at what a name resolves to, at every address of it, and connects to no other', async () => {
    const { port } = await serve((_, outgoing) => outgoing.end('inside'))
    let round = 0
    const rebinding = async () => [{ address: round++ === 0 ? '93.184.216.34' : '127.0.0.1', family: 4 }]
    const mixed = async () => [{ address: '93.184.216.34', family: 4 }, { address: '127.0.0.1', family: 4 }]
    const inside = await calls({ lookup: mixed })
    expect(await failureOf(inside.call('fetch', `http://evil.example:${port}/`))).toMatchObject({ message: expect.stringContaining('evil.example is 127.0.0.1, which is an address of this machine') })
    const rebound = await calls({ lookup: rebinding })
    // Nothing answers at the first address, which is the one that was checked; the second is never asked for.
    expect(await failureOf(rebound.call('fetch', { url: `http://evil.example:${port}/`, timeout: '300ms' }))).toMatchObject({ kind: 'tool' })
    expect(round).toBe(1)
  })

  it('checks each redirect, asks for approval of each, and takes no keys to another origin', async () => {
    const target = await serve((_, outgoing) => outgoing.end('moved'))
    const first = await serve((_, outgoing) => outgoing.writeHead(302, { location: `http://b.test:${target.port}/next` }).end())
    const lookup = async () => [{ address: '127.0.0.1', family: 4 }]
    const input = { url: `http://a.test:${first.port}/`, headers: { authorization: 'Bearer key', 'x-other': '1' } }
    const refused = await calls({ lookup, policy: named('a.test') })
    expect(await failureOf(refused.call('fetch', input))).toMatchObject({ message: expect.stringContaining('b.test is 127.0.0.1') })
    expect(target.seen).toEqual([])
    const allowed = await calls({ lookup, policy: named('a.test', 'b.test') })
    expect(await allowed.call('fetch', input)).toMatchObject({ status: 200, body: 'moved', url: `http://b.test:${target.port}/next` })
    expect(allowed.raised.map(({ data }) => (data as { readonly host: string }).host)).toEqual(['a.test', 'b.test'])
    expect(target.seen[0]?.headers).toMatchObject({ 'x-other': '1' })
    expect(target.seen[0]?.headers.authorization).toBeUndefined()
  })

  it('takes no pattern for the name of a host', async () => {
    const { url } = await serve((_, outgoing) => outgoing.end())
    for (const match of [{ host: '*' }, { host: '127.*' }, { url: 'http://**' }, undefined]) {
      const { call } = await calls({ policy: [{ effect: 'std::http', ...(match === undefined ? {} : { match: match as { readonly [key: string]: string } }), action: 'approve', source: 'x' }] })
      expect(await failureOf(call('fetch', url))).toMatchObject({ kind: 'tool' })
    }
    const { call } = await calls({ policy: [{ effect: 'std::http', match: { url: `${url}/**` }, action: 'approve', source: 'x' }] })
    expect(await call('fetch', `${url}/`)).toMatchObject({ status: 200 })
  })

  it('bounds the size of the answer, packed or not, its time and the way it leads', async () => {
    const { url } = await serve((incoming, outgoing) => {
      if (incoming.url === '/loop') return void outgoing.writeHead(307, { location: '/loop' }).end()
      if (incoming.url === '/slow') return void outgoing.write('x')
      if (incoming.url === '/bomb') return void outgoing.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5_000_000)))
      const flood = (): void => {
        while (outgoing.write(Buffer.alloc(65_536)));
      }
      outgoing.on('drain', flood)
      flood()
    })
    const { call } = await calls({ policy: named('127.0.0.1') })
    expect(await failureOf(call('fetch', { url: `${url}/flood`, max_bytes: 100_000 }))).toMatchObject({ message: 'fetch: the answer is larger than 100000 bytes' })
    expect(await failureOf(call('fetch', { url: `${url}/bomb`, max_bytes: 100_000 }))).toMatchObject({ message: 'fetch: the answer is larger than 100000 bytes' })
    expect(await failureOf(call('fetch', { url: `${url}/slow`, timeout: '200ms' }))).toMatchObject({ message: 'fetch: no answer within 200ms' })
    expect(await failureOf(call('fetch', `${url}/loop`))).toMatchObject({ message: expect.stringContaining('more than 10 times') })
  })

  it('fails on an answer that is an error, and on what is no web address', async () => {
    const { url } = await serve((_, outgoing) => outgoing.writeHead(503).end('busy'))
    const { call } = await calls({ policy: named('127.0.0.1') })
    expect(await failureOf(call('fetch', url))).toMatchObject({ message: `fetch: GET ${url}/ answered 503 Service Unavailable: busy` })
    expect(await call('fetch', { url, allow_errors: true })).toMatchObject({ status: 503, body: 'busy' })
    for (const wrong of ['file:///etc/passwd', 'nonsense', 'http://user:pass@example.com/', 'data:,x']) expect(await failureOf(call('fetch', wrong))).toMatchObject({ kind: 'tool' })
  })

  it('mends an answer that is not the UTF-8 that it says it is, and reads other encodings', async () => {
    const { url } = await serve((incoming, outgoing) => outgoing.writeHead(200, { 'content-type': incoming.url === '/latin' ? 'text/plain; charset=iso-8859-1' : 'text/plain; charset=utf-8' }).end(Buffer.from([0x63, 0xe9])))
    const { call, logs } = await calls({ policy: named('127.0.0.1') })
    expect(await call('fetch', `${url}/latin`)).toMatchObject({ body: 'cé' })
    expect(await call('fetch', `${url}/broken`)).toMatchObject({ body: 'c\uFFFD' })
    expect(logs).toEqual([expect.stringContaining('not UTF-8 from byte 1')])
  })
})
