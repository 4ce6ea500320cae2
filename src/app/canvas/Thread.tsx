import type { EdgeProps } from '@xyflow/react'
import { memo } from 'react'
import { isRunning, useRun, type RunStoreState } from '../state/index.ts'
import { useCanvas } from './canvasStore.ts'
import './Thread.css'
import { threadPath } from './threads.ts'
import type { ThreadEdge } from './picture.ts'

/** An edge: a thread from eyelet to eyelet, with a halo where it passes over another. */
export const Thread = memo(function Thread({ data, sourceX, sourceY, targetX, targetY, selected }: EdgeProps<ThreadEdge>) {
  const edge = data!.edge
  const taken = useRun((state) => takenOf(state, data!.fromId, data!.toId))
  const distance = useCanvas((state) => state.distance)
  const from = { x: sourceX, y: sourceY }
  const to = { x: targetX - 1, y: targetY }
  const path = threadPath(from, to, data!.detour)
  return (
    <g
      className="thread"
      data-testid={`edge-${data!.fromId}-${data!.toId}`}
      data-edge-kind={edge.kind}
      data-broken={edge.broken || undefined}
      data-taken={taken}
      data-selected={selected || undefined}
    >
      {distance !== 'far' && <path className="thread-halo" d={path} pathLength={100} />}
      <path className="thread-line" d={path} />
      {taken === 'yes' && distance !== 'far' && <path className="thread-run" d={path} />}
      {distance !== 'far' && <path className="thread-arrow" d={`M${to.x - 5} ${to.y - 4.5}L${to.x + 0.5} ${to.y}L${to.x - 5} ${to.y + 4.5}`} />}
      {edge.kind === 'route' && distance !== 'far' && <path className="thread-diamond" d={`M${from.x + 2} ${from.y}l5 -5l5 5l-5 5z`} />}
      <path className="thread-catch" d={path} />
    </g>
  )
})

/**
 * Was the edge taken in the run that is shown? `no` is said only once the run is over: before that
 * nobody knows.
 */
function takenOf(state: RunStoreState, from: string, to: string): 'yes' | 'no' | undefined {
  const nodes = state.current?.nodes
  if (!nodes) return undefined
  const source = Object.hasOwn(nodes, from) ? nodes[from]?.status : undefined
  const target = Object.hasOwn(nodes, to) ? nodes[to]?.status : undefined
  if (source === 'completed' && (target === 'running' || target === 'completed' || target === 'failed' || target === 'interrupted')) return 'yes'
  return isRunning(state) ? undefined : 'no'
}
