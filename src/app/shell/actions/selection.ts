import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalDistributeCenter,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalDistributeCenter,
  ArrowLeftToLine,
  ArrowRightToLine,
  BoxSelect,
  Cable,
  Copy,
  CopyPlus,
  Eraser,
  ListTree,
  MessageSquareText,
  Pencil,
  Plus,
  Scissors,
  SlidersHorizontal,
  Waypoints,
  type LucideIcon,
} from 'lucide-react'
import { ALIGNMENTS, withReach, type Alignment } from '../../state/index.ts'
import { NO_FILE, type Action, type Actions } from './action.ts'
import { copyToClipboard, cutToClipboard } from './clipboard.ts'

const ALIGN_ICONS: { readonly [kind in Alignment]: LucideIcon } = {
  left: AlignStartVertical,
  centre: AlignCenterVertical,
  right: AlignEndVertical,
  top: AlignStartHorizontal,
  middle: AlignCenterHorizontal,
  bottom: AlignEndHorizontal,
  'spread-across': AlignHorizontalDistributeCenter,
  'spread-down': AlignVerticalDistributeCenter,
}

/** What can be done to the nodes, or the edge, that are selected. */
export const selectionActions: Actions = (session) => {
  const { view, graph, document } = session
  const shown = document.getState().projection?.view
  if (!shown) return []
  const { nodes, edge: edgeKey } = view.getState().selection
  const readOnly = graph.readOnly()
  const none = nodes.length === 0 ? 'Select a node first.' : null
  const last = shown.nodes.find(({ key, ghost }) => key === nodes.at(-1) && !ghost)
  const edge = shown.edges.find(({ key }) => key === edgeKey)
  const noEdge = edge ? null : 'Select an edge first.'
  const name = last?.id ?? 'the node'
  const many = nodes.length > 1 ? `${nodes.length} nodes` : name
  const reach = 'canvas'
  const group = 'Selection'
  const select = (keys: readonly string[]) => view.dispatch({ type: 'select', nodes: keys })
  const go = (key: string) => {
    select([key])
    view.dispatch({ type: 'request', request: { type: 'revealNode', key, focus: true } })
  }
  const list: Action[] = [
    { id: 'selection.all', group, label: 'Select all nodes', icon: BoxSelect, keys: ['Mod', 'A'], reach, off: shown.nodes.length === 0 ? NO_FILE : null, run: () => select(shown.nodes.filter(({ ghost }) => !ghost).map(({ key }) => key)) },
    // The text pane renames what the caret stands on; the list of files renames files.
    { id: 'selection.rename', group, label: `Rename ${name}`, icon: Pencil, keys: ['F2'], notIn: ['text', 'files'], off: readOnly ?? none, run: () => last && view.dispatch({ type: 'request', request: { type: 'renameNode', key: last.key } }) },
    { id: 'selection.fields', group, label: `Edit the fields of ${edge ? 'the edge' : name}`, icon: SlidersHorizontal, keys: ['Enter'], reach, off: edge ? null : none, run: () => view.dispatch({ type: 'request', request: { type: 'focusInspector' } }) },
    { id: 'selection.note', group, label: last?.note === undefined ? `Add a note to ${name}` : `Edit note of ${name}`, hint: 'the comment above it', icon: MessageSquareText, keys: ['N'], reach, off: graph.noNotes() ?? none, run: () => last && view.dispatch({ type: 'request', request: { type: 'editNote', key: last.key } }) },
    { id: 'selection.connect', group, label: `Connect ${name} to`, icon: Cable, keys: ['C'], reach, off: readOnly ?? none, run: () => last && view.dispatch({ type: 'request', request: { type: 'connectFrom', key: last.key } }) },
    { id: 'selection.edges', group, label: 'Go through the edges', hint: 'of the selected node', icon: Waypoints, keys: ['E'], reach, off: edge ? null : none, run: () => view.dispatch({ type: 'request', request: { type: 'nextEdge', step: 1 } }) },
    { id: 'selection.edges.back', group, label: 'Go back through the edges', icon: Waypoints, keys: ['Shift', 'E'], reach, off: edge ? null : none, run: () => view.dispatch({ type: 'request', request: { type: 'nextEdge', step: -1 } }) },
    { id: 'selection.insert', group, label: edge ? `Insert between ${edge.from} and ${edge.to}` : 'Insert between two nodes', icon: Plus, keys: ['I'], reach, off: readOnly ?? noEdge, run: () => edge && view.dispatch({ type: 'request', request: { type: 'insertOn', edge: edge.key } }) },
    { id: 'selection.copy', group, label: `Copy ${many}`, icon: Copy, keys: ['Mod', 'C'], reach, heardByPane: true, off: none, run: () => void copyToClipboard(session, graph.copySelected()) },
    { id: 'selection.cut', group, label: `Cut ${many}`, icon: Scissors, keys: ['Mod', 'X'], reach, heardByPane: true, off: readOnly ?? none, run: () => void cutToClipboard(session) },
    { id: 'selection.duplicate', group, label: `Duplicate ${many}`, icon: CopyPlus, keys: ['Mod', 'D'], reach, off: readOnly ?? none, run: () => void graph.duplicateSelected() },
    { id: 'selection.upstream', group, label: `Select what ${many} ${nodes.length > 1 ? 'need' : 'needs'}`, hint: 'all that lies before', icon: ListTree, keys: ['U'], reach, off: none, run: () => select(withReach(shown, nodes, 'up')) },
    { id: 'selection.downstream', group, label: `Select what needs ${many}`, hint: 'all that lies behind', icon: ListTree, keys: ['D'], reach, off: none, run: () => select(withReach(shown, nodes, 'down')) },
    ...ALIGNMENTS.map(({ kind, label, least }): Action => ({
      id: `align.${kind}`,
      group,
      label,
      icon: ALIGN_ICONS[kind],
      off: nodes.length < least ? `Select at least ${least === 2 ? 'two' : 'three'} nodes first.` : readOnly,
      run: () => graph.alignSelected(kind),
    })),
    {
      id: 'selection.delete',
      group,
      label: edge ? `Delete the edge from ${edge.from} to ${edge.to}` : `Delete ${many}`,
      icon: Eraser,
      keys: ['Delete'],
      alsoKeys: [['Backspace']],
      reach,
      // Held down it shows what it would break.
      heardByPane: true,
      off: readOnly ?? (edge ? null : none),
      foresee: () => graph.foreseeRemoval(),
      run: () => {
        graph.removeSelected()
        view.dispatch({ type: 'request', request: { type: 'focusCanvas' } })
      },
    },
  ]
  if (edge) {
    list.push(
      { id: 'selection.source', group, label: `Go to ${edge.from}`, icon: ArrowLeftToLine, off: null, run: () => go(edge.from) },
      { id: 'selection.target', group, label: `Go to ${edge.to}`, icon: ArrowRightToLine, off: null, run: () => go(edge.to) },
    )
  }
  return list
}
