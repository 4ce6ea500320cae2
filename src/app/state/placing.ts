import type { GraphView } from '../../core/index.ts'
import type { Layout } from '../../protocol/index.ts'
import type { Answer, Backend } from './backend.ts'
import { followRenames } from './renames.ts'
import type { Host } from './host.ts'
import type { Stores } from './stores.ts'
import type { Point, Positions } from './layout.ts'
import type { Direction } from './nodeSize.ts'

/** Finds places for nodes. */
export type LayoutEngine = {
  /** Places for all nodes, at once where that can be; null when it was called again before it was done. A file that opens wants to be seen soon. */
  layOut(view: GraphView, purpose: 'open' | 'arrange', direction: Direction): Positions | Promise<Positions | null>
  /** Stops a layout that is being searched for; whoever waits for it waits no more. */
  cancel(): void
  /** Places for the nodes that have none, without moving or covering any other: pure and quick. */
  place(view: GraphView, positions: Positions, direction: Direction): Positions
}

export type Placing = {
  /** Fetches what the user has moved, in any file. */
  known(): Promise<Answer<Layout>>
  /** Takes what the user had moved in the file that was opened, and places the rest. */
  load(path: string, known: Answer<Layout>): void
  arrange(direction?: Direction): Promise<void>
  stop(): void
  /** The file is about to be left: what was moved is saved now. */
  leave(): void
  /** A file that was left is shown again and its places are back. */
  resume(path: string): void
  close(): void
}

const SAVE_AFTER = 400

