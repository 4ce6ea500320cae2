import { readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runListSchema, runSchema } from '../../src/protocol/index.ts'
import { CHAIN, codeOf, echo, field, type Running, startServer } from './testing/harness.ts'

let server: Running
let finish: () => void
let calls: string[]

beforeEach(async () => {
  calls = []
  const finished = new Promise<void>((resolve) => (finish = resolve))
  server = await startServer({
    files: { 'a.yaml': CHAIN, 'slow.yaml': CHAIN.replace('chain', 'slow') },
    executor: {
      render: echo.render,
      async execute(context, node) {
        calls.push(`${node.id} ${context.options.model ?? '-'} ${context.options.maxParallel} ${context.options.schedule}`)
        if (context.run.startsWith('slow')) {
          await Promise.race([finished, new Promise((_, reject) => context.signal.addEventListener('abort', () => reject(new Error('stopped'))))])
        }
        if (context.run.startsWith('fails') && calls.length === 2) throw new Error('no luck')
        return { output: `did ${node.id}` }
      },
    },
  })
})
afterEach(async () => {
  finish()
  await server.close()
})

const etagOf = async (path: string) => String((await server.ask({ path: `/api/files/${path}` })).headers.etag)
const start = async (body: { readonly file?: string; readonly [key: string]: unknown } = {}) => server.ask({ method: 'POST', path: '/api/runs', body: { file: 'a.yaml', etag: await etagOf('a.yaml'), ...body } })
const stateOf = async (run: string) => runSchema.parse(JSON.parse((await server.ask({ path: `/api/runs/${run}` })).text)).state
const untilStatus = (run: string, status: string) => vi.waitFor(async () => expect((await stateOf(run)).status).toBe(status), { timeout: 5_000, interval: 10 })

describe('starting a run', () => {
  it('runs the saved file, and says where the run is', async () => {
    const answer = await start({ runId: 'r1' })
    expect([answer.status, answer.headers.location, field(answer, 'run')]).toEqual([201, '/api/runs/r1', 'r1'])
    await untilStatus('r1', 'completed')
    const state = await stateOf('r1')
    expect([state.file, state.workflow, state.order, Object.keys(state.nodes)]).toEqual(['a.yaml', 'chain', ['a', 'b'], ['a', 'b']])
    expect(calls).toEqual(['a simulated:echo 4 levels', 'b simulated:echo 4 levels'])
  })

  it('walks a flow from what it is started with, and tells its visits', async () => {
    const flow = 'name: walk\nworkflow:\n  nodes:\n    - {id: a, agent: writer, output: v}\n    - {id: b}\n  edges:\n    - {from: a, to: b, if: "{{ .trigger }}"}\n    - {from: b, to: a}\n'
    await server.put('walk.yaml', flow)
    await start({ file: 'walk.yaml', etag: await etagOf('walk.yaml'), runId: 'w', inputs: { trigger: 'rain' } })
    await untilStatus('w', 'completed')
    expect(await stateOf('w')).toMatchObject({
      inputs: { trigger: 'rain' },
      visits: [{ node: 'a', state: { status: 'completed', visit: 1 } }, { node: 'a', state: { status: 'completed', visit: 2 } }],
      taken: [1, 1],
      output: 'did a',
      ended: { type: 'no-edge', node: 'a', spent: [0] },
    })
  })

  it('makes an id of its own, and takes options', async () => {
    const answer = await start({ options: { model: 'simulated:echo', maxParallel: 2, schedule: 'eager' } })
    await untilStatus(String(field(answer, 'run')), 'completed')
    expect(calls[0]).toBe('a simulated:echo 2 eager')
    await start({ options: { maxParallel: 0 } })
    await vi.waitFor(() => expect(calls[2]).toBe('a simulated:echo 4 levels'))
  })

  it('refuses a file that is not the version shown, or gone', async () => {
    const etag = await etagOf('a.yaml')
    await writeFile(join(server.folder, 'a.yaml'), CHAIN.replace('first', 'changed'))
    const changed = await start({ etag })
    expect([changed.status, codeOf(changed), field(changed, 'etag')]).toEqual([409, 'file-changed', await etagOf('a.yaml')])
    await rm(join(server.folder, 'a.yaml'))
    const gone = await server.ask({ method: 'POST', path: '/api/runs', body: { file: 'a.yaml', etag } })
    expect([gone.status, codeOf(gone)]).toEqual([404, 'file-not-found'])
    expect(calls).toEqual([])
  })

  it('refuses a workflow with problems, all of them in one answer', async () => {
    await server.put('bad.yaml', 'name: x\nnodes:\n  - {id: a, prompt: "  "}\n  - {id: d, needs: [zz], prompt: p}\n  - {id: e, prompt: p, model: "nobody:x"}\n')
    const answer = await start({ file: 'bad.yaml', etag: await etagOf('bad.yaml') })
    expect([answer.status, codeOf(answer)]).toEqual([422, 'definition-invalid'])
    expect(field(answer, 'diagnostics')).toEqual(expect.arrayContaining([expect.objectContaining({ code: 'node/missing-prompt', node: 'a' }), expect.objectContaining({ code: 'needs/unknown', node: 'd' }), expect.objectContaining({ code: 'model/unknown', node: 'e' })]))
    await server.put('broken.yaml', 'nodes: [')
    expect(codeOf(await start({ file: 'broken.yaml', etag: await etagOf('broken.yaml') }))).toBe('definition-invalid')
    await server.put('empty.yaml', '')
    expect(codeOf(await start({ file: 'empty.yaml', etag: await etagOf('empty.yaml') }))).toBe('definition-invalid')
    expect([calls, (await server.store.list()).length]).toEqual([[], 0])
  })

  it('refuses a model that cannot be asked', async () => {
    expect(codeOf(await start({ options: { model: 'nobody:x' } }))).toBe('model-unavailable')
  })

  it('refuses a graph sent in place of a file', async () => {
    for (const more of [{ text: CHAIN }, { plan: {} }, { definition: { text: CHAIN } }, { options: { env: {} } }]) {
      expect(codeOf(await start(more))).toBe('invalid-body')
    }
  })

  it.each(['../x', 'a/b', '.x', '', 'x'.repeat(129), 'a b', 'ä'])('refuses the id %j', async (runId) => {
    expect(codeOf(await start({ runId }))).toBe('invalid-body')
  })

  it('starts one run of a request that is sent twice', async () => {
    const answers = await Promise.all([start({ runId: 'twice' }), start({ runId: 'twice' })])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
    await untilStatus('twice', 'completed')
    expect(codeOf(await start({ runId: 'twice' }))).toBe('run-exists')
    expect(calls).toHaveLength(2)
  })

  it('records nothing through a `.heddle` that is a link', async () => {
    await symlink(tmpdir(), join(server.folder, '.heddle'))
    expect(codeOf(await start())).toBe('path-refused')
    expect(calls).toEqual([])
  })

  it('makes `.heddle` for the record of the run', async () => {
    await start()
    expect(await readdir(join(server.folder, '.heddle'))).toEqual(['.gitignore'])
  })
})

