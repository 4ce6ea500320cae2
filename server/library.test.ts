import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  DefinitionError,
  MissingExecutorError,
  defineTool,
  loadWorkflowFile,
  openStore,
  resumeRun,
  runWorkflow,
  validateWorkflow,
  verifyRun,
  type Executor,
  type ExecutorInputs,
  type ExecutorNode,
  type NodeDelta,
  type RunEvent,
  type StepsDefinition,
  type WalkResult,
} from './library.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'heddle-library-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const notes = {
  name: 'release-notes',
  nodes: [
    { id: 'collect', prompt: 'List the commits.' },
    { id: 'draft', needs: ['collect'], prompt: 'Write notes.', output_format: 'Markdown' },
    { id: 'check', kind: 'Verifier', needs: ['draft'], prompt: ' Check. ' },
  ],
}

describe('runWorkflow', () => {
  it('gives the result of the format', async () => {
    const result = await runWorkflow(notes, { executor: async (_, node) => `${node.id} done` })
    expect(result).toMatchObject({
      name: 'release-notes',
      success: true,
      order: ['collect', 'draft', 'check'],
      results: { collect: { id: 'collect', success: true, output: 'collect done' } },
    })
    expect(Object.keys(result.results)).toEqual(['collect', 'draft', 'check'])
    expect(result.duration).toBe((Date.parse(result.ended_at) - Date.parse(result.started_at)) * 1_000_000)
  })

  it('hands each node, normalised, and the results that it needs to the executor', async () => {
    const seen: [string, string | undefined, string, ExecutorInputs][] = []
    class Recorder {
      readonly prefix = '> '
      async executeNode(...[context, node, inputs]: Parameters<Extract<Executor, (...args: never[]) => unknown>>): Promise<string> {
        expect(context.signal.aborted).toBe(false)
        seen.push([node.id, node.kind, node.prompt, inputs])
        return this.prefix + node.id
      }
    }
    await runWorkflow(notes, { executor: new Recorder() })
    expect(seen.map(([id, kind, prompt]) => [id, kind, prompt])).toEqual([
      ['collect', 'agent', 'List the commits.'],
      ['draft', 'agent', 'Write notes.'],
      ['check', 'verifier', 'Check.'],
    ])
    expect(Object.keys(seen[2]![3])).toEqual(['draft'])
    expect(seen[2]![3]['draft']).toMatchObject({ id: 'draft', success: true, output: '> draft', started_at: expect.any(String) as string })
  })

  it('shows a node that fails in the result, and does not reject', async () => {
    const result = await runWorkflow(notes, {
      executor(_, node) {
        if (node.id === 'draft') throw new Error('out of ink')
        return 'x'
      },
    })
    expect(result).toMatchObject({ success: false, order: ['collect', 'draft'], results: { draft: { error: 'out of ink' }, check: { error: 'dependency "draft" failed', duration: 0 } } })
  })

  it('takes any JSON as an output, and nothing else', async () => {
    const outputs = new Map<string, unknown>([['collect', { list: [1] }], ['draft', undefined]])
    const result = await runWorkflow(notes, { executor: async (_, { id }) => outputs.get(id) as string })
    expect(result.results).toMatchObject({ collect: { output: { list: [1] } }, draft: { success: false, error: 'its executor returned nothing: it must return a text or another JSON value' } })
  })

  it('rejects an invalid definition with everything that is wrong, before anything runs', async () => {
    let calls = 0
    const run = runWorkflow({ nodes: [{ id: 'a', needs: ['zz'] }, { id: 'a', prompt: 'p' }] }, { executor: async () => String((calls += 1)) })
    const error: unknown = await run.catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(DefinitionError)
    expect((error as DefinitionError).diagnostics.map(({ code }) => code)).toEqual(expect.arrayContaining(['node/missing-prompt', 'node/duplicate-id', 'needs/unknown']))
    expect(calls).toBe(0)
    await expect(runWorkflow(null)).rejects.toThrow(DefinitionError)
  })

  it.each([[null], [{}], ['model'], [{ executeNode: 'x' }]])('rejects %j as an executor', async (executor) => {
    await expect(runWorkflow(notes, { executor: executor as unknown as Executor })).rejects.toThrow(MissingExecutorError)
  })

  it('tells of every event, in order, and of live text', async () => {
    const events: (RunEvent | NodeDelta)[] = []
    const result = await runWorkflow(notes, {
      executor: async (context, { id }) => {
        context.delta(`${id}...`)
        await new Promise((resolve) => setTimeout(resolve, 5))
        return id
      },
      onEvent: (event) => events.push(event),
    })
    const durable = events.filter((event): event is RunEvent => event.type !== 'node.output')
    expect(durable.map(({ seq }) => seq)).toEqual(durable.map((_, place) => place + 1))
    expect(durable.at(-1)?.type).toBe('run.completed')
    expect(events.filter(({ type }) => type === 'node.output')).toMatchObject([{ text: 'collect...' }, { text: 'draft...' }, { text: 'check...' }])
    expect(durable.every(({ run }) => run === result.run_id)).toBe(true)
  })

  it('cancels when the signal says so, also before it began', async () => {
    const abort = new AbortController()
    const result = await runWorkflow(notes, {
      signal: abort.signal,
      executor: (context, { id }) => {
        if (id === 'collect') return 'x'
        setTimeout(() => abort.abort(), 1)
        return new Promise((_, reject) => context.signal.addEventListener('abort', () => reject(context.signal.reason as Error)))
      },
    })
    expect(result).toMatchObject({ success: false, results: { collect: { success: true }, draft: { error: 'cancelled' }, check: { error: 'not run: the run was cancelled' } } })
    const calls: string[] = []
    const none = await runWorkflow(notes, { signal: AbortSignal.abort(), executor: async (_, { id }) => { calls.push(id); return id } })
    expect(none.success).toBe(false)
    expect(calls.length).toBeLessThan(3)
  })

  it('runs at most as many nodes at once as it may', async () => {
    let running = 0
    let most = 0
    const executor = async (): Promise<string> => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 2))
      running -= 1
      return 'x'
    }
    const wide = { name: 'wide', nodes: Array.from({ length: 9 }, (_, n) => ({ id: `n${n}`, prompt: 'p' })) }
    await runWorkflow(wide, { executor, maxParallel: 2 })
    expect(most).toBe(2)
    await runWorkflow(wide, { executor, maxParallel: 0 })
    expect(most).toBe(4)
  })
})

