import { describe, expect, it } from 'vitest'
import { fakeSession, settle } from './testing/fakes.ts'

const TEXT = `nodes:
  - id: a
    prompt: A
  - id: b
    needs: [a]
    prompt: B, after a.
  - id: c
    needs: [b]
    prompt: C
`

async function opened(text = TEXT, name = 'v.yaml') {
  const world = fakeSession({ [name]: text })
  await world.session.start(name)
  await settle()
  return world
}

describe('a node put on an edge', () => {
  it('moves what lies behind out of its way, and one undo takes both back', async () => {
    const { session } = await opened()
    const { layout, graph, document } = session
    const first = layout.getState().positions
    layout.dispatch({ type: 'move', positions: new Map([['a', { x: 0, y: 0 }], ['b', { x: 260, y: 0 }], ['c', { x: 520, y: 0 }]]), anchor: null })
    const stood = layout.getState().positions
    expect(graph.insertOn('need:a>b', graph.palette()[1]!).ok).toBe(true)
    expect(document.getState().projection!.view.edges.map(({ key }) => key).toSorted()).toEqual(['need:a>verifier', 'need:b>c', 'need:verifier>b'])
    expect(layout.getState().positions.get('verifier')).toEqual({ x: 260, y: 0 })
    expect(layout.getState().positions.get('b')).toEqual({ x: 520, y: 0 })
    const after = document.getState().document!.text
    session.undo()
    expect(document.getState().document!.text).toBe(TEXT)
    expect(layout.getState().positions.get('b')).toEqual(stood.get('b'))
    session.redo()
    expect(document.getState().document!.text).toBe(after)
    expect(layout.getState().positions.get('c')).toEqual({ x: 780, y: 0 })
    session.undo()
    // The move by hand came before: it is next.
    session.undo()
    expect(document.getState().document!.text).toBe(TEXT)
    for (const key of ['a', 'b', 'c']) expect(layout.getState().positions.get(key)).toEqual(first.get(key))
  })
})

describe('the clipboard', () => {
  it('gives copies free ids, keeps what they need of each other, and says so', async () => {
    const { session } = await opened()
    const { graph, view, document } = session
    view.dispatch({ type: 'select', nodes: ['b', 'c'] })
    const text = graph.copySelected()
    expect(text).toBe('- id: b\n  needs: [a]\n  prompt: B, after a.\n- id: c\n  needs: [b]\n  prompt: C\n')
    expect(graph.paste(text, { x: 1000, y: 1000 }).ok).toBe(true)
    expect(view.getState().selection.nodes).toEqual(['b_2', 'c_2'])
    expect(document.getState().projection!.view.edges.map(({ key }) => key)).toContain('need:b_2>c_2')
    const { positions } = session.layout.getState()
    expect(Math.min(positions.get('b_2')!.x, positions.get('c_2')!.x)).toBe(1000)
    expect(view.getState().toasts.at(-1)?.text).toContain('b is called b_2 here and c is called c_2 here')
    session.undo()
    expect(document.getState().document!.text).toBe(TEXT)
  })

  it('takes what was cut back to where it stood, references and all', async () => {
    const { session } = await opened()
    const { graph, view, document, layout } = session
    const stood = layout.getState().positions.get('b')
    view.dispatch({ type: 'select', nodes: ['b'] })
    const text = graph.cutSelected()
    expect(document.getState().document!.text).toContain('needs: [b]')
    expect(document.getState().projection!.view.nodes.find(({ key }) => key === 'b')?.ghost).toBe(true)
    graph.paste(text)
    expect(document.getState().projection!.view.nodes.some(({ ghost }) => ghost)).toBe(false)
    expect(layout.getState().positions.get('b')).toEqual(stood)
  })

  it('drops references to what is not here, and says so', async () => {
    const { session } = await opened()
    session.graph.paste('- id: x\n  needs: [elsewhere]\n  prompt: X\n')
    expect(session.view.getState().toasts.at(-1)?.text).toContain('References to `elsewhere` were not pasted')
  })

  it('refuses text without nodes and changes nothing', async () => {
    const { session } = await opened()
    expect(session.graph.paste('Milk and eggs').ok).toBe(false)
    expect(session.document.getState().document!.text).toBe(TEXT)
    expect(session.view.getState().toasts.at(-1)?.text).toContain('no nodes in what was pasted')
  })
})

describe('what a removal would break', () => {
  it('is told without doing it', async () => {
    const { session } = await opened()
    session.view.dispatch({ type: 'select', nodes: ['a'] })
    const foresight = session.graph.foreseeRemoval()!
    expect(foresight.words).toContain('Removes a and the edge from a to b.')
    expect(foresight.words).toContain('b is left without input.')
    expect(foresight.words).toContain('The prompt of b still names a.')
    expect([foresight.grave, foresight.goneEdges, foresight.hurt]).toEqual([true, ['need:a>b'], ['b']])
    expect(session.document.getState().document!.text).toBe(TEXT)
    session.view.dispatch({ type: 'select', nodes: ['c'] })
    expect(session.graph.foreseeRemoval()!.grave).toBe(false)
    session.view.dispatch({ type: 'select', nodes: [] })
    expect(session.graph.foreseeRemoval()).toBeNull()
  })
})

describe('notes', () => {
  it('are comments: set, changed and removed as one change each', async () => {
    const { session } = await opened()
    session.graph.setNote('b', 'First\nsecond')
    expect(session.document.getState().document!.text).toBe(TEXT.replace('  - id: b', '  # First\n  # second\n  - id: b'))
    session.graph.setNote('b', '  ')
    expect(session.document.getState().document!.text).toBe(TEXT)
    session.undo()
    session.undo()
    expect(session.document.getState().document!.text).toBe(TEXT)
  })

  it('have no place in JSON, which is said', async () => {
    const { session } = await opened('{"nodes": [{"id": "a", "prompt": "A"}]}', 'v.json')
    expect(session.graph.noNotes()).toContain('JSON has no comments')
  })
})

describe('which way a graph runs', () => {
  it('is kept for the file, and undone like any other change', async () => {
    const { session, clock, server } = await opened()
    await session.arrange('down')
    expect(session.layout.getState().direction).toBe('down')
    clock.pass(500)
    expect(server.layouts.get('v.yaml')).toEqual({ nodes: {}, direction: 'down' })
    session.undo()
    expect(session.layout.getState().direction).toBe('right')
    session.redo()
    expect(session.layout.getState().direction).toBe('down')
  })
})

describe('aligning', () => {
  it('is one entry of the history', async () => {
    const { session } = await opened()
    session.layout.dispatch({ type: 'move', positions: new Map([['a', { x: 5, y: 0 }], ['b', { x: 80, y: 200 }]]), anchor: null })
    session.view.dispatch({ type: 'select', nodes: ['a', 'b'] })
    session.graph.alignSelected('left')
    expect(session.layout.getState().positions.get('b')).toEqual({ x: 5, y: 200 })
    session.undo()
    expect(session.layout.getState().positions.get('b')).toEqual({ x: 80, y: 200 })
  })
})
