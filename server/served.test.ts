import { existsSync } from 'node:fs'
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { toolsSchema } from '../src/protocol/index.ts'
import { serve } from './main.ts'

const TOOLS = `import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { defineTool } from 'heddle'
writeFileSync('module-started', '')
export const send = defineTool({ name: 'send', raises: ['mail::send'], run: async (input, { raise }) => {
  await raise('mail::send', input)
  appendFileSync('sent.txt', 'x')
  if (existsSync('die')) process.exit(1)
  return 'sent'
} })
`
const MAIL = `id: mail
name: mail
trigger: channel
channels: [http]
tools: [./tools.ts]
workflow:
  steps:
    - {id: say, tool: set, output: said, input: '{"text": "hello"}'}
    - {id: mail, tool: send, on_error: retry, input: '{"to": "{{ .trigger }}"}'}
`

type Answer = { readonly status: number; readonly body: { readonly type?: string; readonly [key: string]: unknown } }
type Place = { readonly folder: string; readonly sent: () => Promise<string>; ask(method: string, path: string, body?: unknown): Promise<Answer>; start(more?: object): Promise<Answer>; ended(run: string): Promise<unknown> }

/** The server as a user has it, on a folder of its own, with a browser that was let in. */
async function place(files: { readonly [name: string]: string } = {}): Promise<Place> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'heddle-served-')))
  const state = await realpath(await mkdtemp(join(tmpdir(), 'heddle-state-')))
  for (const [name, text] of Object.entries({ 'mail.yaml': MAIL, 'tools.ts': TOOLS, ...files })) await writeFile(join(folder, name), text)
  const served = await serve({ dir: folder, port: 0, env: { PATH: process.env.PATH, XDG_STATE_HOME: state }, onNotice: () => {}, onError: () => {} })
  onTestFinished(async () => {
    await served.close()
    await Promise.all([folder, state].map((path) => rm(path, { recursive: true, force: true })))
  })
  const entry = await fetch(served.url, { redirect: 'manual' })
  const cookie = entry.headers.getSetCookie().map((one) => one.split(';')[0]).join('; ')
  const address = served.address.replace(/\/$/, '')
  async function ask(method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await fetch(address + path, { method, headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    return { status: answer.status, body: (await answer.json()) as Answer['body'] }
  }
  return {
    folder,
    ask,
    sent: async () => (existsSync(join(folder, 'sent.txt')) ? readFile(join(folder, 'sent.txt'), 'utf8') : ''),
    async start(more = {}) {
      const file = await fetch(`${address}/api/files/mail.yaml`, { headers: { cookie } })
      return ask('POST', '/api/runs', { file: 'mail.yaml', etag: file.headers.get('etag'), inputs: { trigger: 'ada' }, ...more })
    },
    async ended(run) {
      const read = async (): Promise<{ readonly status: string }> => (await ask('GET', `/api/runs/${run}`)).body.state as { readonly status: string }
      await expect.poll(async () => (await read()).status, { timeout: 30_000 }).toMatch(/completed|failed/)
      return read()
    },
  }
}
const code = ({ body }: Answer): string => String(body.type).replace('urn:heddle:problem:', '')

describe('the server of a folder with code of its own', { timeout: 60_000 }, () => {
  it('starts none of it before the user trusts the folder, and nothing that no rule decides before the user says so', async () => {
    const { ask, start, ended, folder, sent } = await place({ 'heddle.json': '{"tools": ["./tools.ts"]}' })
    const before = toolsSchema.parse((await ask('GET', '/api/tools')).body)
    expect([before.trusted, before.modules.map(({ module, problem }) => [module, problem !== undefined])]).toEqual([false, [['./tools.ts', true], ['std::fs', false], ['std::http', false], ['std::shell', false], ['std::json', false], ['std::text', false], ['std::flow', false]]])
    const needed = await start()
    expect([needed.status, code(needed), needed.body.detail]).toEqual([409, 'trust-needed', expect.stringContaining('`mail`')])
    expect(existsSync(join(folder, 'module-started'))).toBe(false)

    expect((await ask('POST', '/api/trust', { trusted: 'yes' })).status).toBe(400)
    const trusted = await ask('POST', '/api/trust', { trusted: true })
    expect([trusted.status, toolsSchema.parse(trusted.body).modules[0]]).toMatchObject([200, { module: './tools.ts', tools: [{ name: 'send', raises: ['mail::send'] }] }])

    const open = await start()
    expect([open.status, code(open), open.body.effects]).toEqual([409, 'approval-needed', [{ effect: 'mail::send', nodes: ['mail'], tools: ['send'] }]])
    expect(code(await start({ approve: ['*'] }))).toBe('invalid-body')
    expect(code(await start({ approve: ['mail::other'] }))).toBe('approval-needed')
    expect((await ask('GET', '/api/runs')).body.runs).toEqual([])

    const started = await start({ approve: ['mail::send'] })
    expect(started.status).toBe(201)
    expect(await ended(String(started.body.run))).toMatchObject({ status: 'completed', output: 'sent' })
    expect(await sent()).toBe('x')

    expect(toolsSchema.parse((await ask('POST', '/api/trust', { trusted: false })).body).trusted).toBe(false)
    expect(code(await start({ approve: ['mail::send'] }))).toBe('trust-needed')
  })

  it('goes on with a run whose outcome nobody knows only when that is said', async () => {
    const { ask, start, ended, sent, folder } = await place({ die: '' })
    await ask('POST', '/api/trust', { trusted: true })
    await start({ approve: ['mail::send'], runId: 'r' })
    expect(await ended('r')).toMatchObject({ status: 'failed', nodes: { mail: { error: { kind: 'unknown-outcome', began: ['mail::send'] } } } })
    const refused = await ask('POST', '/api/runs/r/resume', {})
    expect([refused.status, code(refused), refused.body.run, refused.body.unknown, refused.body.detail]).toEqual([409, 'outcome-unknown', 'r', [{ node: 'mail', effects: ['mail::send'] }], expect.stringMatching(/`mail` began mail::send.*heddle resume r --retry-unknown/)])
    expect(code(await ask('POST', '/api/runs/r/resume', { retry: true }))).toBe('invalid-body')
    expect(await sent()).toBe('x')
    await rm(join(folder, 'die'))
    expect((await ask('POST', '/api/runs/r/resume', { retryUnknown: true })).status).toBe(200)
    expect(await ended('r')).toMatchObject({ status: 'completed', output: 'sent' })
    expect(await sent()).toBe('xx')
  })

  it('checks a text that names many tools', async () => {
    const { ask } = await place({ 'heddle.json': '{"tools": ["./tools.ts", "./missing.ts"]}' })
    const text = `name: many\nworkflow:\n  steps:\n${Array.from({ length: 300 }, (_, place) => `    - {id: s${place}, tool: tool_${place % 100}}\n`).join('')}`
    const { status, body } = await ask('POST', '/api/check', { text, format: 'yaml', path: 'many.yaml' })
    expect([status, (body.diagnostics as unknown[]).length]).toEqual([200, 300])
  })
})
