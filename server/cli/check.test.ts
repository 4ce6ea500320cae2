import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { folderWith, heddle, removeProgram, type Call, type Ended } from './testing/program.ts'

const folders: { remove(): Promise<void> }[] = []

afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => folder.remove()))
})
afterAll(removeProgram)

async function inFolder(files: Readonly<Record<string, string | Uint8Array>>, args: readonly string[], call: Partial<Call> = {}): Promise<Ended & { readonly cwd: string }> {
  const folder = await folderWith(files)
  folders.push(folder)
  return { ...(await heddle(args, { cwd: folder.path, ...call })), cwd: folder.path }
}

const good = 'name: notes\ndescription: Write notes\nnodes:\n  - id: collect\n    prompt: List commits.\n  - id: draft\n    needs: [collect]\n    prompt: Write.\n'
const bad = good.replace('[collect]', '[colect]')

describe('heddle check', () => {
  it('says that a file has no problems', async () => {
    expect(await inFolder({ 'notes.yaml': good }, ['check', 'notes.yaml'])).toMatchObject({ code: 0, out: 'notes.yaml: no problems\n', err: '' })
  })

  it('marks the place of a problem and says how to mend it', async () => {
    const { code, out, err } = await inFolder({ 'notes.yaml': bad }, ['check', 'notes.yaml'])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain('heddle: notes.yaml:7:13: step draft, needs: ')
    expect(err).toContain('     7 |     needs: [colect]\n       |             ^^^^^^\n')
    expect(err).toMatch(/"collect"/)
  })

  it('prints one object with --json', async () => {
    const { out } = await inFolder({ 'notes.yaml': bad }, ['check', 'notes.yaml', '--json'])
    expect(JSON.parse(out)).toEqual({
      success: false,
      error: expect.stringContaining('notes.yaml has 1 problem: step draft, needs: '),
      step: null,
      problems: [{ step: 'draft', field: 'needs', message: expect.any(String), code: 'needs/unknown', line: 7, column: 13 }],
    })
    expect(JSON.parse((await inFolder({ 'notes.yaml': good }, ['check', 'notes', '--json'])).out)).toEqual({ success: true, value: [] })
  })

  it('gives warnings as the value', async () => {
    const text = good.replace('description: Write notes', 'descripton: Write notes')
    const { code, out } = await inFolder({ 'notes.yaml': text }, ['check', '--json', 'notes.yaml'])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ success: true, value: [{ step: null, code: 'field/unknown', line: 2, column: 1 }] })
    const shown = await inFolder({ 'notes.yaml': text }, ['check', 'notes.yaml'])
    expect(shown.out).toBe('notes.yaml: no problems, 1 warning\n')
    expect(shown.err).toContain('warning: ')
  })

  it('checks every workflow of the folder without arguments, and several files at once', async () => {
    const files = { 'workflows/a.yaml': good, 'b.json': '{"nodes": [{"id": "x"}]}', 'package.json': '{"name": "x"}', 'data.yaml': 'just: data\n' }
    const all = await inFolder(files, ['check', '--json'])
    expect(all.code).toBe(1)
    expect(JSON.parse(all.out)).toMatchObject([
      { file: 'b.json', success: false, problems: [{ step: 'x', field: 'prompt', code: 'node/missing-prompt' }] },
      { file: 'workflows/a.yaml', success: true, value: [] },
    ])
    const two = await inFolder(files, ['check', 'a', 'missing.yaml', '--json'])
    expect(two.code).toBe(2)
    expect(JSON.parse(two.out)).toMatchObject([{ file: 'workflows/a.yaml', success: true }, { file: 'missing.yaml', success: false, error: 'there is no file missing.yaml' }])
  })

  it('reports every problem of a file, agents and models included, in file order', async () => {
    const text = 'name: x\nnodes:\n  - id: a\n    kind: Judge\n    prompt: p\n  - id: b\n    agent: reviewr\n    model: gpt-4o\n    prompt: p\n'
    const { code, out } = await inFolder({ 'x.yaml': text }, ['check', 'x', '--json'])
    expect(code).toBe(1)
    const { problems } = JSON.parse(out) as { problems: { step: string; code: string; line: number }[] }
    expect(problems.map(({ step, code, line }) => [step, code, line])).toEqual([['a', 'node/unknown-kind', 4], ['b', 'agent/unknown', 7], ['b', 'model/unknown', 8]])
  })

  it.each([
    ['a missing file', {}, 'no.yaml', /there is no file no\.yaml/],
    ['a missing name', { 'workflows/notes.yaml': good }, 'nots', /there is no workflow "nots"; did you mean "notes"\?/],
    ['a folder by its name', { 'workflows/notes.yaml': good }, 'workflows', /workflows is a folder/],
    ['a folder', { 'workflows/notes.yaml': good }, './workflows', /\.\/workflows is a folder/],
    ['text that is not UTF-8', { 'x.yaml': Buffer.from('name: caf\xe9\n', 'latin1') }, 'x.yaml', /x\.yaml is not UTF-8: byte 9 \(0xE9\)/],
    ['text in UTF-16', { 'x.yaml': Buffer.from('\ufeffname: x\n', 'utf16le') }, 'x.yaml', /byte 0 \(0xFF\)[^]*UTF-16/],
    ['a file over 4 MB', { 'x.yaml': Buffer.alloc(5 * 1024 * 1024, 0x61) }, 'x.yaml', /x\.yaml has 5\.0 MB; files up to 4 MB/],
  ])('refuses %s with exit code 2', async (_, files, name, message) => {
    const { code, out, err } = await inFolder(files, ['check', name])
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(/^heddle: /)
    expect(err).toMatch(message)
    expect(err).not.toMatch(/\n\s+at /)
  })

  it('sees the file with the name before a workflow of another ending', async () => {
    const { cwd } = await inFolder({ 'workflows/n.json': JSON.stringify({ nodes: [] }), 'workflows/n.yaml': good, 'n.yaml': good }, ['--version'])
    expect((await heddle(['check', 'n'], { cwd })).err).toContain('workflows/n.json')
    await writeFile(join(cwd, 'workflows/n.json'), '{ "nodes": [{ "id": "a", "prompt": "p" }] }')
    expect((await heddle(['check', 'n'], { cwd })).out).toBe('workflows/n.json: no problems\n')
    expect((await heddle(['check', 'n.yaml'], { cwd })).out).toBe('n.yaml: no problems\n')
  })
})

