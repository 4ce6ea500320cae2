import { ArrowRight, Repeat2 } from 'lucide-react'
import type { Analysis, GraphEdge } from '../../core/index.ts'
import { oneLine } from '../shell/parts/index.ts'
import { useSession } from '../state/index.ts'
import { EdgeTurn } from './EdgeFields.tsx'
import { edgesOut } from './edge-words.ts'

/** The ways out of a node, in the order in which they are tried: each opens its fields. */
export function OutEdges({ analysis, nodeKey }: { readonly analysis: Analysis; readonly nodeKey: string }) {
  const { view } = useSession()
  const out = edgesOut(analysis, nodeKey).filter(({ order }) => order !== undefined)
  if (out.length === 0) return null
  return (
    <section className="out-edges" aria-label="Ways out">
      <h3>Ways out <span>{out.length > 1 ? 'the first that holds and has budget left is taken' : ''}</span></h3>
      <ol>
        {out.map((edge, at) => (
          <li key={edge.key}>
            <button type="button" className="out-edge" data-testid={`out-${edge.from}-${edge.to}`} onClick={() => view.dispatch({ type: 'selectEdge', edge: edge.key })}>
              <b>{at + 1}</b>
              {edge.back ? <Repeat2 className="icon icon-14" role="img" aria-label="back to" /> : <ArrowRight className="icon icon-14" role="img" aria-label="to" />}
              <span className="mono clip out-edge-to">{idOf(analysis, edge)}</span>
              <span className="clip out-edge-if mono">{edge.condition === undefined ? '' : `if ${oneLine(edge.condition)}`}</span>
              <span className="out-edge-budget">{edge.budget === 1 ? 'once' : `×${edge.budget}`}</span>
            </button>
            <EdgeTurn edge={edge} analysis={analysis} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function idOf({ view }: Analysis, edge: GraphEdge): string {
  return view.nodes.find(({ key }) => key === edge.to)?.id ?? edge.to
}
