import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Executor, NodeFailure } from '../engine/ports.ts'
import { createSqliteStore } from '../store/sqlite.ts'
import { start } from '../store/testing/child.ts'
import { type Answer, type Ask, catalogueWith, CHAIN, codeOf, field, HOOK_TOKEN, type Running, startServer } from './testing/harness.ts'

const AGENT = `id: report-writer
name: Report Writer
trigger: channel
channels: [http]
workflow:
  nodes:
    - {id: fetch, tool: fetch, input: '{{.trigger}}', output: got}
    - {id: write, tool: write, input: '{{.got}}'}
  edges:
    - {from: fetch, to: write}
`

let server: Running
let calls: string[]
let release: () => void

/** Answers with what it was given; `hold` waits, `fail` fails. */
const executor: Executor = {
  render: (_, __, texts) => texts?.input ?? '',
  async execute(context, node, input) {
    const given = typeof input === 'string' ? input : JSON.stringify(input)
    calls.push(`${node.id} ${given}`)
    if (input === 'hold') {
      const released = new Promise<void>((resolve) => (release = resolve))
      await Promise.race([released, new Promise((_, reject) => context.signal.addEventListener('abort', () => reject(new Error('stopped'))))])
    }
    if (input === 'fail') throw new NodeFailure({ kind: 'tool', message: 'no luck', hint: 'Try tomorrow.' })
    return { output: `${node.id}(${given})` }
  },
}

beforeEach(async () => {
  calls = []
  release = () => {}
  server = await startServer({ files: { 'report.yaml': AGENT }, executor, catalogue: catalogueWith('fetch', 'write'), hookLimits: { lanes: 2, queue: 1, burst: 12, perMinute: 60 } })
})
afterEach(() => server.close())

const withToken = { cookie: undefined, authorization: `Bearer ${HOOK_TOKEN}` }
const call = (trigger: unknown, { agent = 'report-writer', headers = {}, ...more }: Partial<Ask> & { readonly agent?: string } = {}): Promise<Answer> =>
  server.ask({ method: 'POST', path: `/api/hooks/${encodeURIComponent(agent)}`, body: trigger === undefined ? {} : { trigger }, headers: { ...withToken, ...headers }, ...more })
const runs = async () => await server.store.list()
const untilRunning = (number = 1) => vi.waitFor(() => expect(calls.filter((one) => one.endsWith(' hold'))).toHaveLength(number), { timeout: 5_000, interval: 10 })

describe('a hook', () => {
  it('runs the agent with the trigger and answers its reply', async () => {
    const answer = await call('rain')
    expect([answer.status, field(answer, 'output'), calls]).toEqual([200, 'write(fetch(rain))', ['fetch rain', 'write fetch(rain)']])
    const [run] = await runs()
    expect(run).toMatchObject({ run: field(answer, 'run'), file: 'report.yaml', workflow: 'Report Writer', started_by: 'hook', status: 'completed' })
    expect(answer.headers['heddle-run']).toBe(run?.run)
    expect(await server.engine.state(run?.run ?? '')).toMatchObject({ inputs: { trigger: 'rain' }, started_by: 'hook' })
  })

  it('takes any JSON as trigger, and none', async () => {
    expect(field(await call({ city: 'Ulm', days: [1, 2] }), 'output')).toBe('write(fetch({"city":"Ulm","days":[1,2]}))')
    expect(field(await call(undefined), 'output')).toBe('write(fetch())')
    expect(field(await call(null), 'output')).toBe('write(fetch())')
    expect(field(await call(7), 'output')).toBe('write(fetch(7))')
  })

  it('answers in plain text where that is asked for', async () => {
    const answer = await call('rain', { headers: { accept: 'text/plain' } })
    expect([answer.status, answer.headers['content-type'], answer.text]).toEqual([200, 'text/plain; charset=utf-8', 'write(fetch(rain))'])
    expect(answer.headers['heddle-run']).toBe((await runs())[0]?.run)
    for (const accept of ['*/*', 'application/json', 'text/plain;q=0.5, application/json', 'text/html']) {
      expect([accept, (await call('rain', { headers: { accept } })).headers['content-type']]).toEqual([accept, 'application/json'])
    }
  })

  it('may be called from the editor, too', async () => {
    expect((await server.ask({ method: 'POST', path: '/api/hooks/report-writer', body: { trigger: 'x' } })).status).toBe(200)
  })

  it('is answered at once with the run where no reply is wanted', async () => {
    const answer = await call('hold', { headers: { prefer: 'wait=5, respond-async' } })
    expect([answer.status, answer.headers.location, answer.headers['preference-applied']]).toEqual([202, `/api/runs/${String(field(answer, 'run'))}`, 'respond-async'])
    await untilRunning()
    release()
    await vi.waitFor(async () => expect((await runs())[0]?.status).toBe('completed'))
  })

  it('says that the run failed, why, and which run it was', async () => {
    const answer = await call('fail')
    expect([answer.status, codeOf(answer), field(answer, 'run')]).toEqual([502, 'run-failed', (await runs())[0]?.run])
    expect(field(answer, 'detail')).toContain('no luck')
    expect(field(answer, 'detail')).toContain('Try tomorrow.')
  })

  it('answers with the cancel of its run', async () => {
    const answering = call('hold')
    await untilRunning()
    const run = (await runs())[0]?.run ?? ''
    await server.engine.cancel(run, 'a test')
    const answer = await answering
    expect([answer.status, codeOf(answer), field(answer, 'run')]).toEqual([502, 'run-failed', run])
    expect(field(answer, 'detail')).toContain('cancelled')
  })

  it('goes on when whoever asked has left', async () => {
    const body = JSON.stringify({ trigger: 'hold' })
    const outgoing = request({ host: '127.0.0.1', port: server.port, method: 'POST', path: '/api/hooks/report-writer', agent: false, headers: { authorization: `Bearer ${HOOK_TOKEN}`, 'content-type': 'application/json' } })
    outgoing.on('error', () => {})
    outgoing.end(body)
    await untilRunning()
    outgoing.destroy()
    await vi.waitFor(() => expect(server.server.listening && outgoing.destroyed).toBe(true))
    release()
    await vi.waitFor(async () => expect((await runs())[0]?.status).toBe('completed'))
    expect(calls).toEqual(['fetch hold', 'write fetch(hold)'])
    expect(server.errors).toEqual([])
  })

  it('refuses bodies of another shape or size', async () => {
    for (const body of ['', '[]', '"x"', '{"trigger": "a", "model": "b"}', '{"text": "a"}', '{']) expect([body, codeOf(await call(null, { body }))]).toEqual([body, 'invalid-body'])
    expect(codeOf(await call('x'.repeat(1024 * 1024)))).toBe('body-too-large')
    expect(await runs()).toEqual([])
  })
})