describe('runs', () => {
  it('are listed, newest first, by file and number', async () => {
    for (const runId of ['r1', 'r2', 'r3']) {
      await start({ runId })
      await untilStatus(runId, 'completed')
    }
    await start({ file: 'slow.yaml', etag: await etagOf('slow.yaml'), runId: 'other' })
    const ids = async (query: string) => runListSchema.parse(JSON.parse((await server.ask({ path: `/api/runs${query}` })).text)).runs.map(({ run }) => run)
    expect(await ids('')).toEqual(['other', 'r3', 'r2', 'r1'])
    expect(await ids('?file=a.yaml')).toEqual(['r3', 'r2', 'r1'])
    expect(await ids('?limit=2')).toEqual(['other', 'r3'])
    for (const limit of ['0', '-1', 'x', '501', '1e2', '1.5', '']) expect([limit, (await server.ask({ path: `/api/runs?limit=${limit}` })).status]).toEqual([limit, 400])
  })

  it('that are unknown say so, whatever their id', async () => {
    for (const id of ['none', '..%2f..%2fetc', '%00', '%F0%9F%98%80', '__proto__', 'constructor', 'x'.repeat(3000), "1'%20OR%20'1'='1"]) {
      for (const [method, path] of [['GET', `/api/runs/${id}`], ['GET', `/api/runs/${id}/events`], ['POST', `/api/runs/${id}/cancel`], ['POST', `/api/runs/${id}/resume`]] as const) {
        const answer = await server.ask({ method, path, ...(method === 'POST' && { body: {} }) })
        expect([method, path, answer.status]).toEqual([method, path, 404])
      }
    }
    expect(server.errors).toEqual([])
  })

  it('are cancelled once, and a finished one is not', async () => {
    await start({ runId: 'slow-1' })
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    const answer = await server.ask({ method: 'POST', path: '/api/runs/slow-1/cancel', body: {} })
    expect([answer.status, field(answer, 'cancelling')]).toEqual([200, true])
    await untilStatus('slow-1', 'cancelled')
    expect(field(await server.ask({ method: 'POST', path: '/api/runs/slow-1/cancel', body: {} }), 'cancelling')).toBe(false)
  })

  it('that failed are resumed where they stopped; completed ones have nothing left, running ones are worked on', async () => {
    await start({ runId: 'fails-1' })
    await untilStatus('fails-1', 'failed')
    expect(calls.map((call) => call[0])).toEqual(['a', 'b'])
    const answer = await server.ask({ method: 'POST', path: '/api/runs/fails-1/resume', body: {} })
    expect([answer.status, field(answer, 'run')]).toEqual([200, 'fails-1'])
    await untilStatus('fails-1', 'completed')
    expect(calls.map((call) => call[0])).toEqual(['a', 'b', 'b'])
    expect(codeOf(await server.ask({ method: 'POST', path: '/api/runs/fails-1/resume', body: {} }))).toBe('run-finished')
    await start({ runId: 'slow-2' })
    expect(codeOf(await server.ask({ method: 'POST', path: '/api/runs/slow-2/resume', body: {} }))).toBe('run-owned')
  })
})