describe('runWorkflow of steps and flows', () => {
  const report = {
    name: 'report',
    workflow: {
      steps: [
        { id: 'look', tool: 'lookup', input: '{"topic": {{ .trigger }}}', output: 'facts' },
        { id: 'skip', tool: 'lookup', if: '{{ eq .facts.count 0 }}', input: '' },
        { id: 'note', tool: 'note', input: '{{ .facts.topic }}: {{ .facts.count }}', output: 'noted' },
      ],
    },
  }
  const review = {
    name: 'review',
    nodes: [
      { id: 'draft', kind: 'agent', prompt: 'Write about {{ .trigger.topic }}', output: 'draft' },
      { id: 'check', kind: 'verifier', prompt: 'Check it', input: '{{ .draft }}', output: 'verdict' },
    ],
    edges: [{ from: 'draft', to: 'check', max_iterations: 2 }, { from: 'check', to: 'draft', if: '{{ not .verdict.pass }}' }],
  }
  const lookup = defineTool({ name: 'lookup', input: { type: 'object', properties: { topic: { type: 'string' } }, required: ['topic'] }, run: async (input) => ({ topic: (input as { topic: string }).topic, count: 3 }) })
  const noting = (notes: string[]) => defineTool({
    name: 'note',
    input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    raises: ['notes::add'],
    async run(input, { raise }) {
      const { text } = input as { text: string }
      await raise('notes::add', { text })
      return notes.push(text)
    },
  })

  it('call tools of the program, whose effects are approved by name or by a policy', async () => {
    const noted: string[] = []
    const tools = [lookup, noting(noted)]
    const result = await runWorkflow(report, { tools, trigger: 'rain', approve: ['notes::add'] })
    // The type of the definition tells that of the result.
    const steps: WalkResult['steps'] = result.steps
    expect(result).toMatchObject({ name: 'report', success: true, output: 1, error: null })
    expect(steps.map(({ visit, status, output }) => [visit, status, output])).toEqual([['look#1', 'completed', { topic: 'rain', count: 3 }], ['skip#1', 'skipped', null], ['note#1', 'completed', 1]])
    expect(noted).toEqual(['rain: 3'])
    expect(await runWorkflow(report, { tools, trigger: 'rain', policy: { 'notes::add': [{ match: { text: 'rain*' }, action: 'approve' }] } })).toMatchObject({ success: true })
    expect(await runWorkflow(report, { tools, trigger: 'snow', policy: { 'notes::add': [{ match: { text: 'rain*' }, action: 'approve' }] } })).toMatchObject({ success: false, error: '"note" failed: notes::add: no rule approves this; name it in `approve`, or give a `policy`' })
    expect(await runWorkflow(report, { tools, trigger: 'rain', approve: ['notes::add'], reject: ['notes::add'] })).toMatchObject({ success: false, error: expect.stringContaining('rejected by `reject`') as string })
    expect(noted).toEqual(['rain: 3', 'rain: 3'])
  })

  it('use what comes with Heddle, in the folder that is named', async () => {
    const workspace = folder()
    const file = { name: 'w', workflow: { steps: [{ id: 'w', tool: 'write', input: '{"path": "out.txt", "content": {{ .trigger }}}' }] } }
    expect(await runWorkflow(file, { workspace, trigger: 'hello', approve: ['std::write'] })).toMatchObject({ success: true })
    expect(readFileSync(join(workspace, 'out.txt'), 'utf8')).toBe('hello')
  })

  it('refuse tools and policies that are none', async () => {
    await expect(runWorkflow(report, { tools: [{ name: 'note' } as never] })).rejects.toThrow(TypeError)
    await expect(runWorkflow(report, { tools: [lookup, lookup] })).rejects.toThrow(/two of `tools` are called "lookup"/)
    await expect(runWorkflow(report, { tools: [lookup], policy: { x: [{ action: 'maybe' as never }] } })).rejects.toThrow(/policy: x.0.action/)
    await expect(runWorkflow(report, { policy: join(folder(), 'none.json') })).rejects.toThrow(/there is no policy file/)
  })

  it('refuse a trigger that is not JSON: a resumed run would be given another', async () => {
    const at = new Date(0)
    await expect(runWorkflow(review, { trigger: { at } as never, executor: () => 'x' })).rejects.toThrow(new TypeError('the trigger is not JSON: at is an object of class Date'))
  })

  it('hand each visit to an executor, with its templates filled in and the variables', async () => {
    const seen: [ExecutorNode, unknown][] = []
    let checks = 0
    const result = await runWorkflow(review, {
      trigger: { topic: 'rain' },
      executor: (context, node, variables) => {
        seen.push([node, { ...variables }])
        if (node.kind === 'verifier') return { pass: (checks += 1) > 1, text: 'read' }
        return `draft ${context.visit}`
      },
    })
    expect(result.steps.map(({ visit }) => visit)).toEqual(['draft#1', 'check#1', 'draft#2', 'check#2'])
    expect(seen[0]).toMatchObject([{ id: 'draft', kind: 'agent', prompt: 'Write about rain' }, { trigger: { topic: 'rain' } }])
    expect(seen[1]![0].prompt).toContain('Check it')
    expect(seen[1]![0].prompt).toContain('draft 1')
    expect(seen[3]![1]).toEqual({ trigger: { topic: 'rain' }, draft: 'draft 2', verdict: { pass: false, text: 'read' } })
    const calls: unknown[] = []
    await runWorkflow(report, { trigger: 'rain', executor: async (_, { kind, tool, input }, { facts }) => { calls.push([kind, tool, input, facts]); return { topic: 'T', count: 1 } } })
    expect(calls).toEqual([['tool', 'lookup', { topic: 'rain' }, undefined], ['tool', 'note', 'T: 1', { topic: 'T', count: 1 }]])
  })

  it('are loaded from files, and resumed', async () => {
    const file = join(folder(), 'report.json')
    writeFileSync(file, JSON.stringify(report))
    const definition = await loadWorkflowFile(file)
    expect('workflow' in definition && 'steps' in definition.workflow && definition.workflow.steps.length).toBe(3)
    const store = openStore('memory:')
    const noted: string[] = []
    const broken = defineTool({ name: 'note', run: () => { throw new Error('no paper') } })
    const steps = definition as StepsDefinition
    expect(await runWorkflow(steps, { store, runId: 'r', tools: [lookup, broken], trigger: 'rain', approve: ['notes::add'] })).toMatchObject({ success: false, error: '"note" failed: note: no paper' })
    expect(await resumeRun('r', { store, tools: [lookup, noting(noted)] })).toMatchObject({ success: true, output: 1 })
    expect(noted).toEqual(['rain: 3'])
  })
})

