import { describe, expect, it } from 'vitest'
import type { Reader } from './core.ts'
import { createDocumentCore } from './documentCore.ts'
import { reader } from './reader.ts'
import { fakeBackend, fakeSession, settle } from './testing/fakes.ts'

const A = 'name: a\nnodes:\n  - id: one\n    prompt: p\n  - id: two\n    prompt: q\n'

/** The same nodes, in a form that is not how the text would be laid out. */
const B = A.replace('nodes:', 'nodes:   ')

/** A page whose reader comes when it is told to. */
function page(server = fakeBackend({ 'a.yaml': A })) {
  const asked: { readonly give: (reader: Reader) => void; readonly fail: () => void }[] = []
  const core = createDocumentCore(() => new Promise((resolve, reject) => asked.push({ give: resolve, fail: () => reject(new Error('away')) })))
  return { ...fakeSession({}, { server, core }), asked, core }
}

const keys = ({ session }: ReturnType<typeof page>) => session.document.getState().projection?.view.nodes.map(({ key }) => key)

describe('a page whose reader has not come', () => {
  it('shows what the server read, and does not fetch the reader for it', async () => {
    const here = page()
    await here.session.start('a.yaml')
    await settle()
    expect(keys(here)).toEqual(['one', 'two'])
    expect([...here.session.layout.getState().positions.keys()]).toEqual(['one', 'two'])
    expect([here.asked.length, here.session.document.analysis(), here.session.graph.palette()]).toEqual([0, null, []])
  })

  it('waits no longer for what the server reads once it can read the file itself', async () => {
    const server = fakeBackend({ 'a.yaml': A })
    const here = page({ ...server, backend: { ...server.backend, projection: () => new Promise(() => {}) } })
    const started = here.session.start('a.yaml')
    await settle()
    expect(here.session.document.getState().path).toBeNull()
    void here.core.load()
    here.asked[0]!.give(reader)
    await started
    await settle()
    expect(keys(here)).toEqual(['one', 'two'])
  })

  it('fetches it once the picture is there', async () => {
    const here = page()
    await here.session.start('a.yaml')
    await settle()
    for (let frame = 0; frame < 3; frame += 1) here.clock.pass(1)
    expect(here.asked).toHaveLength(1)
    here.asked[0]!.give(reader)
    await settle()
    expect(here.session.document.analysis()?.view).toEqual(here.session.document.getState().projection?.view)
  })

  it('does what was asked for meanwhile once the reader is there, in order', async () => {
    const here = page()
    const { graph, document, view } = here.session
    await here.session.start('a.yaml')
    await settle()
    expect(graph.refuseEdge('one', 'two')).toBeNull()
    graph.connect('one', 'two')
    graph.rename('two', 'second')
    view.dispatch({ type: 'select', nodes: ['one'] })
    graph.duplicateSelected()
    expect(document.getState().document?.text).toBe(A)
    here.asked[0]!.give(reader)
    await settle()
    expect(document.getState().document?.text).toContain('- id: second\n    prompt: q\n    needs: [one]\n')
    expect(keys(here)).toEqual(['one', 'one_2', 'second'])
  })

  it('keeps what was asked for when the reader cannot be loaded, and does it when it comes after all', async () => {
    const here = page()
    await here.session.start('a.yaml')
    here.session.graph.rename('two', 'second')
    here.asked[0]!.fail()
    await settle()
    expect(keys(here)).toEqual(['one', 'two'])
    const again = here.core.load()
    here.asked[1]!.give(reader)
    await again
    expect(keys(here)).toEqual(['one', 'second'])
  })

  it('does nothing to a file that was opened since', async () => {
    const here = page(fakeBackend({ 'a.yaml': A, 'b.yaml': B }))
    await here.session.start('a.yaml')
    const { document, files, graph, format, view } = here.session
    view.dispatch({ type: 'select', nodes: ['two'] })
    document.dispatch({ type: 'command', command: { type: 'rename', node: 'two', to: 'second' }, origin: 'canvas' })
    graph.rename('one', 'first')
    graph.addGhost('three')
    graph.paste('- id: pasted\n  prompt: p\n')
    graph.duplicateSelected()
    graph.removeSelected()
    format.layOut()
    await files.open('b.yaml')
    view.dispatch({ type: 'select', nodes: ['one'] })
    here.asked[0]!.give(reader)
    await settle()
    expect(document.getState()).toMatchObject({ path: 'b.yaml', dirty: false })
    expect(document.getState().document?.text).toBe(B)
    expect(view.getState().toasts).toEqual([])
  })

  it('does it to what was selected when it was asked for', async () => {
    const here = page()
    const { document, graph, view } = here.session
    await here.session.start('a.yaml')
    await settle()
    view.dispatch({ type: 'select', nodes: ['two'] })
    graph.duplicateSelected()
    graph.removeSelected()
    view.dispatch({ type: 'select', nodes: ['one'] })
    here.asked[0]!.give(reader)
    await settle()
    expect(keys(here)).toEqual(['one', 'two_2'])
    document.dispatch({ type: 'undo' })
    expect(keys(here)).toEqual(['one', 'two', 'two_2'])
  })

  it('adds a node that is only named, once the reader is there', async () => {
    const here = page(fakeBackend({ 'a.yaml': 'name: a\nnodes:\n  - id: one\n    prompt: p\n    needs: [two]\n' }))
    await here.session.start('a.yaml')
    await settle()
    here.session.graph.addGhost('two')
    here.asked[0]!.give(reader)
    await settle()
    expect(here.session.document.getState().document?.text).toContain('- id: two\n')
  })

  it('starts one run when it was asked for twice', async () => {
    const here = page()
    await here.session.start('a.yaml')
    await settle()
    const runs = [here.session.runs.start(), here.session.runs.start()]
    here.asked[0]!.give(reader)
    await Promise.all(runs)
    expect(here.server.started.map(({ file }) => file)).toEqual(['a.yaml'])
  })

  it('starts no run of a file that was opened since', async () => {
    const here = page(fakeBackend({ 'a.yaml': A, 'b.yaml': B }))
    await here.session.start('a.yaml')
    await settle()
    const run = here.session.runs.start()
    await here.session.files.open('b.yaml')
    here.asked[0]!.give(reader)
    await run
    expect(here.server.started).toEqual([])
    expect(here.session.view.getState().toasts.map(({ text }) => text)).toEqual(['Another file was opened, so no run was started.'])
  })

  it('waits for the reader where the server has read another version, or there are unsaved edits', async () => {
    const stale = fakeBackend({ 'a.yaml': A })
    const here = page({ ...stale, backend: { ...stale.backend, projection: async (path) => ({ ...(await stale.backend.projection(path)), value: { etag: '"other"', projection: null } }) as never } })
    await here.session.start('a.yaml')
    await settle()
    expect(here.session.document.getState().projection).toBeNull()
    here.asked[0]!.give(reader)
    await settle()
    expect(keys(here)).toEqual(['one', 'two'])

    const drafted = fakeBackend({ 'a.yaml': A })
    await drafted.backend.saveDraft('a.yaml', { text: A.replace('id: two', 'id: mine'), base: null })
    const mine = page(drafted)
    await mine.session.start('a.yaml')
    await settle()
    mine.asked[0]!.give(reader)
    await settle()
    expect(keys(mine)).toEqual(['one', 'mine'])
  })
})
