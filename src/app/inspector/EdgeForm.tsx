import { Unlink } from 'lucide-react'
import { unreachable, type EdgeKind, type GraphEdge } from '../../core/index.ts'
import { useDocument, useSession } from '../state/index.ts'
import { Button } from '../shell/parts/index.ts'

/** What an edge means, and the way to remove it. */
export function EdgeForm({ edge, readOnly }: { readonly edge: GraphEdge; readonly readOnly: boolean }) {
  const session = useSession()
  const nodes = useDocument((state) => state.projection?.view.nodes)
  const idOf = (key: string) => nodes?.find((node) => node.key === key)?.id ?? key
  const [from, to] = [idOf(edge.from), idOf(edge.to)]
  return (
    <>
      <header className="pane-head inspector-head">
        <h2>{titleOf(edge.kind)}</h2>
        <span className="inspector-detail mono">{`${from} → ${to}`}</span>
      </header>
      <div className="inspector-body inspector-edge">
        <p>{meaningOf(edge.kind, from, to)}</p>
        <Button look="line" off={readOnly ? 'The text does not parse. Mend it first.' : null} onClick={() => session.graph.removeSelected()}>
          <Unlink className="icon" aria-hidden="true" />
          {edge.kind === 'route' ? 'Remove this route' : 'Remove this need'}
        </Button>
      </div>
    </>
  )
}

function titleOf(kind: EdgeKind): string {
  switch (kind) {
    case 'need':
      return 'Need'
    case 'route':
      return 'Route'
    case 'flow':
      return 'Edge'
    case 'reference':
      return 'Reference'
    default:
      return unreachable(kind)
  }
}

function meaningOf(kind: EdgeKind, from: string, to: string): string {
  switch (kind) {
    case 'need':
      return `${to} runs after ${from} and receives its result.`
    case 'route':
      return `${from} may name ${to} as the way to go. A router names a way; it stops nobody.`
    case 'flow':
      return `After ${from}, ${to} may run.`
    case 'reference':
      return `${to} reads a value of ${from}.`
    default:
      return unreachable(kind)
  }
}
