import type { Command, GraphEdge, NodeFields, PaletteKind } from '../../core/index.ts'
import { align, type Alignment } from './align.ts'
import { createClipboardWork, type ClipboardWork } from './clipboardWork.ts'
import type { DocumentCore } from './core.ts'
import type { Outcome } from './documentState.ts'
import { foresee, listed, type Foresight } from './foresight.ts'
import type { Point } from './layout.ts'
import { nodeSize } from './nodeSize.ts'
import type { LayoutEngine } from './placing.ts'
import { roomBetween } from './room.ts'
import type { Stores } from './stores.ts'
import type { Selection } from './view.ts'

export type AddOptions = {
  /** Where the user dropped it; else it is placed near what it needs. */
  readonly at?: Point
  /** The node that it comes after and needs. Absent: the selected one, null: none. */
  readonly after?: string | null
  /** The node that shall need the new one. */
  readonly before?: string
}

/** What the canvas, the palette and the inspector do to the graph. */
export type GraphWork = ClipboardWork & {
  /** The kinds that the open file's dialect offers. */
  palette(): readonly PaletteKind[]
  /** May the graph be edited? A reason if not. */
  readOnly(): string | null
  add(kind: PaletteKind, options?: AddOptions): Outcome
  /** Adds the node that others name but that does not exist. */
  addGhost(id: string): Outcome
  /** Puts a new node on an edge, named by its key: from the first to the new one to the second. */
  insertOn(edge: string, kind: PaletteKind): Outcome
  /** Null if an edge may be drawn, else the reason. */
  refuseEdge(from: string, to: string): string | null
  connect(from: string, to: string): Outcome
  /** Leads an edge, named by its key, from or to another node, and selects it there. */
  retarget(edge: string, ends: { readonly from?: string; readonly to?: string }): Outcome
  /** Null if the edge may lead there, else the reason. */
  refuseRetarget(edge: string, ends: { readonly from?: string; readonly to?: string }): string | null
  /** May edges be drawn by hand, where their ends allow it? Not where they follow from the order of the nodes. */
  drawsEdges(): boolean
  /** What an edge can be led to so that the run ends there; null where there is no such thing. */
  end(): string | null
  rename(node: string, to: string): Outcome
  /** The comment above a node; blank removes it. */
  setNote(node: string, text: string): Outcome
  /** Why notes cannot be kept here; null when they can. */
  noNotes(): string | null
  /** Removes what is selected: nodes with every reference to them, or the edge. */
  removeSelected(): void
  /** What `removeSelected` would do; null when nothing is selected that can go. */
  foreseeRemoval(): Foresight | null
  /** Lines the selected nodes up: one entry of the history. */
  alignSelected(alignment: Alignment): void
}

const NOT_PARSED = 'The text does not parse. Mend it first; the canvas shows the last graph that did.'
const DONE: Outcome = { ok: true }

