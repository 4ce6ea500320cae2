import { useReactFlow } from '@xyflow/react'
import { useState, type PointerEvent } from 'react'
import { useDocument, useReader, useSession, type Point } from '../state/index.ts'
import { nodeUnder } from './useConnecting.ts'
import type { Strand } from './weave.ts'

type Held = { readonly end: 'from' | 'to'; readonly at: Point; readonly over: string | null; readonly reason: string | null }

/** The two ends of the selected edge: each can be taken and led to another node. */
export function EdgeGrips({ strand }: { readonly strand: Strand }) {
  const { graph, view } = useSession()
  const flow = useReactFlow()
  const stale = useDocument(({ projection }) => projection?.stale === true)
  const [held, setHeld] = useState<Held | null>(null)
  const { edge } = strand
  // Whether edges are drawn by hand here is known once it has come.
  const reader = useReader()
  if (stale || reader === null || edge.kind === 'reference' || !graph.drawsEdges()) return null

  function move(event: PointerEvent, end: 'from' | 'to'): void {
    const node = nodeUnder(event.clientX, event.clientY)
    const over = node?.dataset['id'] ?? null
    mark(over === null || over === edge[end] ? null : node, over !== null && graph.refuseRetarget(edge.key, { [end]: over }) !== null)
    setHeld({ end, at: flow.screenToFlowPosition({ x: event.clientX, y: event.clientY }), over, reason: over === null ? null : graph.refuseRetarget(edge.key, { [end]: over }) })
  }

  function drop(end: 'from' | 'to'): void {
    mark(null, false)
    setHeld(null)
    if (!held || held.over === null || held.over === edge[end]) return
    if (held.reason === null) graph.retarget(edge.key, { [end]: held.over })
    else view.dispatch({ type: 'toast', tone: 'error', text: held.reason })
  }

  return (
    <>
      {held && (
        <svg className="threads edge-in-hand" aria-hidden="true">
          <path className="thread-in-hand" d={`M${strand[held.end === 'to' ? 'from' : 'to'].x} ${strand[held.end === 'to' ? 'from' : 'to'].y}L${held.at.x} ${held.at.y}`} />
        </svg>
      )}
      {(['from', 'to'] as const).map((end) => (
        <span
          key={end}
          className="edge-grip nodrag nopan"
          data-testid={`grip-${end}`}
          data-held={held?.end === end || undefined}
          title={end === 'from' ? 'Drag to let it leave another node' : 'Drag to lead it to another node'}
          // By keyboard the form leads the edge elsewhere.
          aria-hidden="true"
          style={{ transform: `translate(-50%, -50%) translate(${held?.end === end ? held.at.x : strand[end].x}px, ${held?.end === end ? held.at.y : strand[end].y}px)` }}
          onPointerDown={(event) => {
            event.stopPropagation()
            event.currentTarget.setPointerCapture(event.pointerId)
            move(event, end)
          }}
          onPointerMove={(event) => {
            if (held?.end === end) move(event, end)
          }}
          onPointerUp={() => drop(end)}
          onPointerCancel={() => {
            mark(null, false)
            setHeld(null)
          }}
        />
      ))}
    </>
  )
}

let marked: HTMLElement | null = null

/** Shows on a node whether the edge may be led there. */
function mark(node: HTMLElement | null, refused: boolean): void {
  if (marked && marked !== node) delete marked.dataset['connect']
  marked = node
  if (node) node.dataset['connect'] = refused ? 'refused' : 'ok'
}