describe('which file a hook starts', () => {
  it('is told by its id, and without one by its name', async () => {
    await server.put('sub/plain name.yaml', AGENT.replace('id: report-writer\n', ''))
    expect((await call('x', { agent: 'plain name' })).status).toBe(200)
    expect((await runs())[0]?.file).toBe('sub/plain name.yaml')
    for (const agent of ['report', 'Report Writer', 'report.yaml', 'nobody', '__proto__', '../report', 'REPORT-WRITER']) expect([agent, codeOf(await call('x', { agent }))]).toEqual([agent, 'hook-not-found'])
  })

  it('compares names in one Unicode form', async () => {
    await server.put('cafe.yaml', AGENT.replace('report-writer', 'café'))
    expect((await call('x', { agent: 'cafe\u0301' })).status).toBe(200)
  })

  it('is refused where several have the name, with all of them', async () => {
    await server.put('other.yaml', AGENT)
    const answer = await call('x')
    expect([answer.status, codeOf(answer), field(answer, 'candidates')]).toEqual([409, 'hook-ambiguous', ['other.yaml', 'report.yaml']])
    await server.put('other.yaml', `${AGENT}enabled: false\n`)
    expect((await call('x')).status).toBe(200)
    expect((await runs()).map(({ file }) => file)).toEqual(['report.yaml'])
  })

  it.each([
    ['switched off', `${AGENT}enabled: false\n`, 403, 'hook-disabled'],
    ['started by a schedule', AGENT.replace('channel\nchannels: [http]', 'cron\nschedule: "0 7 * * *"'), 409, 'hook-not-http'],
    ['started by hand', AGENT.replace('trigger: channel\nchannels: [http]\n', ''), 409, 'hook-not-http'],
    ['started by other messages', AGENT.replace('[http]', '[slack]'), 409, 'hook-not-http'],
    ['with problems', AGENT.replace('from: fetch', 'from: fetsch'), 422, 'definition-invalid'],
  ])('is refused where it is %s', async (_, text, status, code) => {
    await server.put('report.yaml', text)
    const answer = await call('x')
    expect([answer.status, codeOf(answer), field(answer, 'path')]).toEqual([status, code, 'report.yaml'])
    expect(await runs()).toEqual([])
  })

  it('is refused where it does not parse, or is no agent file', async () => {
    await server.put('broken.yaml', 'workflow: {nodes: [')
    expect(codeOf(await call('x', { agent: 'broken' }))).toBe('definition-invalid')
    await server.put('chain.yaml', CHAIN)
    expect(codeOf(await call('x', { agent: 'chain' }))).toBe('hook-not-http')
  })

  it('that is switched off is still run by hand', async () => {
    await server.put('report.yaml', `${AGENT}enabled: false\n`)
    const { etag } = (await server.ask({ path: '/api/files/report.yaml' })).headers
    const answer = await server.ask({ method: 'POST', path: '/api/runs', body: { file: 'report.yaml', etag, inputs: { trigger: 'me' } } })
    expect(answer.status).toBe(201)
    await vi.waitFor(async () => expect((await runs())[0]).toMatchObject({ status: 'completed', started_by: 'editor' }))
  })
})