describe('a store', () => {
  const executor = async (): Promise<string> => 'x'

  it('keeps runs, which can be verified and resumed', async () => {
    const dir = folder()
    const store = openStore(dir)
    let broken = true
    const flaky: Executor = async (_, { id }) => {
      if (id === 'draft' && broken) throw new Error('x')
      return id
    }
    const first = await runWorkflow(notes, { executor: flaky, store, runId: 'nightly' })
    expect(first).toMatchObject({ success: false, run_id: 'nightly' })
    await expect(runWorkflow(notes, { executor, store, runId: 'nightly' })).rejects.toMatchObject({ name: 'RunExists' })
    expect(await verifyRun('nightly', { store })).toMatchObject({ ok: true })
    await store.close()

    const again = openStore(pathToFileURL(join(dir, 'runs.db')))
    broken = false
    const calls: string[] = []
    const events: number[] = []
    const counting: Executor = async (_, { id }) => { calls.push(id); return id }
    expect(await resumeRun('nightly', { store: again, executor: counting, onEvent: (event) => 'seq' in event && events.push(event.seq) })).toMatchObject({ success: true, order: ['collect', 'draft', 'check'] })
    expect(calls).toEqual(['draft', 'check'])
    expect(events[0]).toBe((await again.read('nightly')).find(({ type }) => type === 'run.resumed')?.seq)
    await expect(resumeRun('nightly', { store: again, executor })).rejects.toMatchObject({ name: 'RunFinished' })
    await expect(resumeRun('unknown', { store: again, executor })).rejects.toMatchObject({ name: 'RunNotFound' })
    await expect(verifyRun('unknown', { store: again })).rejects.toMatchObject({ name: 'RunNotFound' })
    await again.close()
  })

  it('is opened by folder, file, address, or in memory', async () => {
    const dir = folder()
    for (const [place, file] of [
      [dir, join(dir, 'runs.db')],
      [join(dir, 'new', 'runs'), join(dir, 'new', 'runs', 'runs.db')],
      [join(dir, 'other.db'), join(dir, 'other.db')],
      [pathToFileURL(join(dir, 'by-address')).href, join(dir, 'by-address', 'runs.db')],
    ] as const) {
      const store = openStore(place)
      await runWorkflow(notes, { executor, store })
      await store.close()
      expect(existsSync(file)).toBe(true)
    }
    const store = openStore('memory:')
    await runWorkflow(notes, { executor, store, runId: 'r' })
    expect(await verifyRun('r', { store })).toMatchObject({ ok: true })
    expect(() => openStore('postgres://localhost/heddle')).toThrow(/postgres: is no kind of run store/)
  })
})

