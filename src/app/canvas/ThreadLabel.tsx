import { Repeat2 } from 'lucide-react'
import { oneLine } from '../shell/parts/index.ts'
import { useRun, useSelection, useSession, type EdgeFate } from '../state/index.ts'
import { fateOf } from './Thread.tsx'
import { middleOf } from './threads.ts'
import type { Strand } from './weave.ts'

/** Is there anything to say on the edge? `forks` are the keys of nodes with several edges. */
export function isLabelled({ edge }: Strand, forks: ReadonlySet<string>): boolean {
  if (edge.kind !== 'flow' || edge.budget === undefined) return false
  return edge.condition !== undefined || edge.budget !== 1 || edge.back === true || forks.has(edge.from)
}

/** A label on an edge that runs almost straight must fit between its nodes; it need not get narrower than this. */
const NARROW = 56
const WIDE = 220

type Props = { readonly strand: Strand; /** Its node has several edges. */ readonly fork: boolean; readonly point: (key: string | null) => void }

/** Order, condition without its braces, and how often the edge may be gone, or has been. */
export function ThreadLabel({ strand, fork, point }: Props) {
  const { view } = useSession()
  const { edge, from, to, direction, lane } = strand
  const selected = useSelection().edge === edge.key
  const fate = useRun((state) => fateOf(state, strand))
  const { x, y } = middleOf(strand)
  const { order, condition, key, back } = edge
  const straight = lane === undefined && strand.detour === undefined && direction === 'right' && Math.abs(to.y - from.y) < 60
  const maxWidth = straight ? Math.max(NARROW, Math.min(WIDE, to.x - from.x - 14)) : WIDE
  const budget = budgetWords(strand, fate)
  return (
    <div
      className="thread-label nodrag nopan"
      data-testid={`label-${key}`}
      data-selected={selected || undefined}
      data-taken={fate.taken}
      data-two={(back && condition !== undefined && budget !== null) || undefined}
      style={{ maxWidth, transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
      title={condition}
      aria-hidden="true"
      onPointerEnter={() => point(key)}
      onPointerLeave={() => point(null)}
      onClick={() => view.dispatch({ type: 'selectEdge', edge: key })}
    >
      {fork && order !== undefined && <b>{order + 1}</b>}
      {condition !== undefined ? <code>if {oneLine(condition)}</code> : fork && <span>{order === 0 ? 'always' : 'else'}</span>}
      {budget !== null && (
        <span className="thread-budget">
          {back && <Repeat2 className="icon icon-12" aria-hidden="true" />}
          {budget}
        </span>
      )}
    </div>
  )
}

/** How often an edge may be taken, where that is worth saying; once a run took it, how often it was and may be. */
function budgetWords({ edge }: Strand, { taken, count = 0, budget = edge.budget ?? 1 }: EdgeFate): string | null {
  if (taken === 'yes' && (edge.back || budget > 1)) return edge.back ? `${count} of ${budget} taken, ${budget - count} left` : `${count} of ${budget}`
  return edge.back || edge.budget !== 1 ? `×${edge.budget ?? 1}` : null
}
