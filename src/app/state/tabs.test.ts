import { describe, expect, it } from 'vitest'
import { fakeBackend, fakeSession, settle, type FakeBrowser } from './testing/fakes.ts'

const A = 'name: a\nnodes:\n  - id: one\n    prompt: p\n'
const B = 'name: b\nnodes:\n  - id: two\n    prompt: q\n'
const FILES = { 'a.yaml': A, 'b.yaml': B, 'c.yaml': A.replace('name: a', 'name: c') }

async function opened(...paths: string[]) {
  const world = fakeSession(FILES)
  await world.session.start(paths[0] ?? 'a.yaml')
  for (const path of paths.slice(1)) await world.session.files.open(path)
  await settle()
  return world
}

type World = Awaited<ReturnType<typeof opened>>

function type({ session }: World, find: string, replacement: string) {
  const start = session.document.getState().document!.text.indexOf(find)
  session.document.dispatch({ type: 'edit', origin: 'text', edits: [{ range: { start, end: start + find.length }, text: replacement }] })
}

const text = ({ session }: World) => session.document.getState().document?.text
const shown = ({ session }: World) => session.tabs.getState().tabs.map(({ path, mark }) => `${path === session.tabs.getState().active ? '>' : ''}${path}${mark === 'clean' ? '' : ` ${mark}`}`)

describe('open files', () => {
  it('keep their text, history, places and selection while another one is shown', async () => {
    const world = await opened('a.yaml')
    const { session } = world
    type(world, 'prompt: p', 'prompt: pp')
    session.document.dispatch({ type: 'seal' })
    type(world, 'name: a', 'name: aa')
    session.view.dispatch({ type: 'select', nodes: ['one'] })
    const place = session.layout.getState().positions.get('one')
    session.layout.dispatch({ type: 'move', positions: new Map([['one', { x: 7, y: 8 }]]), anchor: session.document.getState().document!.history.done.at(-1)! })
    const before = text(world)

    await session.files.open('b.yaml')
    expect(shown(world)).toEqual(['a.yaml dirty', '>b.yaml'])
    expect(session.canUndo()).toBe(false)
    await session.files.open('a.yaml')
    expect(text(world)).toBe(before)
    expect(session.view.getState().selection.nodes).toEqual(['one'])
    expect(session.layout.getState().positions.get('one')).toEqual({ x: 7, y: 8 })
    session.undo()
    expect(session.layout.getState().positions.get('one')).toEqual(place)
    session.undo()
    session.undo()
    expect(text(world)).toBe(A)
    expect(session.document.getState().dirty).toBe(false)
  })

  it('do not lose a move of a node that was not saved when another file is opened', async () => {
    const world = await opened('a.yaml')
    world.session.layout.dispatch({ type: 'move', positions: new Map([['one', { x: 7, y: 8 }]]), anchor: null })
    await world.session.files.open('b.yaml')
    expect(world.server.layouts.get('a.yaml')).toEqual({ nodes: { one: { x: 7, y: 8 } } })
  })

  it('hear of changes on disk while they are not shown: clean ones take them over, dirty ones are marked', async () => {
    const world = await opened('a.yaml', 'b.yaml')
    const { session, server } = world
    type(world, 'prompt: q', 'prompt: mine')
    await session.files.open('c.yaml')
    await session.files.changedOnDisk('a.yaml', server.write('a.yaml', A.replace('prompt: p', 'prompt: disk')))
    await session.files.changedOnDisk('b.yaml', server.write('b.yaml', B.replace('name: b', 'name: disk')))
    expect(shown(world)).toEqual(['a.yaml', 'b.yaml clash', '>c.yaml'])
    await session.files.open('a.yaml')
    expect(text(world)).toContain('prompt: disk')
    session.undo()
    expect(text(world)).toBe(A)
    await session.files.open('b.yaml')
    expect(session.document.getState().clash).toMatchObject({ base: B, theirs: B.replace('name: b', 'name: disk') })
    expect(text(world)).toContain('prompt: mine')
  })

  it('keep what was saved when a reading that was begun before comes in after it', async () => {
    const world = await opened('a.yaml', 'b.yaml')
    const { session, server } = world
    const { backend } = server
    const read = backend.readFile
    let answer = () => {}
    const late = new Promise<void>((resolve) => (answer = resolve))
    backend.readFile = async (path) => {
      const found = await read(path)
      await late
      return found
    }
    await session.files.open('a.yaml')
    type(world, 'prompt: p', 'prompt: saved')
    expect(await session.files.save()).toBe(true)
    answer()
    await settle()
    expect(text(world)).toContain('saved')
    expect(session.document.getState().dirty).toBe(false)
  })

  it('are saved where they are: an answer that comes after the tab was left belongs to its own file', async () => {
    const world = await opened('a.yaml')
    const { session, server } = world
    type(world, 'prompt: p', 'prompt: saved')
    const saving = session.files.save()
    await session.files.open('b.yaml')
    await saving
    expect(server.disk.get('a.yaml')?.text).toContain('saved')
    expect(shown(world)).toEqual(['a.yaml', '>b.yaml'])
    expect(session.document.getState()).toMatchObject({ path: 'b.yaml', saving: false, dirty: false })
  })
})

