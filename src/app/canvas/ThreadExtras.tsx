import { ViewportPortal } from '@xyflow/react'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { useDocument, useSelection, useView } from '../state/index.ts'
import { useCanvas, useCanvasStore } from './canvasStore.ts'
import { EdgeGrips } from './EdgeGrips.tsx'
import { isLabelled, ThreadLabel } from './ThreadLabel.tsx'
import { middleOf } from './threads.ts'
import type { Strand } from './weave.ts'

type Props = { readonly strands: ReadonlyMap<string, Strand>; readonly visible: readonly Strand[]; readonly point: (key: string | null) => void }

/** What stands on threads: labels of conditions, and the plus on the one that is pointed at or selected. */
export function ThreadExtras({ strands, visible, point }: Props) {
  const near = useCanvas((state) => state.distance === 'near')
  // Where one of several ways is taken, those without a condition say so, too.
  const forks = useMemo(() => {
    const seen = new Set<string>()
    const several = new Set<string>()
    for (const { edge } of strands.values()) if (edge.kind === 'flow') (seen.has(edge.from) ? several : seen).add(edge.from)
    return several
  }, [strands])
  const labelled = near ? visible.filter((strand) => isLabelled(strand, forks)) : []
  return (
    <ViewportPortal>
      {labelled.map((strand) => (
        <ThreadLabel key={strand.edge.key} strand={strand} fork={forks.has(strand.edge.from)} point={point} />
      ))}
      <SelectedGrips strands={strands} />
      <EdgePlus strands={strands} forks={forks} point={point} />
    </ViewportPortal>
  )
}

function SelectedGrips({ strands }: Pick<Props, 'strands'>) {
  const selected = useSelection().edge
  const strand = selected === null ? undefined : strands.get(selected)
  return strand ? <EdgeGrips key={strand.edge.key} strand={strand} /> : null
}

function EdgePlus({ strands, forks, point }: Pick<Props, 'strands' | 'point'> & { readonly forks: ReadonlySet<string> }) {
  const canvas = useCanvasStore()
  const offered = useCanvas(({ offer }) => (offer?.type === 'insert' ? offer.edge : null))
  const hovered = useView(({ hover }) => (hover?.kind === 'edge' ? hover.key : null))
  const selected = useSelection().edge
  const stale = useDocument(({ projection }) => projection?.stale === true)
  const strand = strands.get(offered ?? hovered ?? selected ?? '')
  if (!strand || strand.edge.broken || strand.edge.kind === 'reference' || stale) return null
  const middle = middleOf(strand)
  // Beside what is said on it.
  const { x, y } = isLabelled(strand, forks) ? { x: middle.x, y: middle.y + (strand.lane === undefined ? 26 : 34) } : middle
  const { key } = strand.edge
  return (
    <button
      type="button"
      className="thread-plus nodrag nopan"
      data-testid={`insert-${strand.fromId}-${strand.toId}`}
      aria-label={`Insert a node between ${strand.fromId} and ${strand.toId}`}
      aria-haspopup="menu"
      // Tab goes through nodes; whoever selects an edge by keyboard inserts with I.
      tabIndex={selected === key ? 0 : -1}
      style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
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
