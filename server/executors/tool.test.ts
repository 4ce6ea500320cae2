import { describe, expect, it } from 'vitest'
import type { Json, PlanNode, ToolWork } from '../../src/core/index.ts'
import { createEngine, createIds, systemClock, type Executor } from '../engine/index.ts'
import { createMemoryStore } from '../store/memory.ts'
import { createOwner } from '../store/owner.ts'
import { folderWith } from '../tools/testing/calls.ts'
import type { Tool, Toolbox } from '../tools/tool.ts'
import { createExecutor } from './index.ts'

const node = (work: Partial<ToolWork>): PlanNode => ({ id: 'n', needs: [], work: { type: 'tool', tool: 'echo', ...work } })

/** Gives every tool node the input of its name: what a walk does with templates. */
function withInputs(executor: Executor, inputs: { readonly [id: string]: { readonly input: string; readonly prompt?: string } }): Executor {
  return { ...executor, render: (given, needed) => executor.render(given, needed, { prompt: '', ...(inputs[given.id] ?? { input: '' }) }) }
}

describe('a tool node', () => {
  it.each<[string, string | undefined, Json]>([
    ['{"a": 1}', undefined, { a: 1 }],
    ['', undefined, {}],
    ['text', undefined, 'text'],
    ['{"a": 1}', 'Be brief', { a: 1, prompt: 'Be brief' }],
    ['{"prompt": "own"}', 'Be brief', { prompt: 'own' }],
    ['text', 'Be brief', 'text'],
  ])('records the input %j with the prompt %j as %j', (input, prompt, recorded) => {
    const executor = createExecutor({ env: {} })
    expect(executor.render(node(prompt === undefined ? {} : { prompt }), new Map(), { input, prompt: prompt ?? '' })).toEqual(recorded)
  })

  it('calls its tool, with approval of what it does, and its failure is that of the node', async () => {
    const workspace = await folderWith({ 'a.txt': 'A' })
    const executor = withInputs(createExecutor({ env: {}, workspace }), { good: { input: '{"path": "a.txt"}' }, bad: { input: '{"pth": "a.txt"}' }, none: { input: '' } })
    const engine = createEngine({ store: createMemoryStore(), clock: systemClock, ids: createIds(systemClock), executor, owner: createOwner(), decide: (effect) => ({ approved: true, by: `rule for ${effect}` }) })
    const nodes: PlanNode[] = [{ id: 'good', needs: [], work: { type: 'tool', tool: 'read' } }, { id: 'bad', needs: [], work: { type: 'tool', tool: 'read' } }, { id: 'none', needs: [], work: { type: 'tool', tool: 'raed' } }]
    const handle = await engine.start({ plan: { kind: 'levels', dialect: 'dag', name: 't', nodes }, definition: { text: '' }, options: { maxParallel: 4, schedule: 'levels' } })
    const { nodes: ended } = await handle.ended
    expect(ended.good).toMatchObject({ status: 'completed', input: { path: 'a.txt' }, output: 'A' })
    expect(ended.bad).toMatchObject({ status: 'failed', error: { kind: 'invalid-input', message: expect.stringContaining('path is missing') } })
    expect(ended.none).toMatchObject({ status: 'failed', error: { kind: 'unknown-tool', message: expect.stringContaining('did you mean "read"?') } })
    await engine.close()
  })

  it('has one toolbox a run, closed when the attempt is over', async () => {
    const closed: string[] = []
    const tool: Tool = { name: 'own', module: './own.ts', description: '', input: { type: 'object', additionalProperties: false }, raises: [], run: async (input) => input }
    const made: string[] = []
    const tools = (run: string): Toolbox => {
      made.push(run)
      const found = { ok: true, tool } as const
      return { workspace: '/', find: async () => found, findIn: async () => found, close: async () => void closed.push(run) }
    }
    // A prompt is no argument of a tool that takes none.
    const executor = withInputs(createExecutor({ env: {}, tools }), { a: { input: '', prompt: 'P' }, b: { input: '', prompt: 'P' } })
    const engine = createEngine({ store: createMemoryStore(), clock: systemClock, ids: createIds(systemClock), executor, owner: createOwner() })
    const nodes: PlanNode[] = ['a', 'b'].map((id) => ({ id, needs: [], work: { type: 'tool', tool: 'own', prompt: 'P' } }))
    const handle = await engine.start({ plan: { kind: 'levels', dialect: 'dag', name: 't', nodes }, definition: { text: '' }, options: { maxParallel: 4, schedule: 'levels' } })
    expect(await handle.ended).toMatchObject({ status: 'completed', nodes: { a: { input: { prompt: 'P' }, output: {} } } })
    await engine.close()
    expect(made).toEqual([handle.run])
    expect(closed).toEqual([handle.run])
  })
})