/** Keeps every node of the view at a place: follows renames, places newcomers, saves what the user moved. */
export function createPlacing(stores: Stores, engine: LayoutEngine, backend: Backend, host: Host): Placing {
  const { document, view, layout } = stores
  let cancelSave: (() => void) | null = null
  /** The file whose moved nodes have come in; nothing is placed before. */
  let ready: string | null = null
  /** The file whose first picture is being searched for: it is not begun anew with every letter that is typed meanwhile. */
  let drawing: string | null = null

  const stopDocument = document.subscribe((state, before) => {
    if (state.path !== before.path) ready = null
    const now = state.projection?.view
    const then = before.projection?.view
    if (!now || now === then) return
    const renames = then && state.path === before.path ? renamesOf(state, then, now) : new Map<string, string>()
    for (const [from, to] of renames) layout.dispatch({ type: 'rename', from, to })
    const [rename] = renames
    view.dispatch({
      type: 'prune',
      nodes: keysOf(now.nodes),
      edges: keysOf(now.edges),
      ...(rename && { renamed: { from: rename[0], to: rename[1] } }),
    })
    if (ready !== state.path) return
    if (then && state.path === before.path && state.change?.origin === 'text') placeBetter(then, now)
    placeAll(now)
  })

  const stopLayout = layout.subscribe((state, before) => {
    if (state.path !== null && state.path === before.path && (state.moved !== before.moved || state.positions !== before.positions || state.direction !== before.direction)) saveSoon()
  })

  function renamesOf(state: ReturnType<typeof document.getState>, then: GraphView, now: GraphView): ReadonlyMap<string, string> {
    const command = state.change?.command
    if (command?.type === 'rename') return new Map([[command.node, command.to]])
    return followRenames(then, now)
  }

  function placeAll(now: GraphView): void {
    const { positions, moved, direction } = layout.getState()
    const missing = now.nodes.filter(({ key }) => !positions.has(key))
    if (missing.length === 0) return
    // With nothing placed by the layout yet it is a first picture: let the engine draw all of it.
    const first = positions.size === moved.size && missing.length > 1 && now.nodes.every(({ key }) => !positions.has(key) || moved.has(key))
    if (first) void layOutAll(now)
    else layout.dispatch({ type: 'place', positions: engine.place(now, positions, direction) })
  }

  /**
   * A node that is being typed was placed before its needs were written. While nobody has moved or
   * arranged it, and only when its own threads changed, it goes where they want it; no other node moves.
   */
  function placeBetter(then: GraphView, now: GraphView): void {
    const { fresh, positions, direction } = layout.getState()
    if (fresh.size === 0) return
    const incoming = (view: GraphView, key: string) => view.edges.filter(({ to }) => to === key).map(({ from }) => from).join('\n')
    const again = now.nodes.filter(({ key }) => fresh.has(key) && incoming(then, key) !== incoming(now, key))
    if (again.length === 0) return
    const others = new Map(positions)
    for (const { key } of again) others.delete(key)
    layout.dispatch({ type: 'place', positions: engine.place(now, others, direction) })
  }

  async function layOutAll(now: GraphView): Promise<void> {
    const { path } = document.getState()
    if (drawing === path) return
    drawing = path
    const { direction } = layout.getState()
    const found = engine.layOut(now, 'open', direction)
    // What is there already is drawn together with the file, in one go.
    const positions = found instanceof Promise ? await found : found
    if (drawing === path) drawing = null
    if (!positions || document.getState().path !== path) return
    layout.dispatch({ type: 'laidOut', positions })
    // Nodes that were written while the engine worked.
    const latest = document.getState().projection?.view
    if (latest && latest !== now) layout.dispatch({ type: 'place', positions: engine.place(latest, layout.getState().positions, direction) })
  }

  function saveSoon(): void {
    cancelSave?.()
    cancelSave = host.after(SAVE_AFTER, save)
  }

  function saveNow(): void {
    if (!cancelSave) return
    cancelSave()
    save()
  }

  let lastSaved = ''

  function save(): void {
    cancelSave = null
    const { path, positions, moved, direction } = layout.getState()
    const keys = document.getState().projection?.view.nodes ?? []
    if (path === null || path !== document.getState().path) return
    const nodes: { [key: string]: Point } = Object.create(null)
    for (const { key } of keys) {
      const point = moved.has(key) ? positions.get(key) : undefined
      if (point) nodes[key] = { x: Math.round(point.x), y: Math.round(point.y) }
    }
    const text = JSON.stringify([path, nodes, direction])
    if (text === lastSaved) return
    lastSaved = text
    void backend.saveLayout(path, { nodes, ...(direction !== 'right' && { direction }) }).then((answer) => {
      if (!answer.ok) lastSaved = ''
    })
  }

  return {
    known: () => backend.layout(),
    load(path, answer) {
      if (document.getState().path !== path) return
      const saved = answer.ok && Object.hasOwn(answer.value, path) ? answer.value[path] : undefined
      const direction = saved?.direction ?? 'right'
      lastSaved = JSON.stringify([path, saved?.nodes ?? {}, direction])
      layout.dispatch({ type: 'load', path, moved: new Map(Object.entries(saved?.nodes ?? {})), direction })
      ready = path
      const now = document.getState().projection?.view
      if (now) placeAll(now)
    },
    async arrange(direction = layout.getState().direction) {
      const { path, projection } = document.getState()
      const now = projection?.view
      if (!now) return
      layout.dispatch({ type: 'searching', on: true })
      const positions = await engine.layOut(now, 'arrange', direction)
      if (!positions || document.getState().path !== path) return
      layout.dispatch({ type: 'searching', on: false })
      document.dispatch({ type: 'seal' })
      layout.dispatch({ type: 'arrange', positions, direction, anchor: document.getState().document?.history.done.at(-1) ?? null })
      const latest = document.getState().projection?.view
      if (latest && latest !== now) placeAll(latest)
    },
    stop() {
      engine.cancel()
      layout.dispatch({ type: 'searching', on: false })
    },
    leave() {
      saveNow()
      if (layout.getState().searching) engine.cancel()
    },
    resume(path) {
      ready = path
      lastSaved = ''
      const now = document.getState().projection?.view
      if (now) placeAll(now)
    },
    close() {
      cancelSave?.()
      stopDocument()
      stopLayout()
    },
  }
}

/** The keys of parts of a view: counted only when one is asked for, since most often nothing is selected that could be gone. */
function keysOf(parts: readonly { readonly key: string }[]): Pick<ReadonlySet<string>, 'has'> {
  let keys: ReadonlySet<string> | undefined
  return { has: (key) => (keys ??= new Set(parts.map((part) => part.key))).has(key) }
}
