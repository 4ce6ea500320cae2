import { describe, expect, it } from 'vitest'
import { analyse, project, type Projection, type WorkflowDocument } from '../../core/index.ts'
import { LARGE } from './analyst.ts'
import type { ReadInWorker, Unread } from './killableAnalysis.ts'
import { fakeSession, settle } from './testing/fakes.ts'

const TEXT = `nodes:\n  - id: a\n    prompt: |\n${'      Read this.\n'.repeat(Math.ceil(LARGE / 17))}`

/** A file that is read for as long as the test wants. */
async function opened() {
  const asked: { readonly document: WorkflowDocument; readonly slow: () => void; readonly end: (result: Projection | Unread) => void }[] = []
  const readInWorker: ReadInWorker = (document, slow) => new Promise((end) => asked.push({ document, slow, end }))
  const world = fakeSession({ 'large.yaml': TEXT, 'small.yaml': 'nodes:\n  - id: s\n    prompt: p\n' }, { readInWorker })
  await world.session.start('large.yaml')
  const pause = async () => {
    world.clock.pass(200)
    await settle()
  }
  await pause()
  return { ...world, asked, pause, state: () => world.session.document.getState() }
}

describe('a file that takes long to read', () => {
  it('is one of text until it is read, and is drawn then', async () => {
    const { asked, state } = await opened()
    asked[0]!.slow()
    expect(state()).toMatchObject({ reading: true, textOnly: expect.stringContaining('drawn as soon as') })
    asked[0]!.end(project(analyse(asked[0]!.document)))
    await settle()
    expect(state()).toMatchObject({ reading: false, textOnly: null, projection: { view: { nodes: [{ id: 'a' }] } } })
  })

  it('is read with what was typed meanwhile', async () => {
    const { asked, state, session, pause } = await opened()
    asked[0]!.slow()
    session.document.dispatch({ type: 'edit', origin: 'text', edits: [{ range: { start: 0, end: 0 }, text: '# mine\n' }] })
    await pause()
    asked[0]!.end(project(analyse(asked[0]!.document)))
    await settle()
    expect(state().projection).toBeNull()
    asked[1]!.end(project(analyse(asked[1]!.document)))
    await settle()
    expect(asked[1]!.document.text.startsWith('# mine')).toBe(true)
    expect(state()).toMatchObject({ textOnly: null, projection: { revision: asked[1]!.document.revision } })
  })

  it('is read again when one comes back to it, and stays text once reading was given up', async () => {
    const { asked, state, session, pause } = await opened()
    asked[0]!.slow()
    await session.files.open('small.yaml')
    await settle()
    expect(state()).toMatchObject({ textOnly: null, projection: { view: { nodes: [{ id: 's' }] } } })
    asked[0]!.end('left')
    await session.files.open('large.yaml')
    await pause()
    expect(asked).toHaveLength(2)
    asked[1]!.end('too slow')
    await settle()
    expect(state()).toMatchObject({ reading: false, textOnly: expect.stringContaining('half a minute'), projection: null })
  })

  it('keeps its graph when reading an edit takes long', async () => {
    const { asked, state, session, pause } = await opened()
    asked[0]!.end(project(analyse(asked[0]!.document)))
    await settle()
    session.document.dispatch({ type: 'edit', origin: 'text', edits: [{ range: { start: 0, end: 0 }, text: '# mine\n' }] })
    await pause()
    asked[1]!.slow()
    expect(state()).toMatchObject({ textOnly: null, projection: { view: { nodes: [{ id: 'a' }] } } })
  })
})