describe('loadWorkflowFile', () => {
  it('reads YAML and JSON by name', async () => {
    const dir = folder()
    writeFileSync(join(dir, 'a.yaml'), 'name: a\nnodes:\n  - id: x\n    prompt: p\n')
    writeFileSync(join(dir, 'b.JSON'), '{"name":"b","nodes":[{"id":"x","prompt":"p"}]}')
    expect(await loadWorkflowFile(join(dir, 'a.yaml'))).toMatchObject({ name: 'a', nodes: [{ id: 'x', prompt: 'p', needs: [] }] })
    expect(await loadWorkflowFile(join(dir, 'b.JSON'))).toMatchObject({ name: 'b' })
  })

  it('rejects with every problem and its place', async () => {
    const file = join(folder(), 'bad.yaml')
    writeFileSync(file, 'name: bad\nnodes:\n  - id: a\n  - id: a\n    prompt: p\n    needs: [zz]\n')
    const error = (await loadWorkflowFile(file).catch((cause: unknown) => cause)) as DefinitionError
    expect(error).toBeInstanceOf(DefinitionError)
    expect(error.diagnostics.map(({ code }) => code)).toEqual(expect.arrayContaining(['node/missing-prompt', 'node/duplicate-id', 'needs/unknown']))
    expect(error.diagnostics.every(({ range }) => range !== undefined)).toBe(true)
    expect(error.message).toContain(file)
  })

  it('says what is wrong with a file that is no text, and which one is missing', async () => {
    const dir = folder()
    writeFileSync(join(dir, 'latin.yaml'), Buffer.from('name: caf\xe9\n', 'latin1'))
    writeFileSync(join(dir, 'wide.yaml'), Buffer.from('\ufeffname: x\n', 'utf16le'))
    await expect(loadWorkflowFile(join(dir, 'latin.yaml'))).rejects.toMatchObject({ diagnostics: [{ code: 'text/not-utf8' }] })
    await expect(loadWorkflowFile(join(dir, 'wide.yaml'))).rejects.toThrow(/UTF-16/)
    await expect(loadWorkflowFile(join(dir, 'none.yaml'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('checks a definition from code', () => {
    expect(validateWorkflow(notes)).toEqual([])
    expect(validateWorkflow(undefined).some(({ severity }) => severity === 'error')).toBe(true)
  })
})
