import { ViewportPortal } from '@xyflow/react'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { useDocument, useSelection, useView } from '../state/index.ts'
import { useCanvas, useCanvasStore } from './canvasStore.ts'
import { EdgeBadge } from './EdgeBadge.tsx'
import { EdgeGrips } from './EdgeGrips.tsx'
import type { Problems } from './problemsOf.ts'
import { isLabelled, ThreadLabel } from './ThreadLabel.tsx'
import { middleOf } from './threads.ts'
import type { Strand } from './weave.ts'

type Props = {
  readonly strands: ReadonlyMap<string, Strand>
  /** Those of nodes in hand, as they run now. */
  readonly moved: ReadonlyMap<string, Strand>
  readonly visible: readonly Strand[]
  readonly problems: ReadonlyMap<string, Problems>
  readonly point: (key: string | null) => void
}

/** How far above the middle of a labelled thread what is wrong with it stands, and how far below it the plus. */
const ABOVE = 20
const BELOW = { label: 30, lane: 36, badge: 24 }

/** What stands on threads: labels of conditions, marks of problems, and the plus on the one that is pointed at or selected. */
export function ThreadExtras({ strands, moved, visible, problems, point }: Props) {
  const near = useCanvas((state) => state.distance === 'near')
  const selected = useSelection().edge
  // Where one of several ways is taken, those without a condition say so, too.
  const forks = useMemo(() => {
    const seen = new Set<string>()
    const several = new Set<string>()
    for (const { edge } of strands.values()) if (edge.kind === 'flow') (seen.has(edge.from) ? several : seen).add(edge.from)
    return several
  }, [strands])
  const faulty = problems.size === 0 ? NONE : visible.filter(({ edge }) => problems.has(edge.key))
  return (
    <ViewportPortal>
      {visible.map((strand) => isLabelled(strand, forks) && (
        <ThreadLabel key={strand.edge.key} strand={strand} fork={forks.has(strand.edge.from)} problems={problems.get(strand.edge.key)} near={near} point={point} />
      ))}
      {faulty.map((strand) => {
        const { x, y } = middleOf(strand)
        return <EdgeBadge key={strand.edge.key} strand={strand} problems={problems.get(strand.edge.key)!} x={x} y={isLabelled(strand, forks) ? y - ABOVE : y} selected={selected === strand.edge.key} point={point} />
      })}
      <SelectedGrips strands={strands} moved={moved} />
      <EdgePlus strands={strands} moved={moved} forks={forks} problems={problems} point={point} />
    </ViewportPortal>
  )
}

const NONE: readonly Strand[] = []

function SelectedGrips({ strands, moved }: Pick<Props, 'strands' | 'moved'>) {
  const selected = useSelection().edge
  const strand = selected === null ? undefined : (moved.get(selected) ?? strands.get(selected))
  return strand ? <EdgeGrips key={strand.edge.key} strand={strand} /> : null
}

function EdgePlus({ strands, moved, forks, problems, point }: Omit<Props, 'visible'> & { readonly forks: ReadonlySet<string> }) {
  const canvas = useCanvasStore()
  const offered = useCanvas(({ offer }) => (offer?.type === 'insert' ? offer.edge : null))
  const hovered = useView(({ hover }) => (hover?.kind === 'edge' ? hover.key : null))
  const selected = useSelection().edge
  const stale = useDocument(({ projection }) => projection?.stale === true)
  const pointed = offered ?? hovered ?? selected ?? ''
  const strand = moved.get(pointed) ?? strands.get(pointed)
  if (!strand || strand.edge.broken || strand.edge.kind === 'reference' || stale) return null
  const { key } = strand.edge
  // Beside what is said on it.
  const below = isLabelled(strand, forks) ? (strand.lane === undefined ? BELOW.label : BELOW.lane) : problems.has(key) ? BELOW.badge : 0
  const { x, y } = middleOf(strand)
  return (
    <button
      type="button"
      className="thread-plus nodrag nopan"
      data-testid={`insert-${strand.fromId}-${strand.toId}`}
      aria-label={`Insert a node between ${strand.fromId} and ${strand.toId}`}
      aria-haspopup="menu"
      // Tab goes through nodes; whoever selects an edge by keyboard inserts with I.
      tabIndex={selected === key ? 0 : -1}
      style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y + below}px)` }}
      onPointerEnter={() => point(key)}
      onPointerLeave={() => point(null)}
      onClick={(event) => {
        const box = event.currentTarget.getBoundingClientRect()
        canvas.setState({ offer: { type: 'insert', edge: key, client: { x: box.left + box.width / 2, y: box.bottom } } })
      }}
    >
      <Plus className="icon icon-14" aria-hidden="true" />
    </button>
  )
}
