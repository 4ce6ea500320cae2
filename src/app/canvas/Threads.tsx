import { ViewportPortal } from '@xyflow/react'
import { useCallback, useMemo } from 'react'
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
export function Threads({ strands, problems }: { readonly strands: ReadonlyMap<string, Strand>; readonly problems: ReadonlyMap<string, Problems> }) {
  const session = useSession()
  const canvas = useCanvasStore()
  const distance = useCanvas((state) => state.distance)
  const selection = useSelection()
  const data = useView((state) => state.data)
  const gone = useForesight((foresight) => foresight?.goneEdges)
  const crowded = strands.size > MANY
  const cell = useCell(crowded && distance !== 'far')
  const doomed = useMemo(() => new Set(gone), [gone])

  const shown = useMemo(() => {
    const near = new Set(selection.nodes)
    // What a node reads of others is drawn for the selected ones, or for all when it is asked for.
    return [...strands.values()].filter(({ edge }) => edge.kind !== 'reference' || data || near.has(edge.from) || near.has(edge.to) || edge.key === selection.edge)
  }, [strands, data, selection])
  const visible = useMemo(() => {
    const drawn = cell ? shown.filter((strand) => endsInCell(strand, cell) || strand.edge.key === selection.edge) : shown
    return drawn.toSorted(byHeight(selection.edge))
  }, [shown, cell, selection.edge])
  // Threads that only pass by are drawn as lines alone: hundreds of them may cross one screen.
  const passing = useMemo(() => (cell ? shown.filter((strand) => inCell(strand, cell) && !endsInCell(strand, cell) && strand.edge.key !== selection.edge) : NONE), [shown, cell, selection.edge])

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

  return (
    <>
      <ViewportPortal>
        <svg className="threads" role="group" aria-label="Edges">
          {crowded && distance === 'far' ? (
            <FarThreads strands={shown} problems={problems} selected={selection.edge} doomed={doomed} draw={farPath} />
          ) : (
            <>
              {passing.length > 0 && <FarThreads strands={passing} problems={problems} selected={selection.edge} doomed={doomed} draw={threadPath} />}
              {visible.map((strand) => (
                <Thread key={strand.edge.key} strand={strand} plain={distance === 'far'} halo={!crowded} selected={selection.edge === strand.edge.key} problems={problems.get(strand.edge.key)} doomed={doomed.has(strand.edge.key)} point={point} choose={choose} />
              ))}
            </>
          )}
        </svg>
      </ViewportPortal>
      {distance !== 'far' && <ThreadExtras strands={strands} visible={visible} problems={problems} point={point} />}
    </>
  )
}

/** A route lies over the need that may go the same way, the selected edge over all. */
function byHeight(selected: string | null): (a: Strand, b: Strand) => number {
  const height = ({ edge }: Strand) => (edge.key === selected ? 2 : edge.kind === 'route' ? 1 : 0)
  return (a, b) => height(a) - height(b)
}