describe('other commands on files', () => {
  it('drafts: normalised, in rendered order, in either format', async () => {
    const text = 'nodes:\n  - prompt: " p "\n    kind: AGENT\n    id: a\nname: x\n'
    expect((await inFolder({ 'x.yaml': text }, ['draft', 'x'])).out).toBe('name: x\nnodes:\n  - id: a\n    kind: agent\n    prompt: p\n')
    expect(JSON.parse((await inFolder({ 'x.yaml': text }, ['draft', 'x', '--format', 'json'])).out)).toEqual({ name: 'x', nodes: [{ id: 'a', kind: 'agent', prompt: 'p' }] })
    expect(JSON.parse((await inFolder({ 'x.yaml': text }, ['draft', 'x', '--json'])).out)).toMatchObject({ success: true, value: { format: 'yaml', content: expect.stringContaining('id: a'), diagnostics: [] } })
  })

  it('rewrites a file on --write, but not over comments that nobody agreed to lose', async () => {
    const { cwd, err, code } = await inFolder({ 'x.yaml': 'nodes: [{id: a, prompt: p}]\nname: x\n', 'c.yaml': '# why\nnodes: [{id: a, prompt: p}]\nname: x\n' }, ['draft', 'x', '--write'])
    expect([code, err]).toEqual([0, 'heddle: rewrote x.yaml\n'])
    expect((await heddle(['draft', 'x'], { cwd })).out).toBe('name: x\nnodes:\n  - id: a\n    prompt: p\n')
    expect((await heddle(['draft', 'x', '--write'], { cwd })).err).toContain('in this form already')
    const refused = await heddle(['draft', 'c', '--write'], { cwd })
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('holds a comment') })
    expect((await heddle(['export', 'c', '--to', 'yaml'], { cwd })).out).toContain('# why')
  })

  it('lists workflows like calls', async () => {
    const files = { 'workflows/a.yaml': good, 'b.json': '{"nodes": []}', 'c.yaml': 'nodes: [' }
    const { out } = await inFolder(files, ['list'])
    expect(out).toBe('b()\nc()      does not parse: heddle check c.yaml\nnotes()  Write notes\n')
    expect(JSON.parse((await inFolder(files, ['list', '--json', '.'])).out)).toMatchObject({ success: true, value: [{ name: 'b' }, { name: 'c', broken: true }, { name: 'notes', file: 'workflows/a.yaml', description: 'Write notes', inputs: [] }] })
  })

  it('exports a diagram and the other format', async () => {
    expect((await inFolder({ 'n.yaml': good }, ['export', 'n', '--to', 'mermaid'])).out).toMatch(/^flowchart LR\n/)
    expect(JSON.parse((await inFolder({ 'n.yaml': good }, ['export', 'n', '--to', 'json'])).out)).toMatchObject({ name: 'notes' })
    const lost = await inFolder({ 'n.yaml': `# why\n${good}` }, ['export', 'n', '--to', 'json'])
    expect(lost).toMatchObject({ code: 0, err: expect.stringContaining('JSON has no comments') })
    expect(await inFolder({ 'n.yaml': good }, ['export', 'n', '--to', 'svgg'])).toMatchObject({ code: 2, err: expect.stringContaining('--to cannot be "svgg"') })
    expect(await inFolder({ 'n.yaml': good }, ['export', 'n'])).toMatchObject({ code: 2, err: expect.stringContaining('needs --to') })
  })

  it('prints the schema', async () => {
    expect(JSON.parse((await inFolder({}, ['schema'])).out)).toMatchObject({ type: 'object' })
    expect(await inFolder({}, ['schema', 'dga'])).toMatchObject({ code: 2, err: expect.stringContaining('did you mean dag?') })
  })
})

