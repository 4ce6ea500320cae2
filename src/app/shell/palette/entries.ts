import { FileText, Workflow, type LucideIcon } from 'lucide-react'
import { lineStarts, type GraphView, type NodeKind } from '../../../core/index.ts'
import { showInPanes, type Foresight, type Session } from '../../state/index.ts'
import { actionsOf, type Action } from '../actions/index.ts'
import { goToHit } from './find.ts'
import { hitsOf } from './hits.ts'

export type EntryGroup = 'Used lately' | 'Nodes' | 'In the text' | 'On the selection' | 'Actions' | 'Files'

export type Entry = {
  readonly id: string
  readonly group: EntryGroup
  readonly label: string
  readonly hint?: string
  readonly icon: LucideIcon | NodeKind
  readonly keys?: readonly string[]
  /** Shown in mono: the label is an id. */
  readonly mono?: true
  /** The text around a hit. */
  readonly excerpt?: { readonly before: string; readonly match: string; readonly after: string }
  /** Why it cannot be done now. */
  readonly off?: string
  /** What it would do, shown on the canvas while it is chosen. */
  readonly foresee?: () => Foresight | null
  readonly run: () => void
}

/** Everything that can be found or done now, but for what stands in the text. */
export function entriesOf(session: Session): readonly Entry[] {
  const view = session.document.getState().projection?.view
  return [...(view ? nodes(session, view) : []), ...actions(session), ...files(session)]
}

/** Where a query stands in the text of the open file. */
export function textEntries(session: Session, query: string): readonly Entry[] {
  const analysis = session.document.analysis()
  if (!analysis || query.trim().length < 2) return []
  return hitsOf(analysis, lineStarts(analysis.source.text), query).map((hit): Entry => {
    const { node, field, line, before, match, after } = hit
    return {
      id: `hit ${hit.range.start}`,
      group: 'In the text',
      label: node?.id ?? (field === '' ? 'text' : field),
      hint: node && field !== 'id' ? `${field}, line ${line}` : `line ${line}`,
      icon: node?.kind ?? FileText,
      mono: true,
      excerpt: { before, match, after },
      run: () => goToHit(session, query, hit),
    }
  })
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
      run: () => showInPanes(store, { key, focus: 'canvas' }),
    }))
}

function actions(session: Session): Entry[] {
  const { recent } = session.view.getState()
  return actionsOf(session)
    .filter(({ id }) => id !== 'view.palette')
    .map((action) => entryOf(session, action, recent))
}

function entryOf({ view }: Session, { id, group, label, hint, icon, keys, off, foresee, run }: Action, recent: readonly string[]): Entry {
  return {
    id,
    group: group === 'Selection' ? 'On the selection' : recent.includes(id) ? 'Used lately' : 'Actions',
    label,
    ...(hint !== undefined && { hint }),
    icon,
    ...(keys && { keys }),
    ...(off !== null && { off }),
    ...(off === null && foresee && { foresee }),
    run() {
      view.dispatch({ type: 'used', action: id })
      run()
    },
  }
}

function files({ workspace, document, files: work }: Session): Entry[] {
  const open = document.getState().path
  return workspace
    .getState()
    .files.filter(({ path }) => path !== open)
    .map(({ path }) => ({ id: `file ${path}`, group: 'Files', label: path, icon: Workflow, run: () => void work.open(path) }))
}
