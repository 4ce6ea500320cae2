import { describe, expect, it } from 'vitest'
import { formatOfDraft, nameFor } from './formatWork.ts'
import { fakeSession, settle } from './testing/fakes.ts'

const FLOW = `# nightly
name: v
nodes:
  - id: a   # first
    prompt: p
`

async function opened(files: { [path: string]: string } = { 'v.yaml': FLOW }) {
  const world = fakeSession(files)
  await world.session.start('v.yaml')
  await settle()
  return { ...world, disk: world.server.disk, pass: (ms: number) => world.clock.pass(ms), text: () => world.session.document.getState().document!.text, format: () => world.session.document.getState().document!.format }
}

describe('the format of the open file', () => {
  it('is said to cost the comments that JSON cannot hold', async () => {
    const { session } = await opened()
    expect(session.format.cost('json')).toEqual({ ok: true, comments: 2, notices: [] })
    session.format.change('json')
    expect(session.format.cost('yaml')).toEqual({ ok: true, comments: 0, notices: [] })
  })

  it('changes as one entry of the history, and comes back byte for byte with the text', async () => {
    const { session, text, format } = await opened()
    session.format.change('json')
    expect(JSON.parse(text())).toEqual({ name: 'v', nodes: [{ id: 'a', prompt: 'p' }] })
    expect([format(), session.document.getState().document!.history.done.length]).toEqual(['json', 1])
    session.undo()
    expect([format(), text(), session.document.getState().dirty]).toEqual(['yaml', FLOW, false])
    session.redo()
    expect(format()).toBe('json')
  })

  it('is not changed while the text does not parse', async () => {
    const { session } = await opened({ 'v.yaml': 'nodes: [' })
    expect(session.format.cost('json')).toMatchObject({ ok: false, reason: expect.stringContaining('does not parse') })
    expect(session.format.change('json').ok).toBe(false)
  })

  it('gives the file another ending when it is saved, and the old one back after an undo', async () => {
    const { session, disk } = await opened()
    session.format.change('json')
    expect(session.format.savesAs()).toBe('v.json')
    expect(await session.files.save()).toBe(true)
    expect([...disk.keys()]).toEqual(['v.json'])
    expect(session.document.getState()).toMatchObject({ path: 'v.json', dirty: false })
    session.undo()
    expect(await session.files.save()).toBe(true)
    expect([...disk.entries()].map(([path, file]) => [path, file.text])).toEqual([['v.yaml', FLOW]])
  })

  it('takes a name that is free, and never that of another file', async () => {
    const { session, disk } = await opened({ 'v.yaml': FLOW, 'v.json': '{}' })
    session.format.change('json')
    await session.files.save()
    expect([...disk.keys()].toSorted()).toEqual(['v-2.json', 'v.json'])
    expect(disk.get('v.json')?.text).toBe('{}')
  })

  it('is that of the unsaved text that comes back after a reload', async () => {
    const world = await opened()
    world.session.format.change('json')
    world.pass(2000)
    await settle()
    const next = fakeSession({}, { page: 'next', server: world.server })
    await next.session.start('v.yaml')
    expect([next.session.document.getState().document?.format, next.session.format.savesAs()]).toEqual(['json', 'v.json'])
  })
})

describe('names', () => {
  it('keep every ending that is of the format', () => {
    const free = new Set<string>()
    expect([nameFor('a.yml', 'yaml', free), nameFor('a.YAML', 'yaml', free), nameFor('x/a.JSON', 'json', free)]).toEqual(['a.yml', 'a.YAML', 'x/a.JSON'])
    expect([nameFor('x/a.yml', 'json', free), nameFor('a.b.json', 'yaml', new Set(['a.b.yaml']))]).toEqual(['x/a.json', 'a.b-2.yaml'])
  })

  it('say what an unsaved text is, unless the text itself says otherwise', () => {
    expect(formatOfDraft('a.yaml', 'name: x', 'name: y')).toBe('yaml')
    expect(formatOfDraft('a.yaml', '{name: x}', '{name: y}')).toBe('yaml')
    expect(formatOfDraft('a.yaml', 'name: x', '{"name": ')).toBe('json')
    expect(formatOfDraft('a.json', '{}', '# was JSON\nname: x')).toBe('yaml')
    expect(formatOfDraft('a.json', '{}', '')).toBe('json')
  })
})
