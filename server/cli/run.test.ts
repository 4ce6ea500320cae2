import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { startAnthropicServer } from '../testing/anthropic-server.ts'
import { startOpenAiServer } from '../testing/openai-server.ts'
import { heddle, removeProgram, start } from './testing/program.ts'
import { closeScenes, notes, parse, scene, until } from './testing/scene.ts'

afterEach(closeScenes)
afterAll(removeProgram)

describe('heddle run', () => {
  it("prints the format's own object and nothing else on stdout with --json", async () => {
    const { cwd, env } = await scene((name) => `${name.toLowerCase()} done`)
    const { code, out } = await heddle(['run', 'notes', '--json', '--run-id', 'one'], { cwd, env })
    expect(code).toBe(0)
    const result = parse(out)
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const node = (id: string, output: string) => ({ id, success: true, output, started_at: time, ended_at: time, duration: expect.any(Number) })
    expect(result).toEqual({
      name: 'notes',
      success: true,
      started_at: time,
      ended_at: time,
      duration: expect.any(Number),
      results: { collect: node('collect', 'collect done'), issues: node('issues', 'issues done'), draft: node('draft', 'draft done'), check: node('check', 'check done') },
      order: expect.any(Array),
      run_id: 'one',
    })
    expect(Object.keys(result)).toEqual(['name', 'success', 'started_at', 'ended_at', 'duration', 'results', 'order', 'run_id'])
    expect(result.order.slice(2)).toEqual(['draft', 'check'])
    expect(result.duration).toBe((Date.parse(result.ended_at) - Date.parse(result.started_at)) * 1_000_000)
  })

  it('prints the result on stdout and plain progress on stderr when piped', async () => {
    const { cwd, env } = await scene((name) => `${name} first\nand second line`)
    const { code, out, err } = await heddle(['run', 'notes.yaml'], { cwd, env })
    expect([code, out]).toEqual([0, 'CHECK first\nand second line\n'])
    expect(err).toMatch(/^collect: started\n/m)
    expect(err).toMatch(/^collect: done in \d+\.\d s: COLLECT first\n/m)
    expect(err).toMatch(/heddle: run \w+ completed: 4 of 4 steps done in /)
    // oxlint-disable-next-line no-control-regex -- no colours in a pipe
    expect(err).not.toMatch(/\u001b/)
  })

  it.each([
    ['openai-compatible', startOpenAiServer, (url: string) => ({ OPENAI_BASE_URL: url, HEDDLE_MODEL: 'openai-compatible:m' })],
    ['openai', startOpenAiServer, (url: string) => ({ OPENAI_BASE_URL: url, OPENAI_API_KEY: 'sk-test-0123456789' })],
    ['anthropic', startAnthropicServer, (url: string) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'sk-test-0123456789' })],
  ])('goes on with independent nodes when one fails (%s)', async (_, startServer, envOf) => {
    const { cwd, server } = await scene(
      async (name) => {
        await new Promise((resolve) => {
          setTimeout(resolve, 40)
        })
        return name === 'ISSUES' ? { status: 400, message: 'no issues here' } : `${name} ok`
      },
      { startServer, files: { 'notes.yaml': `${notes}  - id: lone\n    prompt: LONE\n  - id: other\n    prompt: LONE again\n` } },
    )
    const { code, out, err } = await heddle(['run', 'notes', '--json', '--max-parallel', '2'], { cwd, env: envOf(server.url) })
    expect(code).toBe(1)
    const { success, results, order } = parse(out)
    expect(success).toBe(false)
    expect(order.toSorted()).toEqual(['collect', 'issues', 'lone', 'other'])
    expect(results.issues).toMatchObject({ success: false, error: expect.stringContaining('no issues here') })
    expect(results.draft).toMatchObject({ success: false, error: 'dependency "issues" failed', duration: 0 })
    expect(results.check).toMatchObject({ success: false, error: 'dependency "draft" failed', duration: 0 })
    expect(results.check?.started_at).toBe(results.check?.ended_at)
    expect(results.lone).toMatchObject({ success: true, output: 'LONE ok' })
    expect(server.requests.length).toBe(4)
    expect(server.busiest).toBe(2)
    expect(err).toContain('heddle: step issues failed: ')
    expect(err).toMatch(/heddle resume \w+/)
  })

  it('shows the tries that failed', async () => {
    const { cwd, env } = await scene((name, { call }) => (name === 'DRAFT' && call === 1 ? { status: 503, message: 'busy' } : 'ok'))
    const { code, err } = await heddle(['run', 'notes'], { cwd, env })
    expect(code).toBe(0)
    expect(err).toMatch(/^draft: .*\(503\): busy; try 2 in 0\.[2-5] s$/m)
  })

  it('stops a node at its time limit and closes its request', async () => {
    const files = { 't.yaml': 'name: t\nnodes:\n  - {id: a, prompt: LONE, timeout: 2s}\n' }
    const { cwd, env, server } = await scene(() => ({ hang: true }), { files })
    const { code, out } = await heddle(['run', 't', '--json'], { cwd, env })
    expect(code).toBe(1)
    expect(parse(out).results.a?.error).toMatch(/\b2 ?s\b/)
    expect(await server.requests[0]?.gone).toBe(true)
  })

  it('is simulated without any configuration, and says so', async () => {
    const { cwd } = await scene(() => 'never')
    const { code, out, err } = await heddle(['run', 'notes'], { cwd })
    expect(code).toBe(0)
    expect(out).toContain('Echo: CHECK the notes')
    expect(err).toContain('Outputs are simulated')
  })

  it('takes model, local model and width from heddle.json', async () => {
    const { cwd, server } = await scene(() => 'ok', { files: { 'notes.yaml': notes } })
    await writeFile(join(cwd, 'heddle.json'), JSON.stringify({ model: `openai-compatible:from-file@${server.url}`, local: `openai-compatible:local@${server.url}`, maxParallel: 1 }))
    await heddle(['run', 'notes'], { cwd })
    expect([new Set(server.requests.map(({ model }) => model)), server.busiest]).toEqual([new Set(['from-file']), 1])
    await heddle(['run', 'notes', '--local', '--max-parallel', '0'], { cwd })
    expect(server.requests.slice(4).map(({ model }) => model)).toEqual(['local', 'local', 'local', 'local'])
    const { out } = await heddle(['show', 'last', '--json'], { cwd })
    expect(JSON.parse(out)).toMatchObject({ value: { options: { maxParallel: 4, schedule: 'levels', model: `openai-compatible:local@${server.url}` } } })
  })

  it('refuses an invalid definition with its problems', async () => {
    const { cwd } = await scene(() => 'never', { files: { 'bad.yaml': notes.replace('needs: [draft]', 'needs: [draff]') } })
    const { code, out, err } = await heddle(['run', 'bad', '--json'], { cwd })
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ success: false, step: null, problems: [{ step: 'check', field: 'needs', code: 'needs/unknown', line: 12 }] })
    expect(err).toContain('^^^^^')
  })

  it.each([
    [['run', 'notes', '--inputs', '{topic: 1}'], 2, '--inputs is not JSON'],
    [['run', 'notes', '--inputs', '[1]'], 2, '--inputs must be a JSON object'],
    [['run', 'notes', '--input', 'topic'], 2, '--input must be KEY=VALUE'],
    [['run', 'notes', '--model', 'gpt-4o'], 2, '--model: "gpt-4o" is not a model name'],
    [['run', 'notes', '--local'], 2, '--local needs a local model'],
    [['run', 'notes', '--run-id', '../x'], 2, 'is no run id'],
    [['run', 'notes', '--log-file', 'no/such/folder.log'], 2, 'no/such/folder.log'],
    [['run', 'notes', '--model', 'openai:gpt-5-mini'], 1, 'OPENAI_API_KEY is not set: export it or choose another model with --model'],
    [['run', 'notes', '--model', 'openai-compatible:m@http://127.0.0.1:59871/v1'], 1, 'nothing answers at http://127.0.0.1:59871/v1; is the server running?'],
  ])('says what is wrong: %j', async (args, code, message) => {
    const { cwd } = await scene(() => 'never')
    const ended = await heddle(args, { cwd })
    expect(ended.code).toBe(code)
    expect(ended.err).toContain(message)
    expect(ended.err).not.toMatch(/\n\s+at /)
  })

  it('refuses a run id that is taken, with the way to resume it', async () => {
    const { cwd, env, server } = await scene(() => 'ok')
    await heddle(['run', 'notes', '--run-id', 'mine'], { cwd, env })
    const again = await heddle(['run', 'notes', '--run-id', 'mine', '--json'], { cwd, env })
    expect(again.code).toBe(2)
    expect(again.err).toContain('heddle resume mine')
    expect(JSON.parse(again.out)).toMatchObject({ success: false, error: 'run mine exists already' })
    expect(server.requests.length).toBe(4)
  })

  it('writes the events of the run as JSON lines, and keeps runs where it is told', async () => {
    const { cwd, env } = await scene(() => 'ok')
    await heddle(['run', 'notes', '--log-file', 'events.jsonl', '--checkpoint-dir', 'kept', '--durability', 'full', '--inputs', '{"a": 1}', '--input', 'b=x=y'], { cwd, env })
    const events = (await readFile(join(cwd, 'events.jsonl'), 'utf8')).trimEnd().split('\n').map((line) => JSON.parse(line) as { seq: number; type: string; inputs?: unknown })
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    expect(events[0]).toMatchObject({ type: 'run.created', inputs: { a: 1, b: 'x=y' } })
    expect(events.at(-1)?.type).toBe('run.completed')
    expect((await heddle(['runs'], { cwd })).out).toBe('no runs yet\n')
    expect((await heddle(['runs', '--checkpoint-dir', 'kept'], { cwd })).out).toMatch(/^\w+ {2}notes {2}completed .* command line /)
  })

  it('starts a node as soon as its needs are met with --schedule eager', async () => {
    const files = { 'e.yaml': 'name: e\nnodes:\n  - {id: a, prompt: COLLECT}\n  - {id: slow, prompt: ISSUES}\n  - {id: b, needs: [a], prompt: DRAFT}\n  - {id: c, needs: [b], prompt: CHECK}\n' }
    // The slow one has no answer before the last of the others was asked: by levels that would never be.
    const { cwd, env, asked } = await scene(async (name) => {
      if (name === 'ISSUES') await until(() => asked().includes('CHECK'))
      return { text: name }
    }, { files })
    const { out } = await heddle(['run', 'e', '--json', '--schedule', 'eager'], { cwd, env })
    const { order } = parse(out)
    expect(order.slice(0, 2)).toEqual(['a', 'b'])
    expect(order.toSorted()).toEqual(['a', 'b', 'c', 'slow'])
    expect(asked().toSorted()).toEqual(['CHECK', 'COLLECT', 'DRAFT', 'ISSUES'])
  })

  it('ends quietly when nobody reads its result any more', async () => {
    const { cwd, env } = await scene((name) => (name === 'CHECK' ? 'x'.repeat(3_000_000) : 'ok'))
    const running = await start(['run', 'notes'], { cwd, env })
    running.process.stdout.destroy()
    const { code, err } = await running.ended
    expect(code).toBe(0)
    expect(err).not.toMatch(/EPIPE|\n\s+at /)
  })
})
