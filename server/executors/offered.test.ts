import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/core/index.ts'
import type { Executor } from '../engine/index.ts'
import { runPlan } from '../engine/testing/bench.ts'
import { stepsOf } from '../engine/testing/walks.ts'
import { ToolError, type Tool, type Toolbox, type ToolErrorKind } from '../tools/tool.ts'
import { offerTools } from './offered.ts'

/** An agent of one turn whose tool does not answer as it should. */
async function run(kind: ToolErrorKind, more: Partial<Tool>) {
  const called: string[] = []
  const tool: Tool = {
    name: 'send', module: './own.ts', description: '', input: {}, raises: ['mail::send'], ...more,
    async run(_, context) {
      called.push(context.idempotencyKey)
      await context.raise('mail::send', {})
      throw new ToolError('no answer', undefined, undefined, kind)
    },
  }
  const found = { ok: true, tool } as const
  const toolbox: Toolbox = { workspace: '/', find: async () => found, findIn: async () => found, close: async () => {} }
  let told: Json = null
  const executor: Executor = {
    render: () => null,
    async execute(context) {
      const tools = await offerTools(toolbox, ['send'], [])
      told = await context.step<Json>('turn-1/call-1', async () => {
        const { result, failed } = await tools.call(context, { id: 'c', name: 'send', input: {} }, 'turn-1/call-1')
        return { result, tool: 'send', input: {}, ...(failed ? { failed } : {}) }
      })
      return { output: 'went on' }
    },
  }
  const { state } = await runPlan(stepsOf({ id: 'n', tool: 'agent', on_error: 'retry' }), executor, { decide: () => ({ approved: true, by: 'the test' }) })
  return { state, told, called: called.length }
}

describe('a tool that an agent called', () => {
  it('and that died over what is not to be done twice is for a person to look at, not for the model', async () => {
    const { state, told, called } = await run('lost', {})
    expect([state.status, told, called]).toEqual(['failed', null, 1])
    expect(state.nodes.n).toMatchObject({ error: { kind: 'unknown-outcome', began: ['mail::send'] } })
  })

  it.each<[string, ToolErrorKind, Partial<Tool>, Json]>([
    ['died and may be called again', 'lost', { idempotent: true }, 'send: no answer'],
    ['said that it failed', 'tool', {}, 'send: no answer'],
    ['gave up for its time', 'timeout', {}, 'send: no answer\nIt is not known whether it was done: look before you do it again.'],
  ])('and that %s is told of to the model', async (_, kind, more, answer) => {
    const { state, told, called } = await run(kind, more)
    expect([state.status, told, called]).toEqual(['completed', answer, 1])
  })
})
