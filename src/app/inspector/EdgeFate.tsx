import type { GraphEdge } from '../../core/index.ts'
import { edgeFate, useRun } from '../state/index.ts'

/** How often the run that is shown took the edge, and how often it still may. */
export function EdgeFate({ edge, from, to, ends }: { readonly edge: GraphEdge; readonly from: string; readonly to: string; readonly ends: boolean }) {
  const { taken, count, budget } = useRun((state) => edgeFate(state, { fromId: from, toId: to, ends, ...(edge.index !== undefined && { index: edge.index }) }))
  const run = useRun((state) => state.current?.run)
  if (run === undefined || budget === undefined || count === undefined) return null
  const left = budget - count
  return (
    <div className="field" data-testid="edge-fate">
      <div className="field-label"><span>{`In run ${run.slice(0, 8)}`}</span></div>
      <p className="field-fact">{taken === 'yes' ? `taken ${count === 1 ? 'once' : `${count} times`}, ${left === 0 ? 'budget spent' : `${left} left`}` : taken === 'no' ? 'not taken' : 'not taken so far'}</p>
    </div>
  )
}
