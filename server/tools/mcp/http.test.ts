import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createRequire } from 'node:module'
import { describe, expect, it, onTestFinished } from 'vitest'
import { calls, failureOf, type Calls } from '../testing/calls.ts'
import { mcpHttp, openStream, sendJson, textAnswer, type Answer, type McpHttp } from '../testing/mcp-http.ts'
import { startServer } from './client.ts'

const everything = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js')

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** The reference server on this port. */
async function startEverything(port: number): Promise<{ readonly end: () => Promise<void>; readonly requests: () => number }> {
  const child = spawn(process.execPath, [everything, 'streamableHttp'], { env: { PATH: process.env.PATH, PORT: String(port) }, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stdout.on('data', (text: Buffer) => (said += text.toString()))
  const end = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  onTestFinished(end)
  await new Promise<void>((resolve) => child.stderr.on('data', (text: Buffer) => text.toString().includes('listening') && resolve()))
  return { end, requests: () => said.split('Received MCP POST request').length - 1 }
}

const over = (url: string, more: object = {}): Promise<Calls> => calls({ files: { '.mcp.json': JSON.stringify({ mcpServers: { web: { type: 'http', url, ...more } } }) }, trusted: true })

describe('a server over streamable HTTP', { timeout: 90_000 }, () => {
  it('is listed and called, and told of by the real one; it may be started anew between two calls', async () => {
    const port = await freePort()
    const { end } = await startEverything(port)
    const { call, raised, tools } = await over(`http://127.0.0.1:${port}/mcp`)
    expect(await call('web.echo', { message: 'hi 😀' })).toContain('hi 😀')
    expect(await call('get-sum', { a: 1, b: 2 })).toContain('3')
    expect(await call('web.get-structured-content', { location: 'New York' })).toMatchObject({ temperature: expect.any(Number) })
    expect(raised.every(({ effect }) => effect.startsWith('mcp::web::'))).toBe(true)
    expect(raised.map(({ data }) => data)).toEqual([{ message: 'hi 😀' }, { a: 1, b: 2 }, { location: 'New York' }])
    expect(await failureOf(call('web.get-sum', { a: 'x', b: 2 }))).toMatchObject({ kind: 'invalid-input' })
    await end()
    expect(await failureOf(call('web.echo', { message: 'x' }))).toMatchObject({ kind: 'tool', message: expect.stringContaining('cannot be reached (ECONNREFUSED)') })
    await startEverything(port)
    // It knows nothing of the session: that call is refused, and the next one has a session of its own.
    expect(await failureOf(call('web.echo', { message: 'x' }))).toMatchObject({ kind: 'tool', message: expect.stringContaining('No valid session') })
    expect(await call('web.echo', { message: 'again' })).toContain('again')
    await tools.close()
  })

  it('is cut off in a call, and nobody knows what came of it', async () => {
    const port = await freePort()
    const { end, requests } = await startEverything(port)
    const { call } = await over(`http://127.0.0.1:${port}/mcp`)
    const called = failureOf(call('web.trigger-long-running-operation', { duration: 60, steps: 60 }))
    // Its beginning, two about that, and the call.
    await expect.poll(requests, { timeout: 30_000 }).toBe(4)
    await end()
    expect(await called).toMatchObject({ kind: 'tool', message: expect.stringContaining('gave no answer: the connection was dropped') })
  })
})

const TOOLS = ['x'].map((name) => ({ name }))
const BOTH = [...TOOLS, { name: 'y' }]
async function byHand(onCall: Answer, more: { readonly on?: string; readonly tools?: typeof TOOLS } = {}): Promise<McpHttp> {
  return mcpHttp(more.tools ?? TOOLS, (request, response, incoming) => (request.method === (more.on ?? 'tools/call') ? onCall(request, response, incoming) : false))
}

describe('a call over HTTP', { timeout: 60_000 }, () => {
  const event = (message: object): string => `data: ${JSON.stringify(message)}`

  it.each<[string, Answer, string | object]>([
    ['JSON', ({ id }, response) => sendJson(response, textAnswer(id, 'J')), 'J'],
    ['a stream', ({ id }, response) => { openStream(response, ': hello', event({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x' } }), event(textAnswer(id, 'S'))); response.end() }, 'S'],
    ['structured content', ({ id }, response) => sendJson(response, textAnswer(id, '{}', { structuredContent: { a: [1] } })), { a: [1] }],
    ['a stream whose connection drops behind the answer', ({ id }, response) => { openStream(response, event(textAnswer(id, 'S'))); setTimeout(() => response.destroy(), 20) }, 'S'],
  ])('is answered by %s', async (_, answer, given) => {
    const server = await byHand(answer)
    const { call } = await over(server.url)
    expect(await call('x')).toEqual(given)
    expect(server.calls).toEqual(['x'])
  })

  it.each<[string, Answer, string]>([
    ['the tool says that it failed', ({ id }, response) => sendJson(response, textAnswer(id, 'no such city', { isError: true })), 'x: no such city'],
    ['the server refuses it', ({ id }, response) => sendJson(response, { jsonrpc: '2.0', id, error: { code: -32_602, message: 'bad arguments' } }), 'refused the call: bad arguments'],
    ['it wants to know who asks', (_, response) => void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end('who are you'), 'refused the call: it answered 401: it wants to know who asks: who are you'],
    ['it is busy', (_, response) => void response.writeHead(503).end('<html>busy</html>'), 'refused the call: it answered 503'],
  ])('fails for good where %s', async (_, answer, message) => {
    const { call } = await over((await byHand(answer)).url)
    await expect(call('x')).rejects.toMatchObject({ cutOff: false, error: { kind: 'tool', message: expect.stringContaining(message) } })
  })

  it.each<[string, Answer, string]>([
    ['the connection drops at once', (_, response) => void response.destroy(), 'the connection was dropped'],
    ['it drops in the stream', (_, response) => { openStream(response, ': hello'); setTimeout(() => response.destroy(), 20) }, 'the connection was dropped before it answered'],
    ['the stream ends before the answer', (_, response) => { openStream(response, ': hello'); response.end() }, 'the connection was closed before it answered'],
    ['a stream that can be resumed is not', (_, response) => { openStream(response, 'id: 1\ndata: '); response.end() }, 'it did not take it up again'],
    ['the answer is a page', (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>'), 'its answer is no MCP but text/html'],
    ['the answer is broken JSON', (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"jsonrpc": "2.0", '), 'gave no answer'],
    ['the answer is nonsense', ({ id }, response) => sendJson(response, { jsonrpc: '2.0', id, result: { content: 'none' } }), 'its answer is not what MCP asks for'],
    ['the server broke', (_, response) => void response.writeHead(500).end('boom'), 'it answered 500: boom'],
  ])('has an outcome that nobody knows where %s', async (_, answer, message) => {
    const server = await byHand(answer)
    const { call } = await over(server.url)
    await expect(call('x')).rejects.toMatchObject({ cutOff: true, error: { kind: 'tool', message: expect.stringContaining(message) } })
    expect(server.calls).toEqual(['x'])
  })

  it('takes a stream up again where it broke off', async () => {
    let id: number | undefined
    const server = await mcpHttp(TOOLS, (request, response, incoming) => {
      if (request.method === 'tools/call') {
        id = request.id
        openStream(response, 'id: e1\nretry: 10\ndata: ')
        response.end()
        return
      }
      if (incoming.headers['last-event-id'] !== 'e1') return false
      openStream(response, event(textAnswer(id, 'after all')))
    })
    const { call } = await over(server.url)
    expect(await call('x')).toBe('after all')
  })

  it('is dropped alone where it is not taken up again: another goes on', async () => {
    let y: number | undefined
    const server = await mcpHttp(BOTH, (request, response, incoming) => {
      if (request.method === 'tools/call') {
        const name = request.params!.name!
        if (name === 'y') y = request.id
        openStream(response, `id: ${name}1\nretry: ${name === 'x' ? 10 : 50}\ndata: `)
        response.end()
        return
      }
      const from = incoming.headers['last-event-id']
      if (from === 'x1') return void response.writeHead(405).end()
      if (from === 'y1') return void setTimeout(() => { openStream(response, event(textAnswer(y, 'after all'))); response.end() }, 300)
      return false
    })
    const { call } = await over(server.url)
    const [x, other] = [call('x').catch((error: Error) => error.message), call('y')]
    expect(await x).toContain('it did not take it up again')
    expect(await other).toBe('after all')
    expect(server.calls.toSorted()).toEqual(['x', 'y'])
  })

  it.each<[string, number, string]>([
    ['404', 404, 'gone'],
    ['400 and its words', 400, 'Bad Request: No valid session ID provided'],
  ])('goes on while others find its session forgotten, told by %s', async (_, status, words) => {
    let sessions = 0
    let answer = (): void => {}
    const server = await mcpHttp(BOTH, ({ id, method, params }, response, incoming) => {
      if (method === 'initialize') sessions += 1
      if (method !== 'tools/call') return false
      if (params!.name === 'x') return void (answer = () => sendJson(response, textAnswer(id, 'in the end')))
      if (sessions === 1 && incoming.headers['mcp-session-id'] !== undefined) return void response.writeHead(status).end(words)
      sendJson(response, textAnswer(id, 'anew'))
    })
    const { call, tools } = await over(server.url)
    const slow = call('x')
    slow.catch(() => {})
    await expect.poll(() => server.calls).toEqual(['x'])
    await expect(call('y')).rejects.toMatchObject({ cutOff: false, error: { message: expect.stringContaining(words) } })
    expect(await call('y')).toBe('anew')
    expect(sessions).toBe(2)
    answer()
    expect(await slow).toBe('in the end')
    // What is closed under a call is no answer of the server's.
    const closed = call('x').catch((error: unknown) => error)
    await expect.poll(() => server.calls.length).toBe(4)
    await tools.close()
    expect(await closed).toMatchObject({ cutOff: true, error: { message: expect.stringContaining('gave no answer: the connection to it was closed') } })
  })

  it('keeps its session where it is refused for another reason', async () => {
    let sessions = 0
    const server = await mcpHttp(BOTH, ({ id, method, params }, response) => {
      if (method === 'initialize') sessions += 1
      if (method !== 'tools/call') return false
      if (params!.name === 'y') return void response.writeHead(400).end('the city is no city')
      sendJson(response, textAnswer(id, 'X'))
    })
    const { call } = await over(server.url)
    expect(await failureOf(call('y'))).toMatchObject({ message: expect.stringContaining('no city') })
    expect(await call('x')).toBe('X')
    expect(sessions).toBe(1)
  })

  it('ends with its time where the server is slow, and with the run', async () => {
    const server = await byHand((_, response) => openStream(response, ': hello'))
    const { call, tools, cancel } = await over(server.url)
    expect(await failureOf(call('x', {}, { timeout: 300 }))).toMatchObject({ kind: 'timeout' })
    const called = call('x')
    called.catch(() => {})
    await expect.poll(() => server.calls.length).toBe(2)
    cancel()
    await expect(called).rejects.toThrow('cancelled')
    await tools.close()
  })
})

describe('the start over HTTP', { timeout: 60_000 }, () => {
  const start = (url: string, written: object = {}, env: object = {}, limit = 20_000) => startServer('web', { url, ...written }, { workspace: process.cwd(), env: { ...env }, limits: { start: limit } })

  it('sends the headers that are written, variables filled in, and tells nobody of them', async () => {
    const server = await byHand(({ id }, response, { headers }) => sendJson(response, textAnswer(id, `you sent ${headers.authorization}`, { isError: true })))
    const { seen, url } = server
    const opened = await start(url, { headers: { Authorization: 'Bearer ${MY_TOKEN}', 'X-Plain': '${NONE:-plain}' } }, { MY_TOKEN: 'very-secret-token' })
    onTestFinished(() => opened.close())
    expect(opened.tools.map(({ name }) => name)).toEqual(['x'])
    expect(seen.every((headers) => headers.authorization === 'Bearer very-secret-token' && headers['x-plain'] === 'plain')).toBe(true)
    const context = { signal: new AbortController().signal, workspace: '/', idempotencyKey: 'k', log: () => {}, namesHost: () => false, now: () => 0, sleep: () => Promise.resolve(), raise: () => Promise.resolve() }
    await expect(opened.call('x', {}, context)).rejects.toThrow('you sent Bearer [redacted]')
    await expect(start(url, { headers: { Authorization: '${NO_SUCH}' } })).rejects.toThrow('it needs NO_SUCH, which the environment does not have')
  })

  it.each<[string, Answer, string]>([
    ['a page', (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'), 'its answer is no MCP but text/html'],
    ['401', (_, response) => void response.writeHead(401).end(), 'it answered 401: it wants to know who asks'],
    ['nothing', () => {}, 'no answer within 1 s'],
    ['another protocol', ({ id }, response) => sendJson(response, { jsonrpc: '2.0', id, result: { protocolVersion: '1890-01-01', capabilities: {}, serverInfo: { name: 'old', version: '1' } } }), '1890-01-01'],
    ['nonsense', (_, response) => sendJson(response, { hello: 'world' }), 'cannot be started'],
    ['a way to elsewhere', (_, response) => void response.writeHead(302, { location: 'http://127.0.0.2:1/' }).end(), 'cannot be started'],
  ])('says what is wrong where it is answered by %s', async (_, answer, message) => {
    const { url } = await byHand(answer, { on: 'initialize' })
    const starting = start(url, {}, {}, message.startsWith('no answer') ? 1_000 : 20_000)
    await expect(starting).rejects.toThrow(message)
    await expect(starting).rejects.toMatchObject({ hint: expect.stringContaining('Check the url of "web" in .mcp.json') })
  })
})
