import {
  Columns3,
  Eraser,
  FileJson,
  FilePlus,
  FileText,
  History,
  ListTree,
  Monitor,
  Moon,
  Network,
  PanelLeft,
  PanelRight,
  Pencil,
  Play,
  Redo2,
  Save,
  Scan,
  Square,
  Sun,
  TriangleAlert,
  Undo2,
  Workflow,
  type LucideIcon,
} from 'lucide-react'
import type { GraphView, NodeKind } from '../../../core/index.ts'
import { isRunning, type Session } from '../../state/index.ts'
import { copyAs } from './copyAs.ts'

export type Entry = {
  readonly id: string
  readonly group: 'Nodes' | 'On the selection' | 'Actions' | 'Files'
  readonly label: string
  readonly hint?: string
  readonly icon: LucideIcon | NodeKind
  readonly keys?: readonly string[]
  /** Shown in mono: the label is an id. */
  readonly mono?: true
  readonly run: () => void
}

/** Everything that can be found or done now. */
export function entriesOf(session: Session): readonly Entry[] {
  const view = session.document.getState().projection?.view
  return [...(view ? nodes(session, view) : []), ...(view ? onSelection(session, view) : []), ...actions(session), ...files(session)]
}

function nodes({ view: store }: Session, view: GraphView): Entry[] {
  return view.nodes
    .filter(({ ghost }) => !ghost)
    .map(({ key, id, kind, summary }) => ({
      id: `node ${key}`,
      group: 'Nodes',
      label: id === '' ? key : id,
      hint: summary.split('\n')[0] ?? '',
      icon: kind,
      mono: true,
      run: () => {
        store.dispatch({ type: 'select', nodes: [key] })
        store.dispatch({ type: 'request', request: { type: 'revealNode', key, focus: true } })
      },
    }))
}

function onSelection(session: Session, view: GraphView): Entry[] {
  const key = session.view.getState().selection.nodes.at(-1)
  const node = view.nodes.find((each) => each.key === key && !each.ghost)
  if (!node || session.graph.readOnly() !== null) return []
  const select = (keys: readonly string[]) => session.view.dispatch({ type: 'select', nodes: keys })
  const group = 'On the selection'
  return [
    { id: 'rename', group, label: `Rename ${node.id}`, icon: Pencil, keys: ['F2'], run: () => session.view.dispatch({ type: 'request', request: { type: 'renameNode', key: node.key } }) },
    { id: 'upstream', group, label: `Select what ${node.id} needs`, icon: ListTree, run: () => select(reach(view, node.key, 'to', 'from')) },
    { id: 'downstream', group, label: `Select what needs ${node.id}`, icon: ListTree, run: () => select(reach(view, node.key, 'from', 'to')) },
    { id: 'delete', group, label: `Delete ${node.id}`, icon: Eraser, keys: ['Delete'], run: () => session.graph.removeSelected() },
  ]
}

/** A node and all that lies before or behind it. */
function reach(view: GraphView, start: string, near: 'from' | 'to', far: 'from' | 'to'): readonly string[] {
  const seen = new Set([start])
  // The set grows while it is walked through.
  for (const key of seen) for (const edge of view.edges) if (edge[near] === key) seen.add(edge[far])
  return view.nodes.filter(({ key, ghost }) => seen.has(key) && !ghost).map(({ key }) => key)
}

function actions(session: Session): Entry[] {
  const { view, document, graph, runs, files: work } = session
  const { path, document: open, dirty } = document.getState()
  const { panels, bands, theme } = view.getState()
  const group = 'Actions'
  const list: (Entry | false)[] = [
    isRunning(session.run.getState())
      ? { id: 'stop', group, label: 'Stop the run', icon: Square, keys: ['Mod', '.'], run: () => void runs.stop() }
      : runs.hindrance() === null && { id: 'run', group, label: 'Run', icon: Play, keys: ['Mod', 'Enter'], run: () => void runs.start() },
    dirty && { id: 'save', group, label: 'Save', icon: Save, keys: ['Mod', 'S'], run: () => void work.save() },
    session.canUndo() && { id: 'undo', group, label: 'Undo', icon: Undo2, keys: ['Mod', 'Z'], run: () => session.undo() },
    session.canRedo() && { id: 'redo', group, label: 'Redo', icon: Redo2, keys: ['Mod', 'Shift', 'Z'], run: () => session.redo() },
    ...(graph.readOnly() === null
      ? graph.palette().map((kind, index): Entry => ({ id: `add ${kind.kind}`, group, label: `Add ${kind.label.toLowerCase()}`, hint: kind.hint, icon: kind.kind, keys: [String(index + 1)], run: () => void graph.add(kind) }))
      : []),
    path !== null && { id: 'arrange', group, label: 'Arrange', hint: 'all nodes, anew', icon: Network, run: () => void session.arrange() },
    path !== null && { id: 'fit', group, label: 'Fit the graph into view', icon: Scan, run: () => view.dispatch({ type: 'request', request: { type: 'fit' } }) },
    path !== null && { id: 'bands', group, label: bands ? 'Hide level bands' : 'Show level bands', icon: Columns3, run: () => view.dispatch({ type: 'bands', on: !bands }) },
    open !== null && {
      id: 'format',
      group,
      label: open.format === 'yaml' ? 'Make a JSON copy' : 'Make a YAML copy',
      icon: FileJson,
      run: () => void copyAs(session, open.format === 'yaml' ? 'json' : 'yaml'),
    },
    path !== null && { id: 'text', group, label: 'Go to the text', icon: FileText, run: () => view.dispatch({ type: 'request', request: { type: 'focusText' } }) },
    { id: 'left', group, label: panels.left ? 'Hide files and kinds' : 'Show files and kinds', icon: PanelLeft, run: () => view.dispatch({ type: 'panel', panel: 'left', open: !panels.left }) },
    { id: 'right', group, label: panels.right ? 'Hide text and inspector' : 'Show text and inspector', icon: PanelRight, run: () => view.dispatch({ type: 'panel', panel: 'right', open: !panels.right }) },
    { id: 'problems', group, label: 'Show problems', icon: TriangleAlert, run: () => view.dispatch({ type: 'tab', tab: 'problems' }) },
    { id: 'history', group, label: 'Show the history of runs', icon: History, run: () => view.dispatch({ type: 'tab', tab: 'history' }) },
    theme !== 'dark' && { id: 'dark', group, label: 'Switch to dark', icon: Moon, run: () => view.dispatch({ type: 'theme', theme: 'dark' }) },
    theme !== 'light' && { id: 'light', group, label: 'Switch to light', icon: Sun, run: () => view.dispatch({ type: 'theme', theme: 'light' }) },
    theme !== 'system' && { id: 'system', group, label: 'Follow the system: light or dark', icon: Monitor, run: () => view.dispatch({ type: 'theme', theme: 'system' }) },
    { id: 'new', group, label: 'New workflow', icon: FilePlus, run: () => void work.create('workflow.yaml', 'name: workflow\nnodes: []\n') },
  ]
  return list.filter((entry) => entry !== false)
}

function files({ workspace, document, files: work }: Session): Entry[] {
  const open = document.getState().path
  return workspace
    .getState()
    .files.filter(({ path }) => path !== open)
    .map(({ path }) => ({ id: `file ${path}`, group: 'Files', label: path, icon: Workflow, run: () => void work.open(path) }))
}

