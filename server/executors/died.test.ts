import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseDefinition, planOf, type RunState, type WalkPlan } from '../../src/core/index.ts'
import type { Engine } from '../engine/index.ts'
import { runPlan } from '../engine/testing/bench.ts'
import { folderWith } from '../tools/testing/calls.ts'
import { mcpProgram } from '../tools/testing/mcp-program.ts'
import { createToolbox } from '../tools/toolbox.ts'
import { createExecutor } from './index.ts'

const MODULE = `
import { appendFileSync, existsSync } from 'node:fs'
import { defineTool } from 'heddle'
const act = (name: string, before: (context: any) => unknown = () => {}) => async (_: unknown, context: any) => {
  appendFileSync('calls.txt', name + '\\n')
  await before(context)
  if (existsSync('mended')) return name + ' done'
  process.exit(9)
}
export const silent = defineTool({ name: 'silent', run: act('silent') })
export const safe = defineTool({ name: 'safe', idempotent: true, run: act('safe') })
export const asked = defineTool({ name: 'asked', raises: ['mail::send'], run: act('asked', ({ raise }) => raise('mail::send', {})) })
export const unasked = defineTool({ name: 'unasked', raises: ['mail::send'], run: act('unasked') })
export const says = defineTool({ name: 'says', run: async (_, context) => { appendFileSync('calls.txt', 'says\\n'); throw new Error('no') } })
`
const SERVER = mcpProgram(
  { plain: 'process.exit(4)', look: 'process.exit(4)', no: 'text(id, "no such thing", { isError: true })', odd: 'say({ id, result: { content: "none" } })', late: 'process.stdout.write("{half of a mess"); process.kill(process.pid, "SIGKILL")' },
  { annotations: { look: { readOnlyHint: true } } },
)

const folder = (): Promise<string> => folderWith({ 'tools.ts': MODULE, '.mcp.json': JSON.stringify({ mcpServers: { by: SERVER } }) })

function planFor(tool: string): WalkPlan {
  const { definition, diagnostics } = parseDefinition(`id: s\nname: s\nworkflow:\n  steps:\n    - {id: n, tool: ${tool}, on_error: retry}\n`, 'yaml')
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return planOf(definition) as WalkPlan
}

async function run(workspace: string, plan: WalkPlan): Promise<{ readonly state: RunState; readonly engine: Engine; calls(): readonly string[] }> {
  const executor = createExecutor({ env: {}, workspace, tools: () => createToolbox({ workspace, env: { ...process.env, XDG_STATE_HOME: join(workspace, 'state') }, modules: ['./tools.ts'], trusted: true }) })
  const { state, engine } = await runPlan(plan, executor, { decide: () => ({ approved: true, by: 'the test' }) })
  const calls = (): readonly string[] => (existsSync(join(workspace, 'calls.txt')) ? readFileSync(join(workspace, 'calls.txt'), 'utf8').trim().split('\n') : [])
  return { state, engine, calls }
}

describe('a tool that dies in the middle of a call', { timeout: 60_000 }, () => {
  it.each([
    ['silent', ['the tool "silent"'], 'ended by itself (exit code 9)'],
    ['asked', ['mail::send'], 'ended by itself (exit code 9)'],
    ['by.plain', ['mcp::by::plain'], 'the MCP server "by" gave no answer: it ended by itself (exit code 4)'],
    ['by.late', ['mcp::by::late'], 'gave no answer: it ended by itself (SIGKILL)'],
    ['by.odd', ['mcp::by::odd'], 'gave no answer: its answer is not what MCP asks for'],
  ])('is not called again, and a resume asks first: %s', async (tool, began, message) => {
    const workspace = await folder()
    const { state, engine, calls } = await run(workspace, planFor(tool))
    expect(calls()).toHaveLength(1)
    expect(state).toMatchObject({ status: 'failed', nodes: { n: { error: { kind: 'unknown-outcome', began, message: expect.stringContaining(message), hint: expect.stringContaining('--retry-unknown') } } } })
    expect(state.error?.message).toContain(`it is not known whether ${began[0]} was done: it is not tried again`)
    await expect(engine.resume(state.run)).rejects.toMatchObject({ name: 'OutcomeUnknown', unknown: [{ node: 'n', effects: began }] })
    expect(calls()).toHaveLength(1)
    await (await engine.resume(state.run, { retryUnknown: true })).ended
    expect(calls()).toHaveLength(2)
  })

  it.each([
    ['safe', 'may be done twice'],
    ['by.look', 'only reads'],
    ['unasked', 'says what it does before it does it, and had not'],
    ['says', 'said that it failed'],
    ['by.no', 'said that it failed'],
  ])('is called once more, and by a resume, where it %s: %s', async (tool) => {
    const workspace = await folder()
    const { state, engine, calls } = await run(workspace, planFor(tool))
    expect([calls().length, state.nodes.n]).toMatchObject([2, { status: 'failed', error: { kind: 'tool' } }])
    await (await engine.resume(state.run)).ended
    expect(calls()).toHaveLength(4)
  })
})
