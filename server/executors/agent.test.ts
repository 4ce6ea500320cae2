import { afterEach, describe, expect, it } from 'vitest'
import type { Json, LevelsPlan, PromptWork, RunEvent, WalkPlan } from '../../src/core/index.ts'
import { engineOn, fourAtOnce } from '../engine/testing/bench.ts'
import { createMemoryStore } from '../store/memory.ts'
import { startAnthropicServer } from '../testing/anthropic-server.ts'
import type { ModelServer, ReceivedRequest, Reply } from '../testing/model-server.ts'
import { startOpenAiServer } from '../testing/openai-server.ts'
import { ToolError, type Tool, type Toolbox } from '../tools/tool.ts'
import { createToolbox } from '../tools/toolbox.ts'
import { createExecutor } from './index.ts'

const open: (() => Promise<unknown>)[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()))
})

type Made = { readonly input: Json; readonly key: string }

/** A toolbox of one tool, `notes.search`, and what it was called with. */
function searching(answer: (query: string) => Json = (query) => `found ${query}`): { readonly tools: () => Toolbox; readonly made: Made[] } {
  const made: Made[] = []
  const tool: Tool = {
    name: 'notes.search',
    module: './tools.ts',
    description: 'Searches the notes',
    input: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'], additionalProperties: false },
    raises: [],
    async run(input, context) {
      made.push({ input, key: context.idempotencyKey })
      return answer((input as { query: string }).query)
    },
  }
  const find: Toolbox['find'] = async (name) => (name === tool.name ? { ok: true, tool } : { ok: false, error: { kind: 'unknown', message: `there is no tool "${name}"` } })
  return { made, tools: () => ({ ...createToolbox({ workspace: '/', env: {} }), find, findIn: (_, name) => find(name) }) }
}

const work = (more: Partial<PromptWork> = {}): PromptWork => ({ type: 'prompt', kind: 'agent', prompt: 'Look it up', routes: [], output_format: '', max_turns: 0, tools: ['notes.search'], ...more })
const walk = (more: Partial<PromptWork> = {}): WalkPlan => ({
  kind: 'walk', dialect: 'flow', name: 'w', nodes: [{ id: 'write', needs: [], on_error: 'abort', work: work(more) }], edges: [], entry: 'write', max_node_executions: 100,
})
const dag = (more: Partial<PromptWork> = {}): LevelsPlan => ({ kind: 'levels', dialect: 'dag', name: 'd', nodes: [{ id: 'write', needs: [], work: work(more) }] })

type Scene = { readonly server: ModelServer; readonly events: readonly RunEvent[]; readonly status: string; readonly output: Json; readonly error: string | undefined; readonly kinds: readonly string[] }

async function run(plan: WalkPlan | LevelsPlan, reply: (request: ReceivedRequest) => Reply, tools: () => Toolbox, server?: ModelServer): Promise<Scene> {
  const asked = server ?? (await startOpenAiServer({ reply }))
  if (!server) open.push(() => asked.close())
  const executor = createExecutor({ env: { OPENAI_BASE_URL: asked.url }, tools })
  const { engine, store } = engineOn(executor)
  const { run: id, ended } = await engine.start({ plan, definition: { text: '' }, options: { ...fourAtOnce, model: 'openai-compatible:m' } })
  const state = await ended
  const events = await store.read(id)
  const node = state.nodes['write']
  return {
    server: asked, events, status: state.status, error: state.error?.message,
    output: node?.status === 'completed' ? node.output : null,
    kinds: events.flatMap((event) => (event.type === 'model.called' || event.type === 'tool.called' ? [`${event.type} ${event.key}`] : [])),
  }
}

const twoSearches = ({ results }: ReceivedRequest): Reply =>
  results.length === 0
    ? { text: 'I look.', calls: [{ name: 'notes_search', input: { query: 'a' } }, { name: 'notes_search', input: { query: 'b' } }] }
    : results.length === 2
      ? { text: '', calls: [{ name: 'notes_search', input: { query: results.join('+') } }] }
      : `Done: ${results.at(-1)}`

