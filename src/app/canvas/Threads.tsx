import { ViewportPortal } from '@xyflow/react'
import { memo, useCallback, useMemo } from 'react'
import { useForesight, useSelection, useSession, useView } from '../state/index.ts'
import { useCanvas, useCanvasStore } from './canvasStore.ts'
import { FarThreads } from './FarThreads.tsx'
import { Thread } from './Thread.tsx'
import './Thread.css'
import type { Problems } from './problemsOf.ts'
import { farPath, threadPath } from './threads.ts'
import { ThreadExtras } from './ThreadExtras.tsx'
import { useCell } from './useCell.ts'
import { endsInCell, inCell } from './cell.ts'
import type { Graph } from './useGraph.ts'
import type { Strand } from './weave.ts'

/** From so many edges on only those in view are drawn, and from afar all of them as a few lines. */
const MANY = 200

const NONE: readonly Strand[] = []

/** How long an edge counts as pointed at after the pointer has left it: it may be on its way to the button. */
const LINGER = 160

/**
 * All edges, under the nodes. They are the canvas's own: React Flow would ask every one of them anew
 * with each frame of a pan.
 */
export const Threads = memo(function Threads({ strands, moved, problems }: Pick<Graph, 'strands' | 'moved'> & { readonly problems: ReadonlyMap<string, Problems> }) {
  const session = useSession()
  const canvas = useCanvasStore()
  const distance = useCanvas((state) => state.distance)
  const selection = useSelection()
  const data = useView((state) => state.data)
  const gone = useForesight((foresight) => foresight?.goneEdges)
  const crowded = strands.size > MANY
  const cell = useCell(crowded && distance !== 'far')
  const doomed = useMemo(() => new Set(gone), [gone])

  const isShown = useMemo(() => {
    const near = new Set(selection.nodes)
    // What a node reads of others is drawn for the selected ones, or for all when it is asked for.
    return ({ edge }: Strand) => edge.kind !== 'reference' || data || near.has(edge.from) || near.has(edge.to) || edge.key === selection.edge
  }, [data, selection])
  const shown = useMemo(() => [...strands.values()].filter(isShown), [strands, isShown])
  const isFar = crowded && distance === 'far'
  // Threads that only pass by, and from afar all, are drawn as lines alone: hundreds of them may cross one screen.
  const standing = useMemo((): Drawn => {
    if (isFar) return { single: NONE, lines: shown }
    if (!cell) return { single: shown.toSorted(byHeight(selection.edge)), lines: NONE }
    const ends = (strand: Strand) => endsInCell(strand, cell) || strand.edge.key === selection.edge
    return { single: shown.filter(ends).toSorted(byHeight(selection.edge)), lines: shown.filter((strand) => inCell(strand, cell) && !ends(strand)) }
  }, [shown, isFar, cell, selection.edge])
  const still = useMemo((): Drawn => {
    if (moved.size === 0) return standing
    const isStill = ({ edge }: Strand) => !moved.has(edge.key)
    return { single: standing.single.filter(isStill), lines: standing.lines.filter(isStill) }
  }, [standing, moved])
  const inHand = useMemo((): Drawn => {
    const own = [...moved.values()].filter(isShown)
    return isFar ? { single: NONE, lines: own } : { single: own.toSorted(byHeight(selection.edge)), lines: NONE }
  }, [moved, isShown, isFar, selection.edge])
  const visible = useMemo(() => (moved.size === 0 ? still.single : [...still.single, ...inHand.single]), [still, inHand, moved])

  const point = useCallback(
    (key: string | null) => {
      const { view } = session
      clearTimeout(canvas.getState().linger)
      if (key !== null) return view.dispatch({ type: 'hover', hover: { kind: 'edge', key } })
      canvas.setState({ linger: setTimeout(() => view.getState().hover?.kind === 'edge' && view.dispatch({ type: 'hover', hover: null }), LINGER) })
    },
    [session, canvas],
  )
  const choose = useCallback((key: string) => session.view.dispatch({ type: 'selectEdge', edge: key }), [session])

  const draw = ({ single, lines }: Drawn) => (
    <>
      {lines.length > 0 && <FarThreads strands={lines} problems={problems} selected={selection.edge} doomed={doomed} draw={isFar ? farPath : threadPath} />}
      {single.map((strand) => (
        <Thread key={strand.edge.key} strand={strand} plain={distance === 'far'} halo={!crowded} selected={selection.edge === strand.edge.key} problems={problems.get(strand.edge.key)} doomed={doomed.has(strand.edge.key)} point={point} choose={choose} />
      ))}
    </>
  )
  return (
    <>
      <ViewportPortal>
        <svg className="threads" role="group" aria-label="Edges">{draw(still)}</svg>
        {moved.size > 0 && <svg className="threads threads-in-hand" role="group" aria-label="Edges of what is in hand">{draw(inHand)}</svg>}
      </ViewportPortal>
      {distance !== 'far' && <ThreadExtras strands={strands} moved={moved} visible={visible} problems={problems} point={point} />}
    </>
  )
})

/** Threads that are drawn one by one, and those of which only a line is. */
type Drawn = { readonly single: readonly Strand[]; readonly lines: readonly Strand[] }

/** A route lies over the need that may go the same way, the selected edge over all. */
function byHeight(selected: string | null): (a: Strand, b: Strand) => number {
  const height = ({ edge }: Strand) => (edge.key === selected ? 2 : edge.kind === 'route' ? 1 : 0)
  return (a, b) => height(a) - height(b)
}