describe('tabs', () => {
  it('close to their right neighbour, and open again where they were, with their history', async () => {
    const world = await opened('a.yaml', 'b.yaml', 'c.yaml')
    const { session } = world
    await session.files.open('b.yaml')
    type(world, 'prompt: q', 'prompt: kept')
    await session.openFiles.close('b.yaml')
    expect(shown(world)).toEqual(['a.yaml', '>c.yaml'])
    expect(session.view.getState().toasts.at(-1)?.text).toContain('unsaved edits are kept')
    await session.openFiles.reopen()
    expect(text(world)).toContain('kept')
    session.undo()
    expect(text(world)).toBe(B)
  })

  it('that are closed are not open any more: nothing is written of them, and what other programs do is not told', async () => {
    const world = await opened('a.yaml', 'b.yaml')
    const { session, server } = world
    type(world, 'prompt: q', 'prompt: kept')
    await session.openFiles.close('b.yaml')
    expect(shown(world)).toEqual(['>a.yaml'])
    expect(await session.files.save('b.yaml')).toBe(false)
    expect(server.disk.get('b.yaml')?.text).toBe(B)
    const told = session.view.getState().toasts
    server.disk.delete('b.yaml')
    await session.files.changedOnDisk('b.yaml', null)
    expect(session.view.getState().toasts).toEqual(told)
  })

  it('leave nothing open when the last one closes', async () => {
    const world = await opened('a.yaml')
    await world.session.openFiles.close('a.yaml')
    expect(world.session.document.getState().document).toBeNull()
    expect(shown(world)).toEqual([])
  })

  it('are remembered for the folder, in their order', async () => {
    const world = await opened('a.yaml', 'b.yaml', 'c.yaml')
    world.session.tabs.dispatch({ type: 'move', path: 'c.yaml', index: 0 })
    await world.session.files.open('b.yaml')
    const next = fakeSession(FILES, { memory: world.clock.memory })
    await next.session.start(null)
    await settle()
    expect(shown(next)).toEqual(['c.yaml', 'a.yaml', '>b.yaml'])
    // Ready without another look at the server.
    next.server.disk.clear()
    await next.session.files.open('a.yaml')
    expect(text(next)).toBe(A)
  })

  it('follow a file that is renamed, here or by another program', async () => {
    const world = await opened('a.yaml', 'b.yaml')
    const { session, server, clock } = world
    type(world, 'prompt: q', 'prompt: mine')
    const mine = text(world)
    expect(await session.folder.rename('b.yaml', 'sub/b2.yaml')).toBe(true)
    expect(shown(world)).toEqual(['a.yaml', '>sub/b2.yaml dirty'])
    expect(text(world)).toBe(mine)
    await session.files.save()
    expect(server.disk.get('sub/b2.yaml')?.text).toBe(mine)

    clock.pass(10_000)
    server.disk.set('z.yaml', server.disk.get('a.yaml')!)
    server.disk.delete('a.yaml')
    await session.files.changedOnDisk('a.yaml', null)
    await session.files.changedOnDisk('z.yaml', '"1"')
    expect(shown(world)).toEqual(['z.yaml', '>sub/b2.yaml'])
  })
})

