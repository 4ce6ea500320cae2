import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { folderWith, heddle, removeProgram } from './testing/program.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()))
})
afterAll(removeProgram)

const module = `
import { appendFileSync } from 'node:fs'
import { defineTool } from 'heddle'
appendFileSync('loaded.txt', 'x')
export const note = defineTool({ name: 'note', description: 'Notes it.', input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }, output: { type: 'integer' }, raises: ['test::note'], run: async ({ text }, { raise }) => { await raise('test::note', { text }); return text.length } })
`
const flow = (tool: string, input: string) => JSON.stringify({ id: 'f', name: 'f', workflow: { entry: 's', nodes: [{ id: 's', tool, input }], edges: [] } })

async function folder(files: Readonly<Record<string, string>>): Promise<string> {
  const made = await folderWith(files)
  open.push(() => made.remove())
  return made.path
}

describe('heddle tools and heddle trust', () => {
  it('show nothing of a module before the folder is trusted, and its signatures after', async () => {
    const cwd = await folder({ 'tools.ts': module, 'heddle.json': '{"tools": ["./tools.ts"]}' })
    const before = await heddle(['tools', './tools.ts'], { cwd })
    expect(before).toMatchObject({ code: 1, out: '', err: expect.stringContaining('./tools.ts is not started since this folder is not trusted') })
    expect(existsSync(join(cwd, 'loaded.txt'))).toBe(false)
    expect(await heddle(['trust'], { cwd })).toMatchObject({ code: 0, out: expect.stringContaining('is trusted') })
    const after = await heddle(['tools', './tools.ts'], { cwd })
    expect(after).toMatchObject({ code: 0, err: '' })
    expect(after.out).toBe('./tools.ts note(input: { text: string }): number\n    Notes it.\n    raises test::note\n\n')
    expect(await heddle(['trust', '--revoke'], { cwd })).toMatchObject({ code: 0, out: expect.stringContaining('not trusted any more') })
  })

  it('show what comes with Heddle, as JSON too', async () => {
    const cwd = await folder({})
    const { out } = await heddle(['tools', 'std::fs', '--json'], { cwd })
    expect(JSON.parse(out)).toMatchObject({ success: true, value: [{ name: 'read', module: 'std::fs', raises: ['std::read'], signature: 'read(input: { path: string; encoding?: "text" | "base64" }): string' }, {}, {}, {}] })
    expect(await heddle(['tools', 'std::nothing'], { cwd })).toMatchObject({ code: 1, err: expect.stringContaining('there is no module "std::nothing"') })
  })
})

describe('heddle check', () => {
  it('knows the tools: names, and arguments, within templates too', async () => {
    const cwd = await folder({ 'good.json': flow('read', '{"path": "a"}'), 'name.json': flow('raed', ''), 'arguments.json': flow('read', '{"pth": "a"}'), 'template.json': flow('read', '{"pth": "{{ .trigger }}"}'), 'own.json': flow('note', 'x'), 'tools.ts': module })
    expect(await heddle(['check', 'good.json'], { cwd })).toMatchObject({ code: 0 })
    // What a template does not decide is known before it is filled in.
    expect(await heddle(['check', 'template.json'], { cwd })).toMatchObject({ code: 1, err: expect.stringContaining('"read": pth is unknown; did you mean "path"?') })
    expect(await heddle(['check', 'name.json'], { cwd })).toMatchObject({ code: 1, err: expect.stringMatching(/name.json:1:\d+: step s, tool: There is no tool "raed"; did you mean "read"\?/) })
    expect(await heddle(['check', 'arguments.json'], { cwd })).toMatchObject({ code: 1, err: expect.stringMatching(/arguments.json:1:\d+: step s, input: "read": path is missing/) })
    await writeFile(join(cwd, 'heddle.json'), '{"tools": ["./tools.ts"]}')
    expect(await heddle(['check', 'own.json'], { cwd })).toMatchObject({ code: 0 })
    expect(existsSync(join(cwd, 'loaded.txt'))).toBe(false)
    expect(await heddle(['check', 'own.json', '--trust'], { cwd })).toMatchObject({ code: 0 })
    expect(existsSync(join(cwd, 'loaded.txt'))).toBe(true)
  }, 120_000)
})

describe('heddle run with effects', () => {
  it('runs nothing where an effect is not covered and nobody can be asked', async () => {
    const cwd = await folder({ 'f.json': flow('write', '{"path": "out.txt", "content": "x"}') })
    const { code, err } = await heddle(['run', 'f.json'], { cwd })
    expect(code).toBe(1)
    expect(err).toContain('std::write  s (write)')
    expect(err).toContain('Run this in a terminal to approve them, or cover them with --policy, --approve, or --reject.')
    expect(existsSync(join(cwd, '.heddle/runs.db'))).toBe(false)
  })

  it('says that the policy of the folder approves only once the folder is trusted', async () => {
    const cwd = await folder({ 'f.json': flow('write', '{"path": "out.txt", "content": "x"}'), 'heddle.json': '{"policy": "p.json"}', 'p.json': '{"std::write": [{"action": "approve"}]}' })
    const { code, err } = await heddle(['run', 'f.json'], { cwd })
    expect([code, existsSync(join(cwd, 'out.txt'))]).toEqual([1, false])
    expect(err.replace(/\s+/g, ' ')).toContain('or --reject. p.json approves only in a trusted folder: heddle trust lets the code and the servers of this folder run; --trust does so for one command.')
    expect(await heddle(['run', 'f.json', '--trust'], { cwd })).toMatchObject({ code: 0 })
    expect(await readFile(join(cwd, 'out.txt'), 'utf8')).toBe('x')
  })

  it('does what is approved and rejects what is not, by flags and by a policy', async () => {
    const cwd = await folder({ 'f.json': flow('write', '{"path": "out.txt", "content": "x"}'), 'p.json': '{"std::write": [{"match": {"path": "notes/**"}, "action": "approve"}]}' })
    expect((await heddle(['run', 'f.json', '--policy', 'p.json'], { cwd })).err).toContain('std::write: rejected by heddle run: no rule in your policy approves this, and it was not approved at the prompt')
    expect(existsSync(join(cwd, 'out.txt'))).toBe(false)
    expect(await heddle(['run', 'f.json', '--approve', 'std::write', '--reject', 'std::write'], { cwd })).toMatchObject({ code: 1, err: expect.stringContaining('rejected by --reject') })
    expect(await heddle(['run', 'f.json', '--approve', 'std::read,std::write'], { cwd })).toMatchObject({ code: 0 })
    expect(await readFile(join(cwd, 'out.txt'), 'utf8')).toBe('x')
    expect(await heddle(['run', 'f.json', '--policy', 'missing.json'], { cwd })).toMatchObject({ code: 2, err: expect.stringContaining('there is no policy file missing.json') })
  })

  it('calls a tool of the user with --trust', async () => {
    const cwd = await folder({ 'f.json': flow('note', 'four'), 'tools.ts': module, 'heddle.json': '{"tools": ["./tools.ts"]}' })
    // Before there is a run.
    const refused = await heddle(['run', 'f.json', '--approve', 'test::note'], { cwd })
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('nothing was run: the tool note may come from code or a server of this folder, which is not trusted') })
    expect(refused.err).toContain('heddle trust')
    expect(existsSync(join(cwd, '.heddle/runs.db'))).toBe(false)
    const { code, out } = await heddle(['run', 'f.json', '--approve', 'test::note', '--trust', '--json'], { cwd })
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ success: true })
  }, 60_000)
})