export function createGraphWork(stores: Stores, core: DocumentCore, engine: Pick<LayoutEngine, 'place'>): GraphWork {
  const { document, view, layout } = stores

  function command(command: Command, after?: readonly string[]): Outcome {
    return document.dispatch({ type: 'command', command, origin: 'canvas', ...(after && { selectionAfter: { nodes: after } }) })
  }

  function freshId(stem: string): string {
    const taken = new Set(graph()?.nodes.map(({ id }) => id))
    if (!taken.has(stem)) return stem
    let n = 2
    while (taken.has(`${stem}_${n}`)) n += 1
    return `${stem}_${n}`
  }

  /** As it is now: what was done a moment ago is in it. */
  function graph() {
    document.catchUp()
    return document.getState().projection?.view
  }

  function say(text: string): void {
    view.dispatch({ type: 'announce', text })
  }

  /** What is asked for before the reader has come is done once it has, to the file that it was asked for. */
  function once(work: () => Outcome): Outcome {
    document.whenRead(() => void work())
    return DONE
  }

  /** The open file as its dialect reads it; null while there is none, or the reader has not come. */
  function read() {
    const analysis = document.analysis()
    const reading = analysis?.reading
    const known = analysis && core.reader()?.dialect(analysis.dialect)
    return analysis && reading && known ? { analysis, reading, dialect: known } : null
  }

  /** A way already waited for can be named by a router as well; every other edge is of its dialect's usual kind. */
  function kindFor(from: string, to: string): { readonly kind?: 'route' } {
    const joined = graph()?.edges.some((edge) => edge.from === from && edge.to === to && edge.kind === 'need')
    const open = joined ? read() : null
    return open?.dialect.refuseEdge(open.reading, from, to, 'route') === null ? { kind: 'route' } : {}
  }

  /** The dialect of the open file; null while there is none, or no reader that knows it. */
  function dialect() {
    const { projection } = document.getState()
    return (projection && core.reader()?.dialect(projection.dialect)) ?? null
  }

  /** Where the order is the way, a node before the first one is put there once it stands. */
  function orderedAdd(id: string, before: string): { readonly after?: string; readonly move?: Command } {
    const nodes = graph()?.nodes.filter(({ ghost, end }) => !ghost && !end) ?? []
    const at = nodes.findIndex(({ key }) => key === before)
    const after = nodes[at - 1]
    return after ? { after: after.key } : { move: { type: 'moveNode', node: id, before } }
  }

  function removal(selection: Selection): Command | null {
    const shown = graph()
    if (selection.edge !== null) {
      const edge = shown?.edges.find(({ key }) => key === selection.edge)
      return edge ? disconnection(edge) : null
    }
    // The end goes with the edges that lead to it.
    const nodes = selection.nodes.filter((key) => shown?.nodes.some((node) => node.key === key && !node.ghost))
    return nodes.length > 0 ? { type: 'remove', nodes } : null
  }

  function remove(selection: Selection): void {
    const wanted = removal(selection)
    if (!wanted) return
    const foresight = wanted.type === 'remove' ? foresee(document, core, wanted) : null
    const outcome = command(wanted, [])
    if (!outcome.ok) return
    if (wanted.type === 'disconnect') return say(`Removed the edge from ${wanted.from} to ${wanted.to}.`)
    if (wanted.type !== 'remove') return
    const entry = document.getState().document?.history.done.at(-1)
    if (foresight?.grave) view.dispatch({ type: 'toast', text: foresight.words.replace(/^Removes /, 'Removed '), action: { label: 'Undo', run: () => undoIf(entry) } })
    else say(`Removed ${listed(wanted.nodes, 'nodes')}.`)
  }

  const work: GraphWork = {
    ...createClipboardWork(stores, core, engine),
    palette() {
      return dialect()?.palette ?? []
    },
    readOnly() {
      const { projection, textOnly } = document.getState()
      if (textOnly !== null) return textOnly
      if (!projection) return 'No file is open.'
      return projection.stale ? NOT_PARSED : null
    },
    add(kind, options = {}) {
      if (core.reader() === null) return once(() => work.add(kind, options))
      const selected = view.getState().selection.nodes.at(-1)
      const wanted = options.after === undefined ? selected : (options.after ?? undefined)
      const after = graph()?.nodes.find(({ key, ghost, end }) => key === wanted && !ghost && !end)
      const id = freshId(kind.stem)
      const ordered = dialect()?.ordered === true
      const { after: place = after?.key, move } = ordered && options.before !== undefined ? orderedAdd(id, options.before) : {}
      const add: Command = { type: 'add', node: { id, ...kind.fields }, ...(place !== undefined && { after: place }) }
      const links: Command[] = move ? [move] : []
      if (!ordered && after && after.id !== '') links.push({ type: 'connect', from: after.key, to: id })
      if (!ordered && options.before !== undefined) links.push({ type: 'connect', from: id, to: options.before })
      if (options.at) layout.dispatch({ type: 'pin', positions: new Map([[id, options.at]]) })
      const outcome = command(links.length === 0 ? add : { type: 'batch', label: `Add ${id}`, commands: [add, ...links] }, [id])
      if (outcome.ok) {
        view.dispatch({ type: 'select', nodes: [id] })
        say(`Added ${kind.label.toLowerCase()} ${id}.`)
      }
      return outcome
    },
    addGhost(id) {
      if (core.reader() === null) return once(() => work.addGhost(id))
      const kind = work.palette()[0]
      if (!kind) return DONE
      const outcome = command({ type: 'add', node: { id, ...kind.fields } }, [id])
      if (outcome.ok) view.dispatch({ type: 'select', nodes: [id] })
      return outcome
    },
    insertOn(key, kind) {
      if (core.reader() === null) return once(() => work.insertOn(key, kind))
      const open = read()
      const edge = open?.analysis.view.edges.find((each) => each.key === key)
      if (!open || !edge) return DONE
      const id = freshId(kind.stem)
      const node: NodeFields = { id, ...kind.fields }
      const commands = open.dialect.between(open.reading, edge, node)
      if (!commands.ok) {
        view.dispatch({ type: 'toast', tone: 'error', text: commands.diagnostics.map(({ message }) => message).join(' ') })
        return commands
      }
      const { positions, direction } = layout.getState()
      const room = roomBetween(open.analysis.view, positions, edge, kind, direction)
      // Its place is taken before it comes, and the others make room once it is there.
      if (room) layout.dispatch({ type: 'place', positions: new Map([[id, room.at]]) })
      const outcome = command({ type: 'batch', label: `Insert ${id} between ${edge.from} and ${edge.to}`, commands: commands.value }, [id])
      if (!outcome.ok) return outcome
      const bound = document.getState().document?.history.done.at(-1)
      if (room && room.shifted.size > 0 && bound) layout.dispatch({ type: 'makeRoom', positions: room.shifted, bound })
      view.dispatch({ type: 'select', nodes: [id] })
      say(`Inserted ${kind.label.toLowerCase()} ${id} between ${edge.from} and ${edge.to}.`)
      return outcome
    },
    refuseEdge(from, to) {
      // Nobody can say yet: what must be refused is refused when it is done.
      if (core.reader() === null) return null
      const open = read()
      if (!open) return 'No file is open.'
      if (open.analysis.stale) return NOT_PARSED
      return open.dialect.refuseEdge(open.reading, from, to, kindFor(from, to).kind)
    },
    connect(from, to) {
      if (core.reader() === null) return once(() => work.connect(from, to))
      const before = new Set(graph()?.edges.map(({ key }) => key))
      const outcome = command({ type: 'connect', from, to, ...kindFor(from, to) })
      const made = graph()?.edges.find((edge) => edge.from === from && edge.to === to && !before.has(edge.key))
      if (outcome.ok) say(connectionWords(from, to, made?.kind))
      return outcome
    },
    retarget(key, ends) {
      if (core.reader() === null) return once(() => work.retarget(key, ends))
      const edge = graph()?.edges.find((each) => each.key === key)
      if (!edge) return DONE
      const [from, to] = [ends.from ?? edge.from, ends.to ?? edge.to]
      if (from === edge.from && to === edge.to) return DONE
      const before = new Set(graph()?.edges.map((each) => each.key))
      const outcome = command(retargeting(edge, from, to))
      if (!outcome.ok) return outcome
      // Its key says where it leads.
      const led = graph()?.edges.find((each) => each.kind === edge.kind && each.from === from && each.to === to && !before.has(each.key))
      if (led) view.dispatch({ type: 'selectEdge', edge: led.key })
      say(`The edge now leads from ${from} to ${to}.`)
      return outcome
    },
    refuseRetarget(key, ends) {
      const edge = graph()?.edges.find((each) => each.key === key)
      if (edge && core.reader() === null) return null
      const open = read()
      if (!edge || !open) return 'The edge is gone.'
      if (open.analysis.stale) return NOT_PARSED
      const [from, to] = [ends.from ?? edge.from, ends.to ?? edge.to]
      if (from === edge.from && to === edge.to) return null
      return open.dialect.refuseEdge(open.reading, from, to, edge.kind === 'route' ? 'route' : undefined)
    },
    drawsEdges() {
      const known = dialect()
      return known !== null && known.ordered !== true
    },
    end() {
      return dialect()?.end ?? null
    },
    rename(node, to) {
      if (core.reader() === null) return once(() => work.rename(node, to))
      const outcome = to === node ? DONE : command({ type: 'rename', node, to }, [to])
      if (outcome.ok && to !== node) say(`Renamed ${node} to ${to}.`)
      return outcome
    },
    setNote(node, text) {
      const before = graph()?.nodes.find(({ key }) => key === node)?.note ?? ''
      if (text.trim() === before.trim()) return DONE
      const outcome = command({ type: 'setComment', node, text: text.trim() === '' ? undefined : text })
      if (outcome.ok) say(text.trim() === '' ? `Removed the note of ${node}.` : `Changed the note of ${node}.`)
      return outcome
    },
    noNotes() {
      const { document: open } = document.getState()
      return work.readOnly() ?? (open?.format === 'json' ? 'JSON has no comments. Convert the file to YAML to keep notes.' : null)
    },
    removeSelected() {
      // What is selected by the time that the reader comes was not meant.
      const { selection } = view.getState()
      document.whenRead(() => remove(selection))
    },
    foreseeRemoval() {
      const wanted = removal(view.getState().selection)
      return wanted && foresee(document, core, wanted)
    },
    alignSelected(alignment) {
      const { positions } = layout.getState()
      const { selection } = view.getState()
      const nodes = (graph()?.nodes ?? []).filter(({ key }) => selection.nodes.includes(key)).flatMap((node) => {
        const point = positions.get(node.key)
        return point ? [{ key: node.key, point, size: nodeSize(node) }] : []
      })
      const moved = align(nodes, alignment)
      if (moved.size === 0) return
      document.dispatch({ type: 'seal' })
      layout.dispatch({ type: 'move', positions: moved, label: 'Align', glide: true, anchor: document.getState().document?.history.done.at(-1) ?? null })
      say(`Aligned ${nodes.length} nodes.`)
    },
  }
  return work

  /** From a message that may have stood for a while: only when nothing came after. */
  function undoIf(entry: unknown): void {
    if (entry !== undefined && document.getState().document?.history.done.at(-1) === entry) document.dispatch({ type: 'undo' })
  }
}

function disconnection({ from, to, kind, index }: GraphEdge): Command {
  return { type: 'disconnect', from, to, kind, ...(index !== undefined && { index }) }
}

/** An edge that stands for itself keeps what it says; one that is a name in a list is taken out of one and put into another. */
function retargeting(edge: GraphEdge, from: string, to: string): Command {
  const { kind, index } = edge
  if (kind === 'flow') {
    return { type: 'retarget', from: edge.from, to: edge.to, ...(index !== undefined && { index }), ...(from !== edge.from && { newFrom: from }), ...(to !== edge.to && { newTo: to }) }
  }
  return { type: 'batch', label: `Lead the ${kind} from ${from} to ${to}`, commands: [disconnection(edge), { type: 'connect', from, to, kind }] }
}

function connectionWords(from: string, to: string, kind: GraphEdge['kind'] | undefined): string {
  if (kind === 'route') return `${from} now routes to ${to}.`
  return kind === 'flow' ? `An edge now leads from ${from} to ${to}.` : `${to} now needs ${from}.`
}
