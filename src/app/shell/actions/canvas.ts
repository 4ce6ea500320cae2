import { ArrowDownFromLine, ArrowRightFromLine, ClipboardPaste, Columns3, Network, Scan, Spline } from 'lucide-react'
import type { Action, Actions } from './action.ts'
import { NO_FILE } from './action.ts'
import { pasteFromClipboard } from './clipboard.ts'

/** What can be done to the graph as a whole and to how it is drawn. */
export const canvasActions: Actions = (session) => {
  const { view, document, graph, layout } = session
  const { path, projection } = document.getState()
  const noFile = path === null ? NO_FILE : null
  const readOnly = graph.readOnly()
  const { bands, data } = view.getState()
  const { direction } = layout.getState()
  const noData = projection?.view.edges.some(({ kind }) => kind === 'reference') ? null : 'No node here reads the data of another by name.'
  return [
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
    { id: 'canvas.paste', group: 'Edit', label: 'Paste', hint: 'nodes, from YAML or JSON', icon: ClipboardPaste, keys: ['Mod', 'V'], reach: 'canvas', heardByPane: true, off: noFile ?? readOnly, run: () => void pasteFromClipboard(session) },
    { id: 'canvas.arrange', group: 'Canvas', label: 'Arrange', hint: 'all nodes, anew', icon: Network, keys: ['Shift', 'A'], reach: 'canvas', off: noFile ?? readOnly, run: () => void session.arrange() },
    {
      id: 'canvas.turn',
      group: 'Canvas',
      label: direction === 'right' ? 'Run from top to bottom' : 'Run from left to right',
      hint: 'arranges all nodes anew',
      icon: direction === 'right' ? ArrowDownFromLine : ArrowRightFromLine,
      off: noFile ?? readOnly,
      run: () => void session.arrange(direction === 'right' ? 'down' : 'right'),
    },
    { id: 'canvas.fit', group: 'Canvas', label: 'Fit the graph into view', icon: Scan, keys: ['F'], reach: 'canvas', off: noFile, run: () => view.dispatch({ type: 'request', request: { type: 'fit' } }) },
    { id: 'canvas.bands', group: 'Canvas', label: bands ? 'Hide level bands' : 'Show level bands', icon: Columns3, off: noFile, run: () => view.dispatch({ type: 'bands', on: !bands }) },
    { id: 'canvas.data', group: 'Canvas', label: data ? 'Show data of the selection alone' : 'Show all data references', icon: Spline, off: noFile ?? noData, run: () => view.dispatch({ type: 'data', on: !data }) },
  ]
}