describe('an agent with tools', () => {
  const formats = [
    ['chat', (reply: (request: ReceivedRequest) => Reply) => startOpenAiServer({ reply }), 'openai-compatible:m', 'OPENAI_BASE_URL', 'k'],
    ['responses', (reply: (request: ReceivedRequest) => Reply) => startOpenAiServer({ reply: (request) => (request.protocol === 'chat' ? { status: 404, body: 'no' } : reply(request)) }), 'openai:m', 'OPENAI_BASE_URL', 'k'],
    ['messages', (reply: (request: ReceivedRequest) => Reply) => startAnthropicServer({ reply }), 'anthropic:m', 'ANTHROPIC_BASE_URL', 'k'],
  ] as const

  it.each(formats)('is asked again with what came of its calls (%s)', async (protocol, start, model, address, key) => {
    const server = await start(twoSearches)
    open.push(() => server.close())
    const { tools, made } = searching()
    const { engine } = engineOn(createExecutor({ env: { [address]: server.url, OPENAI_API_KEY: key, ANTHROPIC_API_KEY: key }, tools }))
    const state = await (await engine.start({ plan: walk(), definition: { text: '' }, options: { ...fourAtOnce, model } })).ended
    expect(state).toMatchObject({ status: 'completed', output: 'Done: found found a+found b' })
    expect(made.map(({ input }) => input)).toEqual([{ query: 'a' }, { query: 'b' }, { query: 'found a+found b' }])
    const asked = server.requests.filter((request) => request.protocol === protocol)
    expect(asked.map(({ results }) => results.length)).toEqual([0, 2, 3])
    expect(asked.map(({ prompt }) => prompt)).toEqual(['Look it up', 'Look it up', 'Look it up'])
    expect(asked[0]!.tools).toEqual(['notes_search'])
  })

  it.each(formats)('understands an answer that does not come as a stream (%s)', async (_, start, model, address, key) => {
    const server = await start((request) => {
      const reply = twoSearches(request)
      return typeof reply === 'string' ? { text: reply, whole: true } : { ...reply, whole: true } as Reply
    })
    open.push(() => server.close())
    const { engine } = engineOn(createExecutor({ env: { [address]: server.url, OPENAI_API_KEY: key, ANTHROPIC_API_KEY: key }, tools: searching().tools }))
    const state = await (await engine.start({ plan: walk(), definition: { text: '' }, options: { ...fourAtOnce, model } })).ended
    expect(state).toMatchObject({ status: 'completed', output: 'Done: found found a+found b' })
  })

  it('records each turn and each call, under keys of their own', async () => {
    const { tools, made } = searching()
    const { kinds, events } = await run(walk(), twoSearches, tools)
    expect(kinds).toEqual([
      'model.called write#1/turn-1', 'tool.called write#1/turn-1/call-1', 'tool.called write#1/turn-1/call-2',
      'model.called write#1/turn-2', 'tool.called write#1/turn-2/call-1', 'model.called write#1/turn-3',
    ])
    expect(events.find(({ type }) => type === 'tool.called')).toMatchObject({ tool: 'notes.search', input: { query: 'a' }, result: { result: 'found a' } })
    expect(made[1]!.key).toBe(`${events[0]!.run}/write#1/turn-1/call-2`)
  })

  it('runs in a dag too, for as many turns as it may', async () => {
    const stopped = await run(dag({ max_turns: 1 }), twoSearches, searching().tools)
    expect(stopped).toMatchObject({ status: 'completed', output: 'I look.' })
    expect(stopped.events.find(({ type }) => type === 'log')).toMatchObject({ node: 'write', message: expect.stringContaining('raise `max_turns`') })
    expect((await run(dag({ max_turns: 3 }), twoSearches, searching().tools)).output).toBe('Done: found found a+found b')
  })

  it('hears of what failed, and goes on', async () => {
    const { tools, made } = searching(() => {
      throw new ToolError('the notes are closed', 'Open them.')
    })
    const calls = [{ name: 'notes_search', input: { query: 'a' } }, { name: 'notes_search', input: { text: 'a' } }, { name: 'notes_search', input: '{broken' }, { name: 'delete_all', input: {} }]
    const { server, output, events } = await run(walk(), ({ results }) => (results.length === 0 ? { text: '', calls } : 'I could not.'), tools)
    expect(output).toBe('I could not.')
    expect(made).toHaveLength(1)
    expect(server.requests[1]!.results).toEqual([
      'notes.search: the notes are closed\nOpen them.',
      expect.stringContaining('the tool "notes.search" was not called'),
      'The tool was not called: its arguments are not JSON. Give them as one JSON object.',
      'There is no tool "delete_all". There are: notes_search.',
    ])
    expect(events.flatMap((event) => (event.type === 'tool.called' ? [event.failed] : []))).toEqual([true, true, true, true])
  })

  it('is not asked when one of its tools is missing', async () => {
    const { server, error, status } = await run(walk({ tools: ['notes.serch'] }), twoSearches, searching().tools)
    expect(status).toBe('failed')
    expect(error).toContain('there is no tool "notes.serch"')
    expect(server.requests).toEqual([])
  })

  it.each([
    ['model.called', 1], ['tool.called', 1], ['tool.called', 2], ['model.called', 2], ['tool.called', 3], ['model.called', 3],
  ] as const)('repeats nothing after a crash behind %s (%i)', async (type, count) => {
    const server = await startOpenAiServer({ reply: twoSearches })
    open.push(() => server.close())
    const { tools, made } = searching()
    const executor = createExecutor({ env: { OPENAI_BASE_URL: server.url }, tools })
    const store = createMemoryStore()
    let seen = 0
    const dying = engineOn(executor, {
      store,
      onAppended(event) {
        if (event.type === type && (seen += 1) === count) throw new Error('injected')
      },
    })
    const { run: id, ended } = await dying.engine.start({ plan: walk(), definition: { text: '' }, options: { ...fourAtOnce, model: 'openai-compatible:m' } })
    await expect(ended).rejects.toThrow('injected')
    const state = await (await engineOn(executor, { store }).engine.resume(id)).ended
    expect(state).toMatchObject({ status: 'completed', output: 'Done: found found a+found b' })
    expect(made).toHaveLength(3)
    expect(server.requests).toHaveLength(3)
  })
})

