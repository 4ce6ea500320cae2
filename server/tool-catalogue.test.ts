import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Plan } from '../src/core/index.ts'
import { readWorkspaceConfig } from './config.ts'
import { createAgents } from './executors/index.ts'
import { decide } from './policy/decide.ts'
import { createToolCatalogue } from './tool-catalogue.ts'
import { folderWith } from './tools/testing/calls.ts'

const plan: Plan = { kind: 'levels', dialect: 'dag', name: 'p', nodes: [{ id: 'a', needs: [], work: { type: 'tool', tool: 'write' } }, { id: 'b', needs: [], work: { type: 'tool', tool: 'note' } }] }

async function catalogue(files: { readonly [path: string]: string }) {
  const [workspace, state] = [await folderWith(files), await folderWith()]
  const tools = createToolCatalogue({ env: { ...process.env, XDG_STATE_HOME: state }, workspace, readConfig: () => readWorkspaceConfig(workspace), agents: createAgents(workspace) })
  return { workspace, tools }
}

describe('the catalogue of tools', () => {
  it('lists what may be listed, and more once the folder is trusted', async () => {
    const { workspace, tools } = await catalogue({ 'heddle.json': '{"tools": ["./t.ts"]}', 't.ts': 'import { writeFileSync } from "node:fs"; import { defineTool } from "heddle"; writeFileSync("ran", ""); export const note = defineTool({ name: "note", raises: ["test::note"], run: () => 1 })' })
    const before = await tools.list()
    expect(before).toMatchObject({ trusted: false, modules: [{ module: './t.ts', tools: [], problem: expect.stringContaining('not trusted') }, { module: 'std::fs' }, {}, {}, {}, {}, {}] })
    expect(existsSync(join(workspace, 'ran'))).toBe(false)
    expect(await tools.approvals(plan, 'text', [])).toMatchObject({ ok: true, open: [] })
    await tools.trust(true)
    expect(await tools.list()).toMatchObject({ trusted: true, modules: [{ module: './t.ts', tools: [{ name: 'note', raises: ['test::note'] }] }, {}, {}, {}, {}, {}, {}] })
    expect(await tools.approvals(plan, 'text', ['std::write'])).toMatchObject({ ok: true, open: [{ effect: 'test::note', nodes: ['b'], tools: ['note'] }] })
    await tools.trust(false)
    // What was seen before of the same text is still known; it does not run.
    expect(await tools.look([], (describe) => describe('note'))).toMatchObject({ ok: true, info: { module: './t.ts' } })
    await writeFile(join(workspace, 't.ts'), 'export {}')
    expect(await tools.look([], (describe) => describe('note'))).toMatchObject({ ok: null, problem: { kind: 'untrusted' } })
  })

  it('reads the folder once for a text, however many tools that names', async () => {
    let reads = 0
    const workspace = await folderWith()
    const tools = createToolCatalogue({ env: {}, workspace, readConfig: () => Promise.resolve({ config: {}, read: (reads += 1) }), agents: createAgents(workspace) })
    await tools.look([], (describe) => Promise.all(['read', 'write', 'nowhere'].map(describe)))
    expect(reads).toBe(1)
  })

  it('lets the policy of a folder say yes only once the folder is trusted', async () => {
    const { tools } = await catalogue({ 'heddle.json': '{"policy": "p.json"}', 'p.json': '{"*": [{"match": {"path": "secret/**"}, "action": "reject"}, {"action": "approve"}]}' })
    const only = { ...plan, nodes: plan.nodes.slice(0, 1) }
    const stranger = await tools.approvals(only, 'text', [])
    expect(stranger).toMatchObject({ ok: true, rules: [{ effect: '*', action: 'reject' }, { effect: '*', action: 'ask', source: 'p.json, which approves only in a trusted folder,' }], open: [{}] })
    await tools.trust(true)
    expect(await tools.approvals(only, 'text', [])).toMatchObject({ ok: true, rules: [{ action: 'reject' }, { action: 'approve' }], open: [] })
  })

  it('puts what the user approves after the rules of the folder', async () => {
    const { tools } = await catalogue({ 'heddle.json': '{"policy": "p.json"}', 'p.json': '{"std::write": [{"match": {"path": "secret/**"}, "action": "reject"}, {"action": "ask"}]}' })
    const only = { ...plan, nodes: plan.nodes.slice(0, 1) }
    expect(await tools.approvals(only, 'text', [])).toMatchObject({ ok: true, open: [{ effect: 'std::write' }] })
    const approved = await tools.approvals(only, 'text', ['std::write'])
    if (!approved.ok) throw new Error(approved.reason)
    expect(approved.open).toEqual([])
    expect(decide('std::write', { path: 'a.md' }, approved.rules)).toMatchObject({ approved: true })
    expect(decide('std::write', { path: 'secret/a.md' }, approved.rules)).toMatchObject({ approved: false })
    const broken = await catalogue({ 'heddle.json': '{"policy": "p.json"}', 'p.json': '{' })
    expect(await broken.tools.approvals(only, 'text', [])).toMatchObject({ ok: false, reason: expect.stringContaining('p.json is not JSON') })
  })
})
