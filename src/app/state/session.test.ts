import { describe, expect, it } from 'vitest'
import { initialRun, type RunEvent } from '../../core/index.ts'
import { fakeBackend, fakeSession, settle } from './testing/fakes.ts'

const FLOW = `name: v
nodes:
  - id: a
    prompt: p
  # about b
  - id: b
    needs: [a]
    prompt: q
`

async function opened(text = FLOW) {
  const world = fakeSession({ 'v.yaml': text })
  await world.session.start('v.yaml')
  await settle()
  return world
}

const text = ({ session }: Awaited<ReturnType<typeof opened>>) => session.document.getState().document?.text

function type({ session }: Awaited<ReturnType<typeof opened>>, find: string, replacement: string) {
  const now = session.document.getState().document!.text
  const start = now.indexOf(find)
  session.document.dispatch({ type: 'edit', origin: 'text', edits: [{ range: { start, end: start + find.length }, text: replacement }] })
}

describe('an open file', () => {
  it('is drawn, saved, and has nothing to undo', async () => {
    const world = await opened()
    const { session } = world
    expect(session.document.getState()).toMatchObject({ path: 'v.yaml', dirty: false, projection: { stale: false } })
    expect([...session.layout.getState().positions.keys()]).toEqual(['a', 'b'])
    expect(session.canUndo()).toBe(false)
    expect(session.workspace.getState().timezone).toBe('Asia/Tokyo')
  })

  it('keeps comments when a command edits it, and gives the bytes back on undo', async () => {
    const world = await opened()
    world.session.document.dispatch({ type: 'command', origin: 'canvas', command: { type: 'rename', node: 'a', to: 'first' } })
    expect(text(world)).toBe(FLOW.replace('id: a', 'id: first').replace('[a]', '[first]'))
    world.session.undo()
    expect(text(world)).toBe(FLOW)
    expect(world.session.document.getState().dirty).toBe(false)
  })

  it('tells the panes of an edit exactly once, with its origin', async () => {
    const world = await opened()
    const origins: string[] = []
    world.session.document.subscribe((state, before) => {
      if (state.change !== before.change) origins.push(state.change!.origin)
    })
    type(world, 'prompt: p', 'prompt: pp')
    world.session.undo()
    expect(origins).toEqual(['text', 'undo'])
  })

  it('says why a command was refused and leaves the text alone', async () => {
    const world = await opened()
    const outcome = world.session.graph.connect('b', 'a')
    expect(outcome.ok).toBe(false)
    expect(text(world)).toBe(FLOW)
    expect(world.session.view.getState().toasts.at(-1)?.tone).toBe('error')
  })
})

describe('text that does not parse', () => {
  it('keeps the last graph, its places and the selection, and refuses edits on the canvas', async () => {
    const world = await opened()
    const { session, clock } = world
    session.view.dispatch({ type: 'select', nodes: ['b'] })
    const before = session.layout.getState().positions
    type(world, '[a]', '[a')
    clock.pass(1)
    expect(session.document.getState().projection).toMatchObject({ stale: true })
    expect(session.document.getState().projection?.view.nodes.map(({ key }) => key)).toEqual(['a', 'b'])
    const broken = text(world)
    expect(session.graph.add(session.graph.palette()[0]!).ok).toBe(false)
    expect(text(world)).toBe(broken)
    type(world, '[a', '[a]')
    clock.pass(1)
    expect(session.document.getState().projection?.stale).toBe(false)
    expect(session.layout.getState().positions).toBe(before)
    expect(session.view.getState().selection.nodes).toEqual(['b'])
  })

  it('is saved as it was typed, never as the older graph', async () => {
    const world = await opened()
    type(world, '[a]', '[a')
    expect(await world.session.files.save()).toBe(true)
    expect(world.server.disk.get('v.yaml')?.text).toBe(FLOW.replace('[a]', '[a'))
  })
})

