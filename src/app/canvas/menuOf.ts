import { AlignStartVertical, CirclePlus, Plus, type LucideIcon } from 'lucide-react'
import { CARD_MIDDLE, type NodeKind } from '../../core/index.ts'
import { actionsOf } from '../shell/actions/index.ts'
import type { Foresight, Point, Session } from '../state/index.ts'

export type MenuEntry = {
  readonly id: string
  readonly label: string
  readonly icon: LucideIcon | NodeKind
  readonly keys?: readonly string[]
  readonly off: string | null
  readonly foresee?: () => Foresight | null
  readonly within?: readonly MenuEntry[]
  readonly run: () => void
}

const ON_NODES = [
  ['selection.fields', 'selection.rename', 'selection.note', 'selection.connect'],
  ['selection.copy', 'selection.cut', 'canvas.paste', 'selection.duplicate'],
  ['selection.upstream', 'selection.downstream', 'align'],
  ['selection.delete'],
] as const
const ON_EDGE = [['insert'], ['selection.source', 'selection.target'], ['selection.delete']] as const
const ON_CANVAS = [['add', 'canvas.paste'], ['selection.all', 'canvas.arrange', 'canvas.turn', 'canvas.fit', 'canvas.bands', 'canvas.data']] as const

/** The menu for what is selected now, opened at a place of the canvas. */
export function menuOf(session: Session, at: Point): readonly (readonly MenuEntry[])[] {
  const { nodes, edge } = session.view.getState().selection
  const all = new Map(actionsOf(session).map((action) => [action.id, action]))
  const shape = edge !== null ? ON_EDGE : nodes.length > 0 ? ON_NODES : ON_CANVAS
  return shape.map((group) => group.flatMap((id) => entryOf(id))).filter((group) => group.length > 0)

  function entryOf(id: string): MenuEntry[] {
    const readOnly = session.graph.readOnly()
    if (id === 'add') {
      const within = session.graph.palette().map((kind) => ({ id: `add.${kind.kind}`, label: kind.label, icon: kind.kind, off: readOnly, run: () => void session.graph.add(kind, { at: { x: Math.round(at.x - CARD_MIDDLE.x), y: Math.round(at.y - CARD_MIDDLE.y) }, after: null }) }))
      return [{ id, label: 'Add here', icon: CirclePlus, off: readOnly, within, run: () => {} }]
    }
    if (id === 'insert') {
      const within = session.graph.palette().map((kind) => ({ id: `insert.${kind.kind}`, label: kind.label, icon: kind.kind, off: readOnly, run: () => void (edge !== null && session.graph.insertOn(edge, kind)) }))
      return [{ id, label: 'Insert between', icon: Plus, keys: ['I'], off: readOnly, within, run: () => {} }]
    }
    if (id === 'align') {
      if (nodes.length < 2) return []
      const within = [...all.values()].filter((action) => action.id.startsWith('align.'))
      return [{ id, label: 'Align', icon: AlignStartVertical, off: readOnly, within, run: () => {} }]
    }
    const action = all.get(id)
    return action ? [action] : []
  }
}
