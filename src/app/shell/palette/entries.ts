import { Workflow, type LucideIcon } from 'lucide-react'
import type { GraphView, NodeKind } from '../../../core/index.ts'
import type { Session } from '../../state/index.ts'
import { actionsOf } from '../actions/index.ts'

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
  return [...(view ? nodes(session, view) : []), ...actions(session), ...files(session)]
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

function actions(session: Session): Entry[] {
  return actionsOf(session)
    .filter(({ id, off }) => off === null && id !== 'view.palette')
    .map(({ id, group, label, hint, icon, keys, run }) => ({
      id,
      group: group === 'Selection' ? 'On the selection' : 'Actions',
      label,
      ...(hint !== undefined && { hint }),
      icon,
      ...(keys && { keys }),
      run,
    }))
}

function files({ workspace, document, files: work }: Session): Entry[] {
  const open = document.getState().path
  return workspace
    .getState()
    .files.filter(({ path }) => path !== open)
    .map(({ path }) => ({ id: `file ${path}`, group: 'Files', label: path, icon: Workflow, run: () => void work.open(path) }))
}
