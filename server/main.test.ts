import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readEvents } from './routes/testing/event-reader.ts'
import { CHAIN } from './routes/testing/harness.ts'
import { serve, type Served, type ServeOptions } from './main.ts'
import { createTrust } from './trust.ts'

let base: string
let running: Served[]

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'heddle-serve-')))
  running = []
  await mkdir(join(base, 'work'))
  await writeFile(join(base, 'work/a.yaml'), CHAIN)
  await mkdir(join(base, 'app/assets'), { recursive: true })
  await writeFile(join(base, 'app/index.html'), '<!doctype html><title>Heddle</title>')
  await writeFile(join(base, 'app/assets/main-abc123.js'), 'export {}')
  await writeFile(join(base, 'app/icon.svg'), '<svg/>')
  await writeFile(join(base, 'secret.txt'), 'secret')
})
afterEach(async () => {
  await Promise.all(running.map((served) => served.close()))
  await rm(base, { recursive: true, force: true })
})

async function start(options: Partial<ServeOptions> = {}): Promise<Served> {
  const served = await serve({ dir: join(base, 'work'), port: 0, env: { HOME: base, XDG_STATE_HOME: join(base, 'state') }, staticDir: join(base, 'app'), version: '9.9.9', ...options })
  running.push(served)
  return served
}

type Page = { readonly status: number; readonly headers: { readonly [name: string]: string | string[] | undefined }; readonly text: string }

const open = (url: string, options: { readonly method?: string; readonly headers?: { readonly [name: string]: string }; readonly body?: string } = {}) =>
  new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    request(url, { method: options.method ?? 'GET', headers: { ...options.headers }, agent: false }, resolve).on('error', reject).end(options.body)
  })

async function get(url: string, options: Parameters<typeof open>[1] = {}): Promise<Page> {
  const incoming = await open(url, options)
  let text = ''
  for await (const chunk of incoming) text += String(chunk)
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, text }
}

const letIn = async (served: Served) => String((await get(served.url)).headers['set-cookie']).split(';')[0] ?? ''

describe('triggers', () => {
  const AGENT = 'id: report\nname: Report\ntrigger: channel\nchannels: [http]\nworkflow:\n  steps:\n    - {id: say, tool: echo, input: "{{.trigger}}"}\n'
  const call = (served: Served, token: string) => get(`${served.address}api/hooks/report`, { method: 'POST', body: '{}', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } })

  it('opens hooks with a token that is made on first need and stays, for one folder alone', async () => {
    const none = await start()
    expect(await none.hooks()).toEqual({ agents: [], token: '' })
    await writeFile(join(base, 'work/report.yaml'), AGENT)
    const { agents, token } = await none.hooks()
    expect([agents, (await call(none, token)).status]).toEqual([['report'], 200])
    await none.close()
    const again = await start()
    expect(await again.hooks()).toEqual({ agents, token })
    await mkdir(join(base, 'other'))
    await writeFile(join(base, 'other/report.yaml'), AGENT)
    const other = await start({ dir: join(base, 'other') })
    expect((await other.hooks()).token).not.toBe(token)
    expect((await call(other, token)).status).toBe(401)
  })

  it('takes the token that the environment gives, unless it is weak', async () => {
    await writeFile(join(base, 'work/report.yaml'), AGENT)
    const env = { HOME: base, XDG_STATE_HOME: join(base, 'state') }
    const served = await start({ env: { ...env, HEDDLE_HOOK_TOKEN: 'sixteen-or-more-characters' } })
    expect((await call(served, 'sixteen-or-more-characters')).status).toBe(200)
    await expect(start({ env: { ...env, HEDDLE_HOOK_TOKEN: 'short' } })).rejects.toMatchObject({ name: 'ServeError' })
  })

  it('tells the next time of schedules, where the folder is trusted', async () => {
    await writeFile(join(base, 'work/timed.yaml'), AGENT.replace('trigger: channel\nchannels: [http]', 'trigger: cron\nschedule: "0 7 1 1 *"\ntimezone: UTC'))
    const told: string[] = []
    const fileIn = async (served: Served, cookie: string) => {
      const { files } = JSON.parse((await get(`${served.address}api/workspace`, { headers: { cookie } })).text) as { files: { path: string }[] }
      return files.find(({ path }) => path === 'timed.yaml')
    }
    const stranger = await start({ onNotice: (message) => told.push(message) })
    await expect.poll(() => told).toEqual([expect.stringContaining('until you trust it')])
    expect(await fileIn(stranger, await letIn(stranger))).not.toHaveProperty('next_run')
    await stranger.close()
    await createTrust({ XDG_STATE_HOME: join(base, 'state') }).trust(join(base, 'work'))
    const trusted = await start()
    const cookie = await letIn(trusted)
    await expect.poll(() => fileIn(trusted, cookie)).toMatchObject({ next_run: expect.stringMatching(/^20\d\d-01-01T07:00:00\.000Z$/) })
  })
})

