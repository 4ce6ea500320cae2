import { describe, expect, it } from 'vitest'
import { createDrawn } from './drawn.ts'
import { fakeSession, settle } from './testing/fakes.ts'

const FLOW = `name: v
nodes:
  - id: a
    prompt: p
  - id: b
    needs: [a]
    prompt: q
`

async function opened() {
  const { session, clock } = fakeSession({ 'v.yaml': FLOW, 'w.yaml': 'nodes: []\n' })
  await session.start('v.yaml')
  await settle()
  // As in a file of many nodes.
  const drawn = createDrawn(session, clock.host, 0)
  const nodes = () => drawn.getState().document.projection?.view.nodes.map(({ key }) => key)
  return { session, clock, drawn, nodes }
}

/** A frame, and the moment after it was painted. */
function painted(clock: { pass(ms: number): void }): void {
  clock.pass(0)
  clock.pass(0)
}

const REMOVE_B = { type: 'command', origin: 'canvas', command: { type: 'remove', nodes: ['b'] } } as const

describe('what is drawn', () => {
  it('follows a change of the text once that has been seen, with the selection that belongs to it', async () => {
    const { session, clock, drawn, nodes } = await opened()
    session.view.dispatch({ type: 'select', nodes: ['b'] })
    expect(drawn.getState().selection.nodes).toEqual(['b'])
    session.document.dispatch(REMOVE_B)
    session.view.dispatch({ type: 'select', nodes: ['a'] })
    expect(session.document.getState().projection?.view.nodes).toHaveLength(1)
    expect(nodes()).toEqual(['a', 'b'])
    expect(drawn.getState().selection.nodes).toEqual(['b'])
    painted(clock)
    expect(nodes()).toEqual(['a'])
    expect(drawn.getState().selection.nodes).toEqual(['a'])
  })

  it('is waited for by whoever needs it, and by nobody when it is there', async () => {
    const { session, clock, drawn, nodes } = await opened()
    const seen: unknown[] = []
    drawn.onceDrawn(() => seen.push(nodes()))
    session.document.dispatch(REMOVE_B)
    drawn.onceDrawn(() => seen.push(nodes()))
    expect(seen).toEqual([['a', 'b']])
    painted(clock)
    expect(seen).toEqual([['a', 'b'], ['a']])
  })

  it('keeps up with the text while there are few nodes', async () => {
    const { session } = await opened()
    session.document.dispatch(REMOVE_B)
    expect(session.drawn.getState().document).toBe(session.document.getState())
  })

  it('has a place for every node that it shows', async () => {
    const { session, clock, drawn, nodes } = await opened()
    drawn.subscribe(({ document, layout }) => {
      for (const { key } of document.projection?.view.nodes ?? []) expect(layout.positions.has(key)).toBe(true)
    })
    session.document.dispatch({ type: 'command', origin: 'canvas', command: { type: 'add', node: { id: 'c', prompt: 'r' }, after: 'b' } })
    expect(nodes()).toEqual(['a', 'b'])
    painted(clock)
    expect(nodes()).toEqual(['a', 'b', 'c'])
  })

  it('is there at once for whoever is asked to show it, for a form that wrote it, and for another file', async () => {
    const { session, drawn, nodes } = await opened()
    session.document.dispatch(REMOVE_B)
    session.view.dispatch({ type: 'request', request: { type: 'fit' } })
    expect(nodes()).toEqual(['a'])
    session.document.dispatch({ ...REMOVE_B, origin: 'inspector', command: { type: 'rename', node: 'a', to: 'first' } })
    expect(nodes()).toEqual(['first'])
    session.document.dispatch({ type: 'undo' })
    await session.files.open('w.yaml')
    expect(drawn.getState().document.path).toBe('w.yaml')
  })
})

describe('a command that was tried first', () => {
  it('changes nothing until it is given, and is then the same as one that was not', async () => {
    const tried = await opened()
    const plain = await opened()
    const trial = tried.session.document.tryOut(REMOVE_B.command)
    expect(trial?.after.view.nodes).toHaveLength(1)
    expect(tried.session.document.getState().document?.text).toBe(FLOW)
    for (const { session } of [tried, plain]) session.document.dispatch(REMOVE_B)
    const [one, other] = [tried, plain].map(({ session }) => session.document.getState())
    expect(one?.document).toEqual(other?.document)
    expect(one?.projection).toEqual(other?.projection)
    expect(one?.change).toEqual(other?.change)
    for (const { session } of [tried, plain]) session.undo()
    expect(tried.session.document.getState().document?.text).toBe(FLOW)
    expect(tried.session.document.getState().projection).toEqual(plain.session.document.getState().projection)
  })

  it('is worked out anew when the text has changed since', async () => {
    const { session } = await opened()
    session.document.tryOut(REMOVE_B.command)
    session.document.dispatch({ type: 'edit', origin: 'text', edits: [{ range: { start: 6, end: 7 }, text: 'other' }] })
    session.document.dispatch(REMOVE_B)
    expect(session.document.getState().document?.text).toBe('name: other\nnodes:\n  - id: a\n    prompt: p\n')
  })
})