describe('places', () => {
  it('do not move while somebody types, adds or removes nodes', async () => {
    const world = await opened()
    const { session, clock, layoutCounts } = world
    const at = (key: string) => session.layout.getState().positions.get(key)
    const [a, b] = [at('a'), at('b')]
    type(world, '    prompt: q\n', '    prompt: q\n  - id: c\n    prompt: r\n')
    clock.pass(1)
    expect(at('c')).toBeDefined()
    type(world, '[a]', '[]')
    clock.pass(1)
    session.document.dispatch({ type: 'command', origin: 'canvas', command: { type: 'remove', nodes: ['a'] } })
    expect([at('a'), at('b')]).toEqual([a, b])
    expect(layoutCounts.full).toBe(1)
  })

  it('follow the needs of a node that is being typed, until it was arranged', async () => {
    const world = await opened()
    const { session, clock } = world
    const at = (key: string) => session.layout.getState().positions.get(key)
    type(world, '    prompt: q\n', '    prompt: q\n  - id: c\n')
    clock.pass(1)
    const first = at('c')
    type(world, '  - id: c\n', '  - id: c\n    needs: [b]\n')
    clock.pass(1)
    expect(at('c')).not.toBe(first)
    await session.arrange()
    const settled = at('c')
    type(world, '[b]', '[a]')
    clock.pass(1)
    expect(at('c')).toBe(settled)
  })

  it('follow a node whose id is typed letter by letter, and so does the selection', async () => {
    const world = await opened()
    const { session, clock } = world
    session.view.dispatch({ type: 'select', nodes: ['b'] })
    const b = session.layout.getState().positions.get('b')
    for (const [from, to] of [['id: b', 'id: bl'], ['id: bl', 'id: blo'], ['id: blo', 'id: blog']] as const) {
      type(world, from, to)
      clock.pass(1)
    }
    expect(session.layout.getState().positions.get('blog')).toEqual(b)
    expect(session.view.getState().selection.nodes).toEqual(['blog'])
  })

  it('of moved nodes are sent to the server, those of others are not', async () => {
    const { session, clock, server } = await opened()
    session.layout.dispatch({ type: 'move', positions: new Map([['b', { x: 7.4, y: 8 }]]), anchor: null })
    clock.pass(500)
    expect(server.layouts.get('v.yaml')).toEqual({ nodes: { b: { x: 7, y: 8 } } })
  })

  it('and text are undone in the order in which they were changed', async () => {
    const world = await opened()
    const { session, clock } = world
    const latest = () => session.document.getState().document?.history.done.at(-1) ?? null
    const x = () => session.layout.getState().positions.get('b')?.x
    const move = (to: number) => session.layout.dispatch({ type: 'move', positions: new Map([['b', { x: to, y: 0 }]]), anchor: latest() })
    move(10)
    type(world, 'prompt: p', 'prompt: first')
    clock.pass(1)
    move(20)
    session.undo()
    expect([x(), text(world)?.includes('first')]).toEqual([10, true])
    session.undo()
    expect([x(), text(world)?.includes('first')]).toEqual([10, false])
    session.undo()
    expect(x()).toBe(0)
    session.redo()
    session.redo()
    session.redo()
    expect([x(), text(world)?.includes('first'), session.canRedo()]).toEqual([20, true, false])
  })
})

describe('adding a node', () => {
  it('puts it after the selected one, needs it, selects it, and undo brings the selection back', async () => {
    const world = await opened()
    const { session } = world
    session.view.dispatch({ type: 'select', nodes: ['a'] })
    const [agent] = session.graph.palette()
    session.graph.add(agent!)
    expect(text(world)).toContain('  - id: agent\n')
    expect(session.document.getState().projection?.view.edges.map(({ from, to }) => `${from}>${to}`)).toContain('a>agent')
    expect(session.view.getState().selection.nodes).toEqual(['agent'])
    session.undo()
    expect(text(world)).toBe(FLOW)
    expect(session.view.getState().selection.nodes).toEqual(['a'])
    session.redo()
    expect(session.view.getState().selection.nodes).toEqual(['agent'])
  })

  it('gives every one an id of its own', async () => {
    const { session } = await opened()
    const [agent] = session.graph.palette()
    for (let i = 0; i < 3; i += 1) session.graph.add(agent!, { after: null })
    expect(session.document.getState().projection?.view.nodes.map(({ id }) => id)).toEqual(['a', 'b', 'agent', 'agent_2', 'agent_3'])
  })

  it('keeps the place where it was dropped', async () => {
    const { session } = await opened()
    session.graph.add(session.graph.palette()[1]!, { at: { x: 33, y: 44 }, after: null })
    expect(session.layout.getState().positions.get('verifier')).toEqual({ x: 33, y: 44 })
  })
})

