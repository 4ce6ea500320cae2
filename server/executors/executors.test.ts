import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Json, PlanNode, PromptWork, RunError } from '../../src/core/index.ts'
import type { ExecutionContext, StepRecord } from '../engine/ports.ts'
import type { ModelServer } from '../testing/model-server.ts'
import { startOpenAiServer } from '../testing/openai-server.ts'
import { createAgents, createExecutor } from './index.ts'

const open: (() => Promise<unknown>)[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()))
})

async function serve(...given: Parameters<typeof startOpenAiServer>): Promise<ModelServer> {
  const server = await startOpenAiServer(...given)
  open.push(() => server.close())
  return server
}

async function workspace(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'heddle-executors-'))
  open.push(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'agents'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

function node(work: Partial<PromptWork> = {}, needs: readonly string[] = []): PlanNode {
  return { id: 'draft', needs, work: { type: 'prompt', kind: 'agent', prompt: 'Write', routes: [], output_format: '', max_turns: 0, tools: [], ...work } }
}

type Seen = { readonly records: Map<string, StepRecord<Json>>; readonly retries: RunError[]; live: string }

function context(model?: string, recorded = new Map<string, StepRecord<Json>>()): ExecutionContext & { readonly seen: Seen } {
  const seen: Seen = { records: recorded, retries: [], live: '' }
  return {
    seen,
    run: 'r1',
    visit: 1,
    key: 'r1/draft#1',
    options: { maxParallel: 4, schedule: 'levels', ...(model === undefined ? {} : { model }) },
    results: new Map(),
    ownTools: [],
    signal: new AbortController().signal,
    delta: (text) => {
      seen.live += text
    },
    retrying: async (_, __, error) => {
      await Promise.resolve()
      seen.retries.push(error)
      seen.live = ''
    },
    async step<T extends Json>(key: string, work: () => Promise<StepRecord<T>>): Promise<T> {
      const record = seen.records.get(key) ?? (await work())
      seen.records.set(key, record)
      return record.result as T
    },
    now: () => 0,
    sleep: () => Promise.resolve(),
    raise: () => Promise.resolve(),
    begins: () => undefined,
    awaitEnd: () => undefined,
    log: () => undefined,
  }
}

describe('a prompt node', () => {
  it('is rendered with the outputs of the nodes that it needs', () => {
    const executor = createExecutor({ env: {} })
    expect(executor.render(node(), new Map())).toBe('Write')
    const rendered = executor.render(node({ kind: 'verifier' }, ['collect']), new Map([['collect', 'the commits']]))
    expect(rendered).toContain('the commits')
    expect(rendered).toContain('PASS')
  })

  it('is one recorded request, live text and usage included', async () => {
    const server = await serve({ reply: () => ({ text: 'Notes', usage: { input: 5, output: 1 } }) })
    const executor = createExecutor({ env: { OPENAI_BASE_URL: server.url } })
    const given = context('openai-compatible:m')
    expect(await executor.execute(given, node(), 'Write')).toEqual({ output: 'Notes' })
    expect(given.seen.live).toBe('Notes')
    expect([...given.seen.records]).toEqual([['turn-1', { result: 'Notes', model: 'openai-compatible:m', usage: { input: 5, output: 1 } }]])
    expect(server.requests).toMatchObject([{ prompt: 'Write', system: '' }])
  })

  it('is not asked again when its answer is recorded', async () => {
    const server = await serve()
    const executor = createExecutor({ env: { OPENAI_BASE_URL: server.url } })
    const given = context('openai-compatible:m', new Map([['turn-1', { result: 'From the log', model: 'openai-compatible:m' }]]))
    expect(await executor.execute(given, node(), 'Write')).toEqual({ output: 'From the log' })
    expect(server.requests).toEqual([])
  })

  it("takes its own model, then its agent's, the run's, the environment's", async () => {
    const server = await serve()
    const folder = await workspace({ 'agents/poet.yaml': 'name: poet\nsystem_prompt: Rhyme.\nmodel: openai-compatible:of-agent\n' })
    const env = { OPENAI_BASE_URL: server.url, HEDDLE_MODEL: 'openai-compatible:of-environment' }
    const executor = createExecutor({ env, workspace: folder })
    await executor.execute(context('openai-compatible:of-run'), node({ agent: 'poet', model: 'openai-compatible:of-node' }), 'Write')
    await executor.execute(context('openai-compatible:of-run'), node({ agent: 'poet' }), 'Write')
    await executor.execute(context('openai-compatible:of-run'), node(), 'Write')
    await executor.execute(context(), node(), 'Write')
    expect(server.requests.map(({ model }) => model)).toEqual(['of-node', 'of-agent', 'of-run', 'of-environment'])
  })

  it('is simulated when nothing is configured, and says so', async () => {
    const given = context()
    const output = await createExecutor({ env: {} }).execute(given, node(), 'Write')
    expect(output).toEqual({ output: expect.stringContaining('Simulated: no model'), simulated: true })
    expect(given.seen.records.get('turn-1')).toMatchObject({ model: 'simulated:echo', simulated: true })
  })

  it('says what is wrong with a model before anything is asked', async () => {
    const executor = createExecutor({ env: {} })
    await expect(executor.execute(context('openai:x'), node(), 'Write')).rejects.toMatchObject({ error: { kind: 'missing-key' } })
    await expect(executor.execute(context(), node({ model: 'gpt-4o' }), 'Write')).rejects.toMatchObject({ error: { message: expect.stringContaining('names no provider') } })
  })

  it('reports each try that failed', async () => {
    const server = await serve({ reply: ({ call }) => (call === 1 ? { status: 503 } : 'Done') })
    const given = context('openai-compatible:m')
    expect((await createExecutor({ env: { OPENAI_BASE_URL: server.url } }).execute(given, node(), 'Write')).output).toBe('Done')
    expect(given.seen.retries).toMatchObject([{ message: expect.stringContaining('503') }])
  })
})

describe('agents', () => {
  it('gives the model the system prompt, and is done at the first answer whatever the limit of turns', async () => {
    const server = await serve()
    await createExecutor({ env: { OPENAI_BASE_URL: server.url } }).execute(context('openai-compatible:m'), node({ agent: 'reviewer', max_turns: 5 }), 'Look')
    expect(server.requests).toMatchObject([{ prompt: 'Look', system: expect.stringContaining('You are a reviewer.') }])
  })

  it('names the agent that was probably meant', async () => {
    const folder = await workspace({ 'agents/poet.yaml': 'system_prompt: Rhyme.\n', 'agents/readme.txt': 'no agent' })
    const executor = createExecutor({ env: {}, workspace: folder })
    await expect(executor.execute(context(), node({ agent: 'reviewr' }), 'Look')).rejects.toMatchObject({
      error: { message: 'there is no agent "reviewr"; did you mean "reviewer"?', hint: expect.stringContaining('Known agents: poet, researcher') },
    })
  })

  it('reads files of the workspace, by name or by file name, before the built-in ones', async () => {
    const folder = await workspace({
      'agents/a.yaml': 'name: writer\ndescription: Ours\nsystem_prompt: |\n  Write like us.\nllm: { provider: openai, model: gpt-x }\n',
      'agents/b.json': '{ "prompt": "Be B.", "tools": "read", "model": "openai:y" }',
    })
    const agents = createAgents(folder)
    expect(await agents.find('writer')).toEqual({ ok: true, agent: { id: 'writer', description: 'Ours', system_prompt: 'Write like us.', model: 'openai:gpt-x', tools: [], file: 'agents/a.yaml' } })
    expect(await agents.find('b')).toMatchObject({ ok: true, agent: { id: 'b', system_prompt: 'Be B.', model: 'openai:y', tools: ['read'] } })
    expect((await agents.list()).map(({ id }) => id)).toEqual(['writer', 'b', 'researcher', 'planner', 'editor', 'reviewer', 'coder'])
  })

  it.each([
    ['name: x\nsystem_prompt: [', 'agents/x.yaml:2 cannot be read'],
    ['name: x\n', 'agents/x.yaml has no system_prompt'],
    ['- a\n', 'agents/x.yaml is not a map of fields'],
  ])('says what is wrong with an agent file: %j', async (text, message) => {
    const folder = await workspace({ 'agents/x.yaml': text })
    expect(await createAgents(folder).find('x')).toMatchObject({ ok: false, error: { message: expect.stringContaining(message) } })
    expect((await createAgents(folder).list()).some(({ id }) => id === 'x')).toBe(false)
  })
})
