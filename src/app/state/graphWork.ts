import type { Command, NodeFields, PaletteKind } from '../../core/index.ts'
import type { DocumentCore } from './core.ts'
import type { Outcome } from './documentState.ts'
import type { Point } from './layout.ts'
import type { Stores } from './stores.ts'

export type AddOptions = {
  /** Where the user dropped it; else it is placed near what it needs. */
  readonly at?: Point
  /** The node that it comes after and needs. Absent: the selected one, null: none. */
  readonly after?: string | null
  /** The node that shall need the new one. */
  readonly before?: string
}

/** What the canvas, the palette and the inspector do to the graph. */
export type GraphWork = {
  /** The kinds that the open file's dialect offers. */
  palette(): readonly PaletteKind[]
  /** May the graph be edited? A reason if not. */
  readOnly(): string | null
  add(kind: PaletteKind, options?: AddOptions): Outcome
  /** Adds the node that others name but that does not exist. */
  addGhost(id: string): Outcome
  /** Null if an edge may be drawn, else the reason. */
  refuseEdge(from: string, to: string): string | null
  connect(from: string, to: string): Outcome
  rename(node: string, to: string): Outcome
  /** Removes what is selected: nodes with every reference to them, or the edge. */
  removeSelected(): void
}

const NOT_PARSED = 'The text does not parse. Mend it first; the canvas shows the last graph that did.'

export function createGraphWork(stores: Stores, core: DocumentCore): GraphWork {
  const { document, view, layout } = stores

  function command(command: Command, after?: readonly string[]): Outcome {
    return document.dispatch({ type: 'command', command, origin: 'canvas', ...(after && { selectionAfter: { nodes: after } }) })
  }

  function freshId(stem: string): string {
    const taken = new Set(document.getState().projection?.view.nodes.map(({ id }) => id))
    if (!taken.has(stem)) return stem
    let n = 2
    while (taken.has(`${stem}_${n}`)) n += 1
    return `${stem}_${n}`
  }

  function graph() {
    return document.getState().projection?.view
  }

  const work: GraphWork = {
    palette() {
      const { projection } = document.getState()
      return projection ? core.dialect(projection.dialect).palette : []
    },
    readOnly() {
      const { projection, textOnly } = document.getState()
      if (textOnly !== null) return textOnly
      if (!projection) return 'No file is open.'
      return projection.stale ? NOT_PARSED : null
    },
    add(kind, options = {}) {
      const selected = view.getState().selection.nodes.at(-1)
      const wanted = options.after === undefined ? selected : (options.after ?? undefined)
      const after = graph()?.nodes.find(({ key, ghost }) => key === wanted && !ghost)
      const id = freshId(kind.stem)
      const node: NodeFields = { id, ...kind.fields, ...(after && after.id !== '' && { needs: [after.id] }) }
      const add: Command = { type: 'add', node, ...(after && { after: after.key }) }
      if (options.at) layout.dispatch({ type: 'pin', key: id, point: options.at })
      const outcome = command(
        options.before === undefined
          ? add
          : { type: 'batch', label: `Add ${id}`, commands: [add, { type: 'connect', from: id, to: options.before, kind: 'need' }] },
        [id],
      )
      if (outcome.ok) {
        view.dispatch({ type: 'select', nodes: [id] })
        view.dispatch({ type: 'announce', text: `Added ${kind.label.toLowerCase()} ${id}.` })
      }
      return outcome
    },
    addGhost(id) {
      const kind = work.palette()[0]
      if (!kind) return { ok: true }
      const outcome = command({ type: 'add', node: { id, ...kind.fields } }, [id])
      if (outcome.ok) view.dispatch({ type: 'select', nodes: [id] })
      return outcome
    },
    refuseEdge(from, to) {
      const analysis = document.analysis()
      if (!analysis?.reading) return 'No file is open.'
      if (analysis.stale) return NOT_PARSED
      return core.dialect(analysis.dialect).refuseEdge(analysis.reading, from, to, 'need')
    },
    connect(from, to) {
      const outcome = command({ type: 'connect', from, to, kind: 'need' })
      if (outcome.ok) view.dispatch({ type: 'announce', text: `${to} now needs ${from}.` })
      return outcome
    },
    rename(node, to) {
      const outcome = to === node ? ({ ok: true } as const) : command({ type: 'rename', node, to }, [to])
      if (outcome.ok && to !== node) view.dispatch({ type: 'announce', text: `Renamed ${node} to ${to}.` })
      return outcome
    },
    removeSelected() {
      const { selection } = view.getState()
      const shown = graph()
      if (selection.edge !== null) {
        const edge = shown?.edges.find(({ key }) => key === selection.edge)
        if (!edge) return
        const outcome = command({ type: 'disconnect', from: edge.from, to: edge.to, kind: edge.kind, ...(edge.order !== undefined && { index: edge.order }) })
        if (outcome.ok) view.dispatch({ type: 'announce', text: `Removed the edge from ${edge.from} to ${edge.to}.` })
        return
      }
      const nodes = selection.nodes.filter((key) => shown?.nodes.some((node) => node.key === key && !node.ghost))
      if (nodes.length === 0) return
      const outcome = command({ type: 'remove', nodes }, [])
      if (outcome.ok) view.dispatch({ type: 'announce', text: nodes.length === 1 ? `Removed ${nodes[0]}.` : `Removed ${nodes.length} nodes.` })
    },
  }
  return work
}