describe('serve', () => {
  it('lets a browser in by the printed address, across a restart too', async () => {
    const first = await start()
    expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{32}$/)
    expect(first.notices).toEqual([])
    const cookie = await letIn(first)
    await first.close()
    const second = await start({ port: first.port })
    expect((await get(`${second.address}api/health`, { headers: { cookie } })).text).toBe('{"status":"ok","version":"9.9.9"}')
    expect(second.url).not.toBe(first.url)
    expect((await get(first.url)).status).toBe(401)
    expect((await get(second.issueUrl())).status).toBe(303)
  })

  it('opens a file that is named in place of its folder, and forgets the token on the way', async () => {
    const served = await start({ dir: join(base, 'work/a.yaml') })
    expect(new URL(served.url).searchParams.get('file')).toBe('a.yaml')
    const first = await get(served.url)
    expect(first.status).toBe(303)
    expect(first.headers.location).toBe('/?file=a.yaml')
  })

  it('does not take a session of another folder at the same port', async () => {
    const first = await start()
    const cookie = await letIn(first)
    await first.close()
    await mkdir(join(base, 'other'))
    const second = await start({ port: first.port, dir: join(base, 'other') })
    expect((await get(`${second.address}api/health`, { headers: { cookie } })).status).toBe(401)
  })

  it('runs a workflow and keeps the record across a restart', async () => {
    const first = await start()
    const cookie = await letIn(first)
    const headers = { cookie, 'content-type': 'application/json' }
    const { etag } = (await get(`${first.address}api/files/a.yaml`, { headers })).headers
    const started = await get(`${first.address}api/runs`, { method: 'POST', headers, body: JSON.stringify({ file: 'a.yaml', etag, runId: 'r1' }) })
    expect([started.status, started.text]).toEqual([201, '{"run":"r1"}'])
    const reader = readEvents(await open(`${first.address}api/runs/r1/events`, { headers }))
    await reader.ended
    expect(reader.events.at(-1)?.type).toBe('run.completed')
    await first.close()

    const second = await start({ port: first.port })
    expect(JSON.parse((await get(`${second.address}api/runs/r1`, { headers })).text)).toMatchObject({ state: { status: 'completed', order: ['a', 'b'] } })
    expect((await get(`${second.address}api/runs/r1/events?after=${reader.events.at(-1)?.id}`, { headers })).status).toBe(204)
  })

  it('says in words that the record of runs cannot be used, and serves files all the same', async () => {
    await mkdir(join(base, 'work/.heddle'))
    await writeFile(join(base, 'work/.heddle/runs.db'), 'this is no database, but long enough to be looked at '.repeat(100))
    const errors: unknown[] = []
    const served = await start({ onError: (error) => errors.push(error) })
    const headers = { cookie: await letIn(served), 'content-type': 'application/json' }
    const { etag } = (await get(`${served.address}api/files/a.yaml`, { headers })).headers
    for (const answer of [await get(`${served.address}api/runs`, { headers }), await get(`${served.address}api/runs`, { method: 'POST', headers, body: JSON.stringify({ file: 'a.yaml', etag }) })]) {
      expect([answer.status, JSON.parse(answer.text)]).toEqual([500, expect.objectContaining({ type: 'urn:heddle:problem:runs-unavailable', detail: expect.stringContaining('`.heddle/runs.db`') })])
      expect(answer.text).not.toContain(base)
    }
    expect(errors).toEqual([])
  })

  it('makes nothing in the folder until something is kept', async () => {
    const served = await start()
    const cookie = await letIn(served)
    for (const path of ['api/workspace', 'api/runs', 'api/layout', 'api/runs/none']) await get(`${served.address}${path}`, { headers: { cookie } })
    const { readdir } = await import('node:fs/promises')
    expect(await readdir(join(base, 'work'))).toEqual(['a.yaml'])
  })

  it('ends streams when it closes, and closes once', async () => {
    const served = await start()
    const reader = readEvents(await open(`${served.address}api/events`, { headers: { cookie: await letIn(served) } }))
    await reader.until(({ type }) => type === 'hello')
    await Promise.all([served.close(), served.close(), reader.ended])
    await expect(get(served.address)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  it('refuses a named port that is in use, and finds a free one by itself', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const address = taken.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    await expect(start({ port })).rejects.toMatchObject({ name: 'ServeError', message: `port ${port} is in use`, hint: expect.stringContaining('--port') })
    taken.close()
    const { port: _, ...withoutPort } = { port: 0, dir: join(base, 'work'), env: { HOME: base }, staticDir: join(base, 'app') }
    const two = await Promise.all([serve(withoutPort), serve(withoutPort)])
    running.push(...two)
    expect(new Set(two.map((served) => served.port)).size).toBe(2)
    for (const served of two) expect(served.port).toBeGreaterThanOrEqual(4317)
  })

  it.each([
    ['nowhere', 'there is no folder'],
    ['secret.txt', 'is not a folder'],
  ])('says that %s cannot be served', async (dir, message) => {
    await expect(start({ dir: join(base, dir) })).rejects.toMatchObject({ name: 'ServeError', message: expect.stringContaining(message) })
  })

  it('listens beyond this machine only with a token of the user, which lets any number of browsers in', async () => {
    await expect(start({ host: '0.0.0.0' })).rejects.toMatchObject({ name: 'ServeError', hint: expect.stringContaining('HEDDLE_TOKEN') })
    await expect(start({ host: '0.0.0.0', env: { HOME: base, HEDDLE_TOKEN: 'short' } })).rejects.toMatchObject({ name: 'ServeError' })
    const token = 'a long token of the user'
    const served = await start({ host: '0.0.0.0', env: { HOME: base, HEDDLE_TOKEN: token } })
    expect(served.notices.join(' ')).toContain('can read and change the workflows')
    expect([served.url, ...served.notices].join(' ')).not.toContain(token)
    const local = `http://127.0.0.1:${served.port}/`
    for (let browser = 0; browser < 2; browser++) expect((await get(`${local}?token=${encodeURIComponent(token)}`)).status).toBe(303)
    expect((await get(`${local}api/health`, { headers: { host: `evil.example:${served.port}` } })).status).toBe(403)
  })

  it('says what is wrong with `heddle.json`, and starts all the same', async () => {
    await writeFile(join(base, 'work/heddle.json'), '{"model": 5}')
    expect((await start()).notices.join()).toContain('`heddle.json`: `model`')
    await writeFile(join(base, 'work/heddle.json'), '{"model":')
    expect((await start()).notices.join()).toContain('is not JSON')
    await writeFile(join(base, 'work/heddle.json'), '\uFEFF{"model":"openai-compatible:x@http://127.0.0.1:1/v1","tools":["./t.ts"]}')
    const served = await start()
    expect(served.notices).toEqual([])
    const workspace = await get(`${served.address}api/workspace`, { headers: { cookie: await letIn(served) } })
    expect(JSON.parse(workspace.text)).toMatchObject({ defaultModel: 'openai-compatible:x@http://127.0.0.1:1/v1' })
    await writeFile(join(base, 'work/heddle.json'), '{"model":')
    const broken = await get(`${served.address}api/workspace`, { headers: { cookie: await letIn({ ...served, url: served.issueUrl() }) } })
    expect(JSON.parse(broken.text)).toMatchObject({ defaultModel: '', modelProblem: expect.stringContaining('is not JSON') })
  })
})

describe('the editor\'s files', () => {
  it('are served with types, hashed ones for ever, the page itself afresh', async () => {
    const served = await start()
    const headers = { cookie: await letIn(served) }
    const page = await get(served.address, { headers })
    expect([page.status, page.headers['content-type'], page.headers['cache-control']]).toEqual([200, 'text/html; charset=utf-8', 'no-cache'])
    const asset = await get(`${served.address}assets/main-abc123.js`, { headers })
    expect([asset.text, asset.headers['content-type'], asset.headers['cache-control']]).toEqual(['export {}', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'])
    expect((await get(`${served.address}icon.svg`, { headers })).headers['content-type']).toBe('image/svg+xml')
    expect((await get(served.address, { headers: { ...headers, 'if-none-match': String(page.headers.etag) } })).status).toBe(304)
    const head = await get(served.address, { method: 'HEAD', headers })
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', String(page.text.length)])
  })

  it('stand behind every address of the editor, and behind no missing file', async () => {
    const served = await start()
    const headers = { cookie: await letIn(served) }
    expect((await get(`${served.address}flows/release-notes`, { headers })).text).toContain('<title>Heddle</title>')
    // Packed, for whoever takes it so.
    await writeFile(join(base, 'app/assets/main-abc123.js.gz'), gzipSync('export {}'))
    const packed = await fetch(`${served.address}assets/main-abc123.js`, { headers })
    expect([await packed.text(), packed.headers.get('content-encoding'), packed.headers.get('content-type')]).toEqual(['export {}', 'gzip', 'text/javascript; charset=utf-8'])
    const plain = await get(`${served.address}assets/main-abc123.js`, { headers: { ...headers, 'accept-encoding': 'br, gzip;q=0' } })
    expect([plain.text, plain.headers['content-encoding'], plain.headers.vary]).toEqual(['export {}', undefined, 'accept-encoding'])
    for (const path of ['assets/gone.js', 'assets/', 'none.css', 'favicon.ico']) expect([path, (await get(`${served.address}${path}`, { headers })).status]).toEqual([path, 404])
  })

  it('are all that is served beside the API', async () => {
    await symlink(join(base, 'secret.txt'), join(base, 'app/link.txt'))
    const served = await start()
    const headers = { cookie: await letIn(served) }
    for (const path of ['../secret.txt', '..%2fsecret.txt', '%2e%2e/secret.txt', 'assets/..%2f..%2fsecret.txt', '..%5csecret.txt', 'link.txt', '%00', '%ff', `${base}/secret.txt`]) {
      const incoming = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
        request({ host: '127.0.0.1', port: served.port, path: `/${path}`, headers: { ...headers, host: `127.0.0.1:${served.port}` }, agent: false }, resolve).on('error', reject).end()
      })
      let text = ''
      for await (const chunk of incoming) text += String(chunk)
      expect([path, text.includes('secret')]).toEqual([path, false])
    }
    expect(await readFile(join(base, 'secret.txt'), 'utf8')).toBe('secret')
  })

  it('are missed in words when they are not built', async () => {
    const served = await start({ staticDir: join(base, 'not-built') })
    expect(served.notices.join()).toContain('npm run build')
    const page = await get(served.address, { headers: { cookie: await letIn(served) } })
    expect([page.status, page.text.includes('npm run build')]).toEqual([503, true])
  })
})
