import { Columns3, Eraser, ListTree, Network, Pencil, Scan } from 'lucide-react'
import type { GraphView } from '../../../core/index.ts'
import type { Action, Actions } from './action.ts'
import { NO_FILE } from './action.ts'

/** What can be done to the graph and to how it is drawn. */
export const canvasActions: Actions = (session) => {
  const { view, document, graph } = session
  const { path, projection } = document.getState()
  const noFile = path === null ? NO_FILE : null
  const readOnly = graph.readOnly()
  const { bands } = view.getState()
  return [
    ...(projection ? onSelection(session, projection.view) : []),
    ...(readOnly === null
      ? graph.palette().map((kind, index): Action => ({
          id: `canvas.add.${kind.kind}`,
          group: 'Add',
          label: `Add ${kind.label.toLowerCase()}`,
          hint: kind.hint,
          icon: kind.kind,
          keys: [String(index + 1)],
          reach: 'canvas',
          off: null,
          run: () => void graph.add(kind),
        }))
      : []),
    { id: 'canvas.arrange', group: 'Canvas', label: 'Arrange', hint: 'all nodes, anew', icon: Network, off: noFile ?? readOnly, run: () => void session.arrange() },
    { id: 'canvas.fit', group: 'Canvas', label: 'Fit the graph into view', icon: Scan, off: noFile, run: () => view.dispatch({ type: 'request', request: { type: 'fit' } }) },
    { id: 'canvas.bands', group: 'Canvas', label: bands ? 'Hide level bands' : 'Show level bands', icon: Columns3, off: noFile, run: () => view.dispatch({ type: 'bands', on: !bands }) },
  ]
}

function onSelection(session: Parameters<Actions>[0], graphView: GraphView): Action[] {
  const { view, graph } = session
  const { nodes, edge } = view.getState().selection
  const readOnly = graph.readOnly()
  const none = nodes.length === 0 ? 'Select a node first.' : null
  const last = graphView.nodes.find(({ key, ghost }) => key === nodes.at(-1) && !ghost)
  const name = last?.id ?? 'the node'
  const group = 'Selection'
  const select = (keys: readonly string[]) => view.dispatch({ type: 'select', nodes: keys })
  return [
    {
      id: 'selection.rename',
      group,
      label: `Rename ${name}`,
      icon: Pencil,
      keys: ['F2'],
      // The text pane renames what the caret stands on; the list of files renames files.
      off: readOnly ?? none,
      run: () => last && view.dispatch({ type: 'request', request: { type: 'renameNode', key: last.key } }),
    },
    { id: 'selection.upstream', group, label: `Select what ${name} needs`, icon: ListTree, off: none, run: () => select(reach(graphView, nodes, 'to', 'from')) },
    { id: 'selection.downstream', group, label: `Select what needs ${name}`, icon: ListTree, off: none, run: () => select(reach(graphView, nodes, 'from', 'to')) },
    {
      id: 'selection.delete',
      group,
      label: edge !== null ? 'Delete the edge' : nodes.length > 1 ? `Delete ${nodes.length} nodes` : `Delete ${name}`,
      icon: Eraser,
      keys: ['Delete'],
      alsoKeys: [['Backspace']],
      reach: 'canvas',
      off: readOnly ?? (edge === null ? none : null),
      run: () => {
        graph.removeSelected()
        view.dispatch({ type: 'request', request: { type: 'focusCanvas' } })
      },
    },
  ]
}

/** Nodes and all that lies before or behind them. */
function reach(view: GraphView, start: readonly string[], near: 'from' | 'to', far: 'from' | 'to'): readonly string[] {
  const seen = new Set(start)
  // The set grows while it is walked through.
  for (const key of seen) for (const edge of view.edges) if (edge[near] === key) seen.add(edge[far])
  return view.nodes.filter(({ key, ghost }) => seen.has(key) && !ghost).map(({ key }) => key)
}
