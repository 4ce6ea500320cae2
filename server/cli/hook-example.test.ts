import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import type { RunEvent } from '../../src/core/index.ts'
import { folderWith, heddle, removeProgram, start } from './testing/program.ts'
import { until } from './testing/scene.ts'

afterAll(removeProgram)

const example = (name: string): Promise<string> => readFile(fileURLToPath(new URL(`../../examples/report-writer/${name}`, import.meta.url)), 'utf8')

/** Writes down each call of the example's own tools. */
const COUNTING = `import { appendFileSync } from 'node:fs'
import * as tools from './example-tools.ts'
export default Object.values(tools).map((tool) => Object.freeze(Object.create(null, {
  ...Object.getOwnPropertyDescriptors(tool),
  run: { enumerable: true, value: (...given) => { appendFileSync('calls.txt', tool.name + '\\n'); return tool.run(...given) } },
})))
`
const SEND = `import { appendFileSync } from 'node:fs'
import { defineTool } from 'heddle'
export const send = defineTool({ name: 'send', raises: ['mail::send'], run: async (input, { raise }) => { await raise('mail::send', input); appendFileSync('calls.txt', 'send\\n'); return 'sent' } })
`
const TOKEN = 'the-token-of-this-test'

type Serving = { readonly kill: () => void; readonly ended: Promise<unknown>; hook(agent: string, body: object, headers?: Readonly<Record<string, string>>): Promise<Response> }

async function serving(cwd: string, fault = ''): Promise<Serving> {
  const running = await start(['serve', '--port', '0', '--json'], { cwd, env: { HEDDLE_HOOK_TOKEN: TOKEN, XDG_STATE_HOME: join(cwd, 'state'), FAULT: fault } })
  onTestFinished(async () => {
    running.process.kill('SIGTERM')
    await running.ended
  })
  await until(() => running.out().includes('\n'))
  const { value } = JSON.parse(running.out()) as { value: { port: number } }
  return {
    kill: () => running.process.kill('SIGKILL'),
    ended: running.ended,
    hook: (agent, body, headers = {}) => fetch(`http://127.0.0.1:${value.port}/api/hooks/${agent}`, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}`, ...headers } }),
  }
}

async function folder(files: Readonly<Record<string, string>>): Promise<string> {
  const made = await folderWith(files)
  onTestFinished(() => made.remove())
  expect((await heddle(['trust'], { cwd: made.path, env: { XDG_STATE_HOME: join(made.path, 'state') } })).code).toBe(0)
  return made.path
}
const reportWriter = async (): Promise<string> => folder({ 'report-writer.yaml': await example('report-writer.yaml'), 'example-tools.ts': await example('tools.ts'), 'tools.ts': COUNTING })
const calls = async (cwd: string): Promise<readonly string[]> => (await readFile(join(cwd, 'calls.txt'), 'utf8').catch(() => '')).trim().split('\n').filter((line) => line !== '')
const events = async (cwd: string, run: string): Promise<readonly RunEvent[]> => (JSON.parse((await heddle(['show', run, '--events', '--json'], { cwd })).out) as { value: RunEvent[] }).value

describe('the report writer, called by another program', { timeout: 90_000 }, () => {
  it('answers with the report', async () => {
    const cwd = await reportWriter()
    const { hook } = await serving(cwd)
    expect((await hook('report-writer', { trigger: 'x' }, { authorization: 'Bearer wrong' })).status).toBe(401)
    const answer = await hook('report-writer', { trigger: 'printing "press"' })
    expect([answer.status, await answer.json()]).toMatchObject([200, { output: { title: 'The printing press', sources: ['https://example.org/press', 'https://example.org/paper'] } }])
    expect(await calls(cwd)).toEqual(['web_search', 'summarize_report'])
  })

  it('is killed between its steps, and goes on with the same run behind the step that was done', async () => {
    const cwd = await reportWriter()
    const request = [{ trigger: 'loom' }, { 'idempotency-key': 'monday' }] as const
    const first = await serving(cwd, 'after-append:node.completed:1')
    await expect(first.hook('report-writer', ...request)).rejects.toThrow('fetch failed')
    await first.ended
    expect(await calls(cwd)).toEqual(['web_search'])
    const second = await serving(cwd)
    const answer = await second.hook('report-writer', ...request)
    const { run, output } = (await answer.json()) as { run: string; output: unknown }
    expect([answer.status, output]).toMatchObject([200, { title: 'The loom' }])
    expect(await calls(cwd)).toEqual(['web_search', 'summarize_report'])
    const types = (await events(cwd, run)).map(({ type }) => type)
    expect([types.filter((type) => type === 'run.created').length, types.includes('run.resumed'), types.at(-1)]).toEqual([1, true, 'run.completed'])
    expect((await heddle(['verify', run], { cwd })).code).toBe(0)
  })
})

describe('a hook whose run does what no rule decides', { timeout: 90_000 }, () => {
  it('does not do it, and says what would let it', async () => {
    const flow = 'id: mail\nname: mail\ntrigger: channel\nchannels: [http]\ntools: [./tools.ts]\nworkflow:\n  steps:\n    - {id: mail, tool: send}\n'
    const cwd = await folder({ 'mail.yaml': flow, 'tools.ts': SEND })
    const { hook } = await serving(cwd)
    const answer = await hook('mail', {})
    expect([answer.status, await answer.json()]).toMatchObject([502, { type: 'urn:heddle:problem:run-failed', detail: expect.stringMatching(/mail::send: .*no rule in your policy approves this.*"mail::send": \[\{ "action": "approve" \}\]/) }])
    expect(await calls(cwd)).toEqual([])
  })
})

describe('a hook whose server was killed over what is not to be done twice', { timeout: 90_000 }, () => {
  it('says so to whoever asks again, and does not do it again', async () => {
    const flow = 'id: mail\nname: mail\ntrigger: channel\nchannels: [http]\ntools: [./tools.ts]\nworkflow:\n  steps:\n    - {id: mail, tool: send}\n'
    const cwd = await folder({ 'mail.yaml': flow, 'tools.ts': SEND, 'heddle.json': '{"policy": "policy.json"}', 'policy.json': '{"mail::send": [{"action": "approve"}]}' })
    const first = await serving(cwd, 'after-append:effect.approved')
    await expect(first.hook('mail', {}, { 'idempotency-key': 'k' })).rejects.toThrow('fetch failed')
    await first.ended
    const second = await serving(cwd)
    for (const _ of [1, 2]) {
      const answer = await second.hook('mail', {}, { 'idempotency-key': 'k' })
      expect([answer.status, await answer.json()]).toMatchObject([409, { type: 'urn:heddle:problem:outcome-unknown', run: expect.stringMatching(/^hook-/), detail: expect.stringContaining('mail::send') }])
    }
    expect(await calls(cwd)).toEqual([])
  })
})