describe('saving', () => {
  it('writes once, and again what was typed meanwhile', async () => {
    const world = await opened()
    const { session, server } = world
    type(world, 'prompt: p', 'prompt: one')
    const first = session.files.save()
    type(world, 'prompt: one', 'prompt: two')
    expect(await first).toBe(false)
    expect(session.document.getState().dirty).toBe(true)
    expect(await session.files.save()).toBe(true)
    expect(server.disk.get('v.yaml')).toMatchObject({ version: 3 })
    expect(session.document.getState().dirty).toBe(false)
  })

  it('writes nothing over a file that somebody else changed, and keeps both texts', async () => {
    const world = await opened()
    const { session, server } = world
    server.write('v.yaml', 'name: theirs\n')
    type(world, 'prompt: p', 'prompt: mine')
    expect(await session.files.save()).toBe(false)
    expect(session.document.getState().clash).toMatchObject({ found: 'on save', base: FLOW, theirs: 'name: theirs\n' })
    expect(server.disk.get('v.yaml')?.text).toBe('name: theirs\n')
    await session.files.resolve({ take: 'mine' })
    expect(server.disk.get('v.yaml')?.text).toContain('mine')
    expect(session.document.getState()).toMatchObject({ clash: null, dirty: false })
  })

  it('can be undone after theirs was taken', async () => {
    const world = await opened()
    const { session, server } = world
    type(world, 'prompt: p', 'prompt: mine')
    const mine = text(world)
    const etag = server.write('v.yaml', 'name: theirs\n')
    void session.files.changedOnDisk('v.yaml', etag)
    await settle()
    expect(session.document.getState().clash?.found).toBe('on disk')
    await session.files.resolve({ take: 'theirs' })
    expect(text(world)).toBe('name: theirs\n')
    expect(session.document.getState().dirty).toBe(false)
    session.undo()
    expect(text(world)).toBe(mine)
  })
})

describe('two texts made one', () => {
  it('are saved over the version on disk that was merged, as one entry of the history', async () => {
    const world = await opened()
    const { session, server } = world
    type(world, 'prompt: p', 'prompt: mine')
    const mine = text(world)
    void session.files.changedOnDisk('v.yaml', server.write('v.yaml', FLOW.replace('prompt: q', 'prompt: theirs')))
    await settle()
    const merged = FLOW.replace('prompt: p', 'prompt: mine').replace('prompt: q', 'prompt: theirs')
    await session.files.resolve({ take: 'merged', text: merged })
    expect(server.disk.get('v.yaml')?.text).toBe(merged)
    expect(session.document.getState()).toMatchObject({ dirty: false, clash: null })
    session.undo()
    expect(text(world)).toBe(mine)
  })
})

describe('a change on disk', () => {
  it('is taken over at once when nothing is unsaved', async () => {
    const world = await opened()
    const { session, server } = world
    void session.files.changedOnDisk('v.yaml', server.write('v.yaml', FLOW.replace('prompt: q', 'prompt: new')))
    await settle()
    expect(text(world)).toContain('prompt: new')
    expect(session.document.getState()).toMatchObject({ dirty: false, clash: null })
  })
})