describe('a deleted file', () => {
  it('comes back from the trash with its tab and its unsaved edits', async () => {
    const world = await opened('a.yaml', 'b.yaml')
    const { session, server } = world
    type(world, 'prompt: q', 'prompt: unsaved')
    expect(await session.folder.remove('b.yaml')).toBe(true)
    expect(server.disk.has('b.yaml')).toBe(false)
    expect(shown(world)).toEqual(['>a.yaml'])
    session.view.getState().toasts.at(-1)?.action?.run()
    await settle()
    expect(server.disk.has('b.yaml')).toBe(true)
    expect(shown(world)).toEqual(['a.yaml', '>b.yaml dirty'])
    expect(text(world)).toContain('unsaved')
  })
})

describe('unsaved edits', () => {
  it('are kept as a draft, come back with the file, and go when it is saved', async () => {
    const world = await opened('a.yaml')
    type(world, 'prompt: p', 'prompt: kept')
    world.clock.pass(900)
    await settle()
    expect([...world.server.drafts.values()]).toMatchObject([{ baseText: A, session: 'page' }])

    const next = fakeSession(FILES, { page: 'next', server: world.server })
    await next.session.start('a.yaml')
    await settle()
    expect(text(next)).toContain('kept')
    expect(next.session.document.getState().dirty).toBe(true)
    expect(next.session.view.getState().toasts.at(-1)?.action?.label).toBe('Discard them')
    expect([...next.server.drafts.values()].map(({ session }) => session)).toEqual(['next'])
    await next.session.files.save()
    await settle()
    expect(next.server.drafts.size).toBe(0)
  })

  it.each([true, false])('of a file that is closed at once are kept while the page lives and after it (server there: %s)', async (isThere) => {
    const world = await opened('a.yaml')
    world.server.away(!isThere)
    type(world, 'prompt: p', 'prompt: kept')
    await world.session.openFiles.close('a.yaml')
    await settle()
    world.clock.hide()
    world.server.stream().connected([{ path: 'a.yaml', etag: '"1"' }])
    await settle()
    const next = fakeSession(FILES, { page: 'next', server: world.server, kept: world.clock.kept })
    await next.session.start('a.yaml')
    await settle()
    expect(text(next)).toContain('kept')
  })

  it('of a renamed file go with it, and are spent when it is saved', async () => {
    const world = await opened('a.yaml')
    const { session, server } = world
    type(world, 'prompt: p', 'prompt: kept')
    world.clock.pass(900)
    await settle()
    await session.folder.rename('a.yaml', 'z.yaml')
    await settle()
    expect([...server.drafts.keys()]).toEqual(['z.yaml page'])
    await session.files.save()
    await settle()
    expect(server.drafts.size).toBe(0)
  })

  it('are gone for good when they are discarded', async () => {
    const world = await opened('a.yaml')
    type(world, 'prompt: p', 'prompt: kept')
    world.clock.pass(900)
    const next = fakeSession(FILES, { page: 'next', server: world.server })
    await next.session.start('a.yaml')
    await settle()
    next.session.view.getState().toasts.at(-1)?.action?.run()
    await settle()
    expect(text(next)).toBe(A)
    expect(next.server.drafts.size).toBe(0)
    expect(world.clock.kept.size).toBe(0)
    next.session.undo()
    expect(text(next)).toContain('kept')
  })

  it('wait in this browser while the server is away, and are sent when it is back', async () => {
    const world = await opened('a.yaml')
    const { server, clock } = world
    server.away(true)
    type(world, 'prompt: p', 'prompt: kept')
    clock.hide()
    await settle()
    expect([...clock.kept.values()].map((draft) => draft.text)).toEqual([text(world)])
    server.away(false)
    server.stream().connected([{ path: 'a.yaml', etag: '"1"' }, { path: 'b.yaml', etag: '"1"' }])
    await settle()
    expect([...server.drafts.values()].map((draft) => draft.text)).toEqual([text(world)])
    expect(clock.kept.size).toBe(0)
  })

  it('that only this browser has come back too', async () => {
    const world = await opened('a.yaml')
    world.server.away(true)
    type(world, 'prompt: p', 'prompt: kept')
    world.clock.hide()
    const next = fakeSession(FILES, { page: 'next', kept: world.clock.kept })
    await next.session.start('a.yaml')
    await settle()
    expect(text(next)).toContain('kept')
    expect([...next.server.drafts.values()].map((draft) => draft.text)).toEqual([text(next)])
    expect(world.clock.kept.size).toBe(0)
  })

  it('of an older version of the file become a choice between both, with what they grew from', async () => {
    const world = await opened('a.yaml')
    type(world, 'prompt: p', 'prompt: kept')
    world.clock.pass(900)
    const theirs = A.replace('name: a', 'name: theirs')
    world.server.write('a.yaml', theirs)
    const next = fakeSession(FILES, { page: 'next', server: world.server })
    await next.session.start('a.yaml')
    await settle()
    expect(text(next)).toContain('kept')
    expect(next.session.document.getState().clash).toEqual({ found: 'on disk', base: A, theirs, etag: '"2"' })
  })
})