describe('bin/heddle.js', () => {
  it('says how to build when nothing is built', async () => {
    const folder = await folderWith({ 'package.json': '{"type":"module"}', 'bin/heddle.js': await readFile(new URL('../../bin/heddle.js', import.meta.url)) })
    folders.push(folder)
    const { status, stderr } = spawnSync(process.execPath, [join(folder.path, 'bin/heddle.js'), 'check'], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^heddle: it is not built yet\n.*npm run build/)])
  })
})

describe('the command line', () => {
  it.each([
    [['chekc'], 'unknown command "chekc"; did you mean check?'],
    [['x.yaml'], 'unknown command "x.yaml"'],
    [['check', '--jsn'], 'unknown flag --jsn of heddle check; did you mean --json?'],
    [['check', '--max-parallel', '2'], 'unknown flag --max-parallel of heddle check'],
    [['run'], 'heddle run needs a workflow file or name'],
    [['run', 'a', 'b'], 'heddle run does not know what to do with "b"'],
    [['run', 'a', '--max-parallel', 'two'], '--max-parallel must be a whole number, not "two"'],
    [['run', 'a', '--schedule', 'level'], '--schedule cannot be "level"; did you mean levels?'],
    [['run', 'a', '--model'], '--model needs a value'],
    [['run', 'a', '--json=yes'], '--json takes no value'],
    [['check', '--cwd', 'nowhere'], 'there is no folder nowhere'],
  ])('refuses %j', async (args, message) => {
    const ended = await inFolder({}, args)
    expect(ended).toMatchObject({ code: 2, out: '' })
    expect(ended.err).toContain(`heddle: ${message}`)
  })

  it('keeps to one object with --json when it is wrong itself', async () => {
    const { code, out } = await inFolder({}, ['check', '--jso', '--json'])
    expect(code).toBe(2)
    expect(JSON.parse(out)).toEqual({ success: false, error: expect.stringContaining('unknown flag --jso'), step: null, problems: [] })
  })

  it('helps: in general, with a command, and by either name', async () => {
    const general = await inFolder({}, [])
    expect(general).toMatchObject({ code: 0, err: '' })
    expect(general.out).toMatch(/Commands:\n {2}serve/)
    expect((await inFolder({}, ['run', '--help'])).out).toContain('--max-parallel N')
    expect((await inFolder({}, ['help', 'run'])).out).toContain('--max-parallel N')
    expect((await inFolder({}, ['workflow', 'check', '--help'])).out).toContain('Usage: heddle check')
    expect((await inFolder({}, ['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect(await inFolder({}, ['help', 'rnu'])).toMatchObject({ code: 2, err: expect.stringContaining('did you mean run?') })
  })

  it('works in the folder that --cwd names', async () => {
    const { out } = await inFolder({ 'sub/workflows/n.yaml': good }, ['--cwd', 'sub', 'workflow', 'check', 'n'])
    expect(out).toBe('workflows/n.yaml: no problems\n')
  })
})
