import { describe, expect, it } from 'vitest'
import { SMALL } from './analyst.ts'
import { fakeSession, settle } from './testing/fakes.ts'

/** Long enough to be seen before anything is made of a change. */
const PROSE = '      Weigh what speaks for it against what speaks against it.\n'
const LONG = `name: v
nodes:
  - id: a
    prompt: |
${PROSE.repeat(Math.ceil(SMALL / PROSE.length))}  - id: b
    needs: [a]
    prompt: q
`

async function opened() {
  const { session, clock } = fakeSession({ 'v.yaml': LONG })
  await session.start('v.yaml')
  await settle()
  const text = () => session.document.getState().document!.text
  const known = () => session.document.getState().projection!.view.nodes.map(({ key }) => key)
  const drawn = () => session.drawn.getState()
  const painted = () => {
    clock.pass(0)
    clock.pass(0)
  }
  return { session, text, known, drawn, painted }
}

const REMOVE_B = { type: 'command', origin: 'canvas', command: { type: 'remove', nodes: ['b'] } } as const

describe('a change of a long text that was not typed', () => {
  it('stands in the text at once, and is drawn with all that is made of it once it was painted there', async () => {
    const { session, text, known, drawn, painted } = await opened()
    const pictures: unknown[] = []
    session.drawn.subscribe(({ document: { projection, document }, selection }) => pictures.push([projection?.revision === document?.revision, projection?.view.nodes.map(({ key }) => key), selection.nodes]))
    expect(session.graph.add(session.graph.palette()[0]!, { after: 'b' }).ok).toBe(true)
    expect(text()).toContain('  - id: agent\n')
    expect(known()).toEqual(['a', 'b'])
    expect(drawn().announcement.text).toBe('')
    painted()
    expect(pictures).toEqual([[true, ['a', 'b', 'agent'], ['agent']]])
    expect(drawn().layout.positions.has('agent')).toBe(true)
    expect(drawn().announcement.text).toBe('Added agent agent.')
  })

  it('is taken back and made again in the same way', async () => {
    const { session, text, known, painted } = await opened()
    session.document.dispatch(REMOVE_B)
    painted()
    session.undo()
    expect(text()).toBe(LONG)
    expect(known()).toEqual(['a'])
    painted()
    expect(known()).toEqual(['a', 'b'])
    session.redo()
    painted()
    expect(known()).toEqual(['a'])
  })

  it('is known to whoever goes on from it before that', async () => {
    const { session, text, known, drawn } = await opened()
    const [kind] = session.graph.palette()
    session.graph.add(kind!, { after: 'b' })
    session.graph.add(kind!, { after: 'b' })
    expect(text().match(/- id: agent\w*/g)).toEqual(expect.arrayContaining(['- id: agent', '- id: agent_2']))
    session.graph.connect('a', 'agent_2')
    expect(known()).toEqual(expect.arrayContaining(['agent', 'agent_2']))
    session.graph.add(kind!, { after: 'b' })
    session.view.dispatch({ type: 'request', request: { type: 'fit' } })
    expect(drawn().document.projection!.view.nodes.map(({ key }) => key)).toContain('agent_3')
    expect(drawn().layout.positions.has('agent_3')).toBe(true)
  })

  it('keeps the shape of what was pasted, and copies what was pasted', async () => {
    const { session } = await opened()
    const { graph, layout, view } = session
    graph.paste('- id: x\n  prompt: X\n- id: y\n  needs: [x]\n  prompt: Y\n', { x: 3000, y: 3000 })
    expect([...view.getState().selection.nodes].map((key) => layout.getState().positions.get(key))).toEqual([{ x: 3000, y: 3000 }, { x: 3000, y: 3100 }])
    expect(graph.copySelected()).toContain('- id: y\n')
  })

  it('is at hand at once for the form that made it', async () => {
    const { session, known } = await opened()
    session.document.dispatch({ ...REMOVE_B, origin: 'inspector' })
    expect(known()).toEqual(['a'])
  })
})