describe('two pages of one browser', () => {
  async function both() {
    const browser: FakeBrowser = new Map()
    const server = fakeBackend(FILES)
    const one = fakeSession(FILES, { page: 'one', browser, server })
    await one.session.start('a.yaml')
    type(one, 'prompt: p', 'prompt: first')
    one.clock.pass(900)
    await settle()
    const two = fakeSession(FILES, { page: 'two', browser, server })
    await two.session.start('a.yaml')
    await settle()
    return { server, one, two: { ...two, browser } }
  }

  it('keep a draft each, and neither takes the other one up', async () => {
    const { server, one, two } = await both()
    expect(text(two)).toBe(A)
    expect(two.session.document.getState().dirty).toBe(false)
    type(two, 'name: a', 'name: second')
    two.clock.pass(900)
    await settle()
    expect(new Map([...server.drafts.values()].map((draft) => [draft.session, draft.text]))).toEqual(new Map([['one', text(one)], ['two', text(two)]]))
  })

  it('discard their own edits, not those of the other one', async () => {
    const { server, one, two } = await both()
    type(two, 'name: a', 'name: second')
    two.clock.pass(900)
    await settle()
    two.browser.delete('two')
    const next = fakeSession(FILES, { page: 'next', browser: two.browser, server })
    await next.session.start('a.yaml')
    await settle()
    expect(text(next)).toContain('second')
    next.session.view.getState().toasts.at(-1)?.action?.run()
    await settle()
    expect([...server.drafts.values()].map((draft) => draft.text)).toEqual([text(one)])
  })

  it('know of each other and can bring the other edits here', async () => {
    const { two, one } = await both()
    one.session.tabs.dispatch({ type: 'mark', path: 'a.yaml', mark: 'clean' })
    one.session.tabs.dispatch({ type: 'mark', path: 'a.yaml', mark: 'dirty' })
    expect(two.session.workspace.getState().elsewhere.get('a.yaml')).toBe('dirty')
    type(two, 'name: a', 'name: second')
    await two.session.files.takeFromElsewhere()
    expect(two.session.document.getState().clash).toMatchObject({ found: 'in another tab', base: A, theirs: text(one) })
    await two.session.files.resolve({ take: 'merged', text: 'name: both\nnodes: []\n' })
    expect(two.server.disk.get('a.yaml')?.text).toBe('name: both\nnodes: []\n')
  })

  it('that both crashed give back both texts: the newer one, and the older one to be chosen', async () => {
    const { server, one, two } = await both()
    type(two, 'name: a', 'name: second')
    two.clock.pass(900)
    await settle()
    two.browser.clear()
    const next = fakeSession(FILES, { page: 'next', server })
    await next.session.start('a.yaml')
    await settle()
    expect(text(next)).toBe(text(two))
    expect(next.session.document.getState().clash).toMatchObject({ found: 'in another tab', base: A, theirs: text(one) })
  })
})

describe('autosave', () => {
  it('is off until it is asked for, then writes a text that parses after a pause', async () => {
    const world = await opened('a.yaml')
    const { session, server, clock } = world
    type(world, 'prompt: p', 'prompt: now')
    clock.pass(5000)
    await settle()
    expect(server.disk.get('a.yaml')?.text).toBe(A)
    session.workspace.dispatch({ type: 'autosave', on: true })
    clock.pass(5000)
    await settle()
    expect(server.disk.get('a.yaml')?.text).toContain('now')
    expect(clock.memory.get('autosave')).toBe(true)

    type(world, 'prompt: now', 'prompt: [broken')
    clock.pass(0)
    clock.pass(5000)
    await settle()
    expect(server.disk.get('a.yaml')?.text).not.toContain('broken')
    type(world, 'prompt: [broken', 'prompt: mended')
    clock.pass(0)
    clock.pass(5000)
    await settle()
    expect(server.disk.get('a.yaml')?.text).toContain('mended')
  })
})
