import { Repeat2 } from 'lucide-react'
import { oneLine } from '../shell/parts/index.ts'
import { useRun, useSelection, useSession, type EdgeFate } from '../state/index.ts'
import { WIDEST, type Room } from './labelRoom.ts'
import { toneOf, type Problems } from './problemsOf.ts'
import { fateOf } from './Thread.tsx'
import { middleOf } from './threads.ts'
import type { Strand } from './weave.ts'

/** Is there anything to say on the edge? `forks` are the keys of nodes with several edges. */
export function isLabelled({ edge }: Strand, forks: ReadonlySet<string>): boolean {
  if (edge.kind !== 'flow' || edge.budget === undefined) return false
  return edge.condition !== undefined || edge.budget !== 1 || edge.back === true || forks.has(edge.from)
}

/** About how wide a letter is, and what stands around and between the words of a label. */
const LETTER = 7.2
const AROUND = 16
const BADGE = 22
/** How much larger labels are drawn from the middle distance, about. */
const GROWN = 1.5
const EVERYWHERE: Room = { line: WIDEST, two: WIDEST }

type Props = {
  readonly strand: Strand
  /** Its node has several edges. */
  readonly fork: boolean
  readonly problems: Problems | undefined
  /** Seen from the middle distance labels are drawn larger. */
  readonly near: boolean
  readonly point: (key: string | null) => void
}

/** Order, condition without its braces, and how often the edge may be gone, or has been. On two lines where one would cover a node. */
export function ThreadLabel({ strand, fork, problems, near, point }: Props) {
  const { view } = useSession()
  const { edge, room = EVERYWHERE } = strand
  const selected = useSelection().edge === edge.key
  const fate = useRun((state) => fateOf(state, strand))
  const { x, y } = middleOf(strand)
  const { order, key, back } = edge
  const condition = edge.condition === undefined ? undefined : oneLine(edge.condition)
  const budget = budgetWords(strand, fate)
  const numbered = fork && order !== undefined
  const wanted = AROUND + (numbered ? BADGE : 0) + LETTER * ((condition === undefined ? 0 : condition.length + 3) + (budget === null ? 0 : budget.length + 2))
  const two = condition !== undefined && ((back === true && budget !== null) || wanted * (near ? 1 : GROWN) > room.line)
  const said = budget !== null && (
    <span className="thread-budget">
      {back && <Repeat2 className="icon icon-12" aria-hidden="true" />}
      {budget}
    </span>
  )
  return (
    <div
      className="thread-label nodrag nopan"
      data-testid={`label-${key}`}
      data-selected={selected || undefined}
      data-tone={toneOf(problems)}
      data-taken={fate.taken}
      data-two={two || undefined}
      style={{ maxWidth: two ? room.two : room.line, transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
      title={[edge.condition, problems?.messages].filter(Boolean).join('\n')}
      aria-hidden="true"
      onPointerEnter={() => point(key)}
      onPointerLeave={() => point(null)}
      onClick={() => view.dispatch({ type: 'selectEdge', edge: key })}
    >
      <span className="thread-label-line">
        {numbered && <b>{order + 1}</b>}
        {condition === undefined ? fork && <span>{order === 0 ? 'always' : 'else'}</span> : two && !back ? <code>if</code> : <code className="clip">if {condition}</code>}
        {!(two && back) && said}
      </span>
      {two && (back ? <span className="thread-label-line">{said}</span> : <code className="thread-label-if clip">{condition}</code>)}
    </div>
  )
}

/** How often an edge may be taken, where that is worth saying; once a run took it, how often it was and may be. */
function budgetWords({ edge }: Strand, { taken, count = 0, budget = edge.budget ?? 1 }: EdgeFate): string | null {
  if (taken === 'yes' && (edge.back || budget > 1)) return edge.back ? `${count} of ${budget} taken, ${budget - count} left` : `${count} of ${budget}`
  return edge.back || edge.budget !== 1 ? `×${edge.budget ?? 1}` : null
}