describe('an Idempotency-Key', () => {
  const keyed = (trigger: unknown, key = 'k-1', headers: Ask['headers'] = {}) => call(trigger, { headers: { 'idempotency-key': key, ...headers } })

  it('gives the same run and the same reply again, at once and later', async () => {
    const answers: Answer[] = await Promise.all([keyed('rain'), keyed('rain')])
    answers.push(await keyed('rain'), await keyed('rain', 'k-1', { accept: 'text/plain' }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(answers[3]?.text).toBe('write(fetch(rain))')
    expect(new Set(answers.map(({ headers }) => headers['heddle-run'])).size).toBe(1)
    expect(calls).toEqual(['fetch rain', 'write fetch(rain)'])
    expect((await keyed('rain', 'k-2')).headers['heddle-run']).not.toBe(answers[0]?.headers['heddle-run'])
  })

  it('lets who was sent on come back for the reply', async () => {
    const first = await keyed('hold', 'k', { prefer: 'respond-async' })
    expect(first.status).toBe(202)
    const answering = keyed('hold', 'k')
    await untilRunning()
    release()
    const answer = await answering
    expect([answer.status, field(answer, 'run'), field(answer, 'output')]).toEqual([200, field(first, 'run'), 'write(fetch(hold))'])
  })

  it('is refused for another trigger, and taken for another agent', async () => {
    await server.put('other.yaml', AGENT.replace('report-writer', 'other'))
    expect((await keyed('rain')).status).toBe(200)
    const answer = await keyed('snow')
    expect([answer.status, codeOf(answer)]).toEqual([422, 'idempotency-key-reused'])
    expect((await call('snow', { agent: 'other', headers: { 'idempotency-key': 'k-1' } })).status).toBe(200)
    for (const key of ['ü', 'x'.repeat(256)]) expect(codeOf(await keyed('x', key))).toBe('bad-request')
  })

  it('answers the failure of its run again, without running it again', async () => {
    expect(codeOf(await keyed('fail'))).toBe('run-failed')
    expect(codeOf(await keyed('fail'))).toBe('run-failed')
    expect(calls).toEqual(['fetch fail'])
  })
})

describe('many calls', () => {
  it('wait for a lane, and are refused when too many wait', async () => {
    const async = { headers: { prefer: 'respond-async' } }
    expect((await call('hold', async)).status).toBe(202)
    const releases = [release]
    await untilRunning(1)
    releases[0] = release
    expect((await call('hold', async)).status).toBe(202)
    await untilRunning(2)
    const waiting = call('rain')
    await vi.waitFor(async () => {
      const answer = await call('snow')
      expect([answer.status, codeOf(answer), answer.headers['retry-after']]).toEqual([429, 'too-many-requests', '10'])
    })
    expect(calls.filter((one) => one.startsWith('fetch'))).toEqual(['fetch hold', 'fetch hold'])
    releases[0]?.()
    expect(field(await waiting, 'output')).toBe('write(fetch(rain))')
    release()
  })

  it('are refused when they come too often, with the time to wait', async () => {
    const answers: Answer[] = []
    for (let n = 0; n < 14 && answers.at(-1)?.status !== 429; n += 1) answers.push(await call('x'))
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(12)
    const refused = answers.at(-1)
    expect([refused?.status, Number(refused?.headers['retry-after'])]).toEqual([429, expect.toBeOneOf([1, 2])])
  })
})

describe('a server that is killed while a hook runs', () => {
  it('goes on with the same run, and repeats no step that was recorded', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-hook-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    writeFileSync(join(folder, 'report.yaml'), AGENT)
    const program = join(import.meta.dirname, '../triggers/testing/hook-server.ts')
    const post = async (port: number): Promise<Response> =>
      await fetch(`http://127.0.0.1:${port}/api/hooks/report-writer`, {
        method: 'POST',
        body: JSON.stringify({ trigger: 'rain' }),
        headers: { authorization: `Bearer ${HOOK_TOKEN}`, 'content-type': 'application/json', 'idempotency-key': 'one' },
      })
    const portOf = async (child: Awaited<ReturnType<typeof start>>) => Number((await child.line('port')).split(' ')[1])

    const first = await start(program, [folder], { FAULT: 'after-append:node.completed:1' })
    await expect(post(await portOf(first))).rejects.toThrow('fetch failed')
    expect(await first.ended).toMatchObject({ signal: 'SIGKILL' })
    const called = () => readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n')
    expect(called()).toEqual(['fetch'])
    const store = createSqliteStore({ file: join(folder, '.heddle', 'runs.db') })
    onTestFinished(() => store.close())
    const [before] = await store.list()

    const second = await start(program, [folder])
    const answer = await post(await portOf(second))
    expect([answer.status, await answer.json()]).toEqual([200, { run: before?.run, output: 'write(fetch(rain))' }])
    expect(called()).toEqual(['fetch', 'write'])
    expect((await store.list()).map(({ run, status }) => [run, status])).toEqual([[before?.run, 'completed']])
    second.kill('SIGTERM')
    await second.ended
  })
})