describe('an agent that is tried or stopped', () => {
  it('goes on where it failed when it is tried once more', async () => {
    let refusals = 0
    const plan = walk()
    const { tools, made } = searching()
    const { server, output, kinds } = await run(
      { ...plan, nodes: [{ ...plan.nodes[0]!, on_error: 'retry' }] },
      (request) => (request.results.length === 2 && (refusals += 1) === 1 ? { status: 400, message: 'not now' } : twoSearches(request)),
      tools,
    )
    expect(output).toBe('Done: found found a+found b')
    expect(made).toHaveLength(3)
    expect(server.requests.map(({ results }) => results.length)).toEqual([0, 2, 2, 3])
    expect(new Set(kinds).size).toBe(kinds.length)
  })

  it('begins no further call after a cancel, and a resume goes on behind the recorded ones', async () => {
    const server = await startOpenAiServer({ reply: ({ results }) => (results.length === 0 ? { text: '', calls: ['a', 'b', 'c'].map((query) => ({ name: 'notes_search', input: { query } })) } : `Done: ${results.join(' ')}`) })
    open.push(() => server.close())
    const queries: string[] = []
    let hold: { readonly reached: () => void; readonly late: Promise<void> } | null = null
    let free = (): void => {}
    const reached = new Promise<void>((resolve) => {
      hold = { reached: resolve, late: new Promise((end) => (free = end)) }
    })
    const { tools } = searching()
    const slow = (): Toolbox => {
      const toolbox = tools()
      return {
        ...toolbox,
        async find(name) {
          const found = await toolbox.find(name)
          if (!found.ok) return found
          return { ok: true, tool: { ...found.tool, async run(input) {
            const { query } = input as { readonly query: string }
            queries.push(query)
            if (query === 'b' && hold !== null) {
              hold.reached()
              await hold.late
            }
            return `found ${query}`
          } } }
        },
      }
    }
    const executor = createExecutor({ env: { OPENAI_BASE_URL: server.url }, tools: slow })
    const { engine, store } = engineOn(executor, { grace: 20 })
    const { run: id, ended } = await engine.start({ plan: walk(), definition: { text: '' }, options: { ...fourAtOnce, model: 'openai-compatible:m' } })
    await reached
    await engine.cancel(id, 'test')
    expect(await ended).toMatchObject({ status: 'cancelled', nodes: { write: { status: 'interrupted' } } })
    free()
    expect(queries).toEqual(['a', 'b'])
    hold = null
    const state = await (await engine.resume(id)).ended
    expect(state).toMatchObject({ status: 'completed', output: 'Done: found a found b found c' })
    expect(queries).toEqual(['a', 'b', 'b', 'c'])
    expect((await store.read(id)).filter(({ type }) => type === 'tool.called')).toHaveLength(3)
    expect(server.requests).toHaveLength(2)
  })
})