describe('running', () => {
  it('saves first and runs just what was saved', async () => {
    const world = await opened()
    const { session, server } = world
    type(world, 'prompt: p', 'prompt: now')
    await session.runs.start()
    expect(server.disk.get('v.yaml')?.text).toContain('now')
    expect(server.started).toEqual([{ file: 'v.yaml', etag: '"2"', runId: 'uuid' }])
  })

  it('starts nothing when another file was opened while the one asked for was being saved', async () => {
    const server = fakeBackend({ 'v.yaml': FLOW, 'w.yaml': FLOW })
    let write = () => {}
    const written = new Promise<void>((resolve) => (write = resolve))
    const slow = { ...server.backend, saveFile: async (...args: Parameters<typeof server.backend.saveFile>) => (await written, server.backend.saveFile(...args)) }
    const world = fakeSession({}, { server: { ...server, backend: slow } })
    await world.session.start('v.yaml')
    type(world, 'prompt: p', 'prompt: now')
    const run = world.session.runs.start()
    await world.session.files.open('w.yaml')
    write()
    await run
    expect(server.disk.get('v.yaml')?.text).toContain('now')
    expect(server.started).toEqual([])
  })

  it('is followed from a snapshot and told to screen readers', async () => {
    const { session, server, clock } = await opened()
    server.runs.set('run-1', initialRun('run-1'))
    await session.runs.start()
    expect(server.watched.at(-1)).toEqual(['run-1:0'])
    const event = (seq: number, body: object) => server.stream().runEvent({ v: 1, run: 'run-1', seq, at: '2026-01-01T00:00:00.000Z', hash: `${seq}`, prev: `${seq - 1}`, ...body } as RunEvent)
    event(1, { type: 'run.started' })
    event(2, { type: 'node.started', node: 'a', visit: 1, input: '' })
    event(3, { type: 'node.failed', node: 'a', visit: 1, error: { message: 'rate limited', kind: 'rate-limited' }, ran: true })
    event(4, { type: 'run.failed', error: { message: 'a failed', kind: 'dependency' } })
    clock.pass(0)
    expect(session.run.getState().current?.status).toBe('failed')
    expect(session.view.getState().announcement.text).toBe('a failed: rate limited. The run failed.')
  })

  it('of very many nodes is told ten times a second, whatever happens in it; also of a node that failed twice', async () => {
    const { session, server, clock } = await opened()
    const ids = Array.from({ length: 1001 }, (_, at) => `n${at}`)
    const plan = { kind: 'dag' as const, nodes: ids.map((id) => ({ id, needs: [], prompt: '' })) }
    server.runs.set('run-1', { ...initialRun('run-1'), plan: plan as never, status: 'running', seq: 1 })
    await session.runs.start()
    // The time that is waited, and the frame after it.
    const gathered = () => [101, 1].forEach((ms) => clock.pass(ms))
    let told = 0
    session.run.subscribe(() => (told += 1))
    let seq = 1
    const event = (body: object) => {
      seq += 1
      server.stream().runEvent({ v: 1, run: 'run-1', seq, at: '2026-01-01T00:00:00.000Z', hash: `${seq}`, prev: `${seq - 1}`, ...body } as RunEvent)
    }
    for (const node of ids.slice(0, 50)) {
      event({ type: 'node.started', node, visit: 1, input: '' })
      clock.pass(1)
    }
    expect(told).toBe(0)
    gathered()
    expect(told).toBe(1)
    expect(Object.values(session.run.getState().current!.nodes).filter(({ status }) => status === 'running')).toHaveLength(50)
    const fails = (node: string, message: string) => event({ type: 'node.failed', node, visit: 1, error: { message, kind: 'rate-limited' }, ran: true })
    fails('n1', 'one')
    gathered()
    expect(session.view.getState().announcement.text).toBe('n1 failed: one.')
    // As many have failed as before, and still one of them is new.
    event({ type: 'node.started', node: 'n1', visit: 2, input: '' })
    fails('n2', 'two')
    gathered()
    expect(session.view.getState().announcement.text).toBe('n2 failed: two.')
    expect(told).toBe(3)
  })

  it('that was going on when the page was opened goes on being shown', async () => {
    const world = fakeSession({ 'v.yaml': FLOW })
    const state = { ...initialRun('run-7'), status: 'running' as const, seq: 5 }
    world.server.runs.set('run-7', state)
    world.server.summaries.push({ run: 'run-7', workflow: 'v', file: 'v.yaml', status: 'running', created_at: '', usage: { input: 0, output: 0 } })
    await world.session.start('v.yaml')
    await settle()
    expect(world.session.run.getState().current).toEqual(state)
    expect(world.server.watched).toEqual([['run-7:0']])
  })

  it('equals what the server says after a reconnect', async () => {
    const { session, server } = await opened()
    server.runs.set('run-1', { ...initialRun('run-1'), status: 'running', seq: 3 })
    await session.runs.start()
    server.stream().lost()
    server.runs.set('run-1', { ...initialRun('run-1'), status: 'completed', seq: 9 })
    server.stream().connected([{ path: 'v.yaml', etag: '"1"' }])
    await settle()
    expect(session.run.getState()).toMatchObject({ connection: 'live', lostAt: null, current: { status: 'completed', seq: 9 } })
  })

  it('ends in the history too, though an older answer about it comes after', async () => {
    const server = fakeBackend({ 'v.yaml': FLOW })
    const summary = { run: 'run-1', workflow: 'v', file: 'v.yaml', status: 'running' as const, created_at: '2026-01-01', usage: { input: 0, output: 0 } }
    let answer = () => {}
    const late = new Promise<void>((resolve) => (answer = resolve))
    const other = { ...summary, run: 'run-0', status: 'completed' as const, created_at: '2025-01-01' }
    let calls = 0
    const runs: typeof server.backend.runs = async (file) => {
      calls += 1
      if (calls === 1) return server.backend.runs(file)
      await late
      return { ok: true, value: [summary, other] }
    }
    const { session } = fakeSession({}, { server: { ...server, backend: { ...server.backend, runs } } })
    await session.start('v.yaml')
    await settle()
    server.stream().runChanged(summary)
    server.stream().connected([{ path: 'v.yaml', etag: '"1"' }])
    server.stream().runChanged({ ...summary, status: 'completed' })
    answer()
    await settle()
    expect(calls).toBe(2)
    expect(session.run.getState().history.map(({ run, status }) => `${run} ${status}`)).toEqual(['run-1 completed', 'run-0 completed'])
  })

  it('starts nothing while there are errors, and shows them', async () => {
    const world = await opened(FLOW.replace('[a]', '[nobody]'))
    await world.session.runs.start()
    expect(world.server.started).toEqual([])
    expect(world.session.view.getState()).toMatchObject({ tab: 'problems', panels: { bottom: true } })
  })
})