describe('the kinds of prompts in a walk', () => {
  const plain = (kind: PromptWork['kind'], more: Partial<PromptWork> = {}) => walk({ kind, tools: [], ...more })

  it.each([
    ['verifier', 'PASS\nAll fine.', { pass: true, text: 'PASS\nAll fine.' }],
    ['verifier', '\n**FAIL** because of b', { pass: false, text: '\n**FAIL** because of b' }],
    ['router', '`ship`\nIt is done.', { route: 'ship', text: '`ship`\nIt is done.' }],
    ['router', 'Ship.', { route: 'ship', text: 'Ship.' }],
    ['critic', 'Too long.', 'Too long.'],
  ] as const)('%s: %j', async (kind, text, output) => {
    expect(await run(plain(kind, { routes: ['ship', 'refine'] }), () => text, searching().tools)).toMatchObject({ status: 'completed', output })
  })

  it('ask once more for an answer of the right form, then fail', async () => {
    const mended = await run(plain('verifier'), ({ call, prompt }) => (call === 1 && prompt.startsWith('You are') ? 'Well, I would PASS it' : 'FAIL'), searching().tools)
    expect(mended).toMatchObject({ status: 'completed', output: { pass: false, text: 'FAIL' } })
    expect(mended.server.requests[1]!.prompt).toBe('Your answer did not begin with PASS or FAIL. Answer again, and begin with one of these words on a line of its own.')
    const lost = await run(plain('router', { routes: ['a', 'b'] }), () => 'neither', searching().tools)
    expect(lost).toMatchObject({ status: 'failed', kinds: ['model.called write#1/turn-1', 'model.called write#1/turn-2'] })
    expect(lost.error).toContain('the router named none of its routes (a, b), but began with "neither"')
  })

  it('are asked anew by a resume after answers of no use', async () => {
    let answer = 'hm'
    const server = await startOpenAiServer({ reply: () => answer })
    open.push(() => server.close())
    const executor = createExecutor({ env: { OPENAI_BASE_URL: server.url } })
    const { engine } = engineOn(executor)
    const { run: id, ended } = await engine.start({ plan: plain('verifier'), definition: { text: '' }, options: { ...fourAtOnce, model: 'openai-compatible:m' } })
    expect(await ended).toMatchObject({ status: 'failed', error: { kind: 'invalid-output' } })
    answer = 'PASS'
    expect(await (await engine.resume(id)).ended).toMatchObject({ status: 'completed', output: { pass: true } })
    expect(server.requests).toHaveLength(3)
  })

  it('hold by themselves when the model is simulated', async () => {
    for (const [kind, output] of [['verifier', { pass: true }], ['router', { route: 'b' }]] as const) {
      const { engine } = engineOn(createExecutor({ env: {} }))
      const state = await (await engine.start({ plan: plain(kind, { routes: ['b', 'c'] }), definition: { text: '' }, options: { ...fourAtOnce, model: 'simulated:echo' } })).ended
      expect(state).toMatchObject({ status: 'completed', output, nodes: { write: { simulated: true } } })
    }
  })

  it('are asked of the model of the file when the run names none', async () => {
    const { engine } = engineOn(createExecutor({ env: { HEDDLE_MODEL: 'openai-compatible:none@http://127.0.0.1:9/v1' } }))
    const state = await (await engine.start({ plan: { ...plain('agent'), model: 'simulated:echo' }, definition: { text: '' }, options: fourAtOnce })).ended
    expect(state).toMatchObject({ status: 'completed', nodes: { write: { simulated: true } } })
  })

  it('take their prompt with the input as material, or the input alone, and the system prompt of the file', async () => {
    const server = await startOpenAiServer()
    open.push(() => server.close())
    const { engine } = engineOn(createExecutor({ env: { OPENAI_BASE_URL: server.url } }))
    const node = (prompt: string, input?: string): WalkPlan => {
      const plan = plain('agent', { prompt })
      return { ...plan, system_prompt: 'Be brief.', nodes: [{ ...plan.nodes[0]!, ...(input === undefined ? {} : { input }) }] }
    }
    const ask = async (plan: WalkPlan) => (await engine.start({ plan, definition: { text: '' }, inputs: { trigger: 'rain' }, options: { ...fourAtOnce, model: 'openai-compatible:m' } })).ended
    await ask(node('', 'About {{ .trigger }}'))
    await ask(node('Write on {{ .trigger }}'))
    await ask(node('Sum up', 'the {{ .trigger }}'))
    expect(server.requests.map(({ system }) => system)).toEqual(['Be brief.', 'Be brief.', 'Be brief.'])
    expect(server.requests.map(({ prompt }) => prompt)).toEqual(['About rain', 'Write on rain', expect.stringMatching(/the rain[^]*Sum up/)])
    expect(await ask(node(''))).toMatchObject({ status: 'failed', error: { kind: 'invalid-input', message: expect.stringContaining('nothing is asked') } })
  })
})
