import { useId, useState } from 'react'
import type { Analysis, Dialect, GraphEdge } from '../../core/index.ts'
import { useSession } from '../state/index.ts'
import { Button } from '../shell/parts/index.ts'
import { LocateFixed } from 'lucide-react'
import { Combo } from './Combo.tsx'
import { useGo } from './useGo.ts'
import { useOffers } from './useOffers.ts'

type Props = { readonly end: 'from' | 'to'; readonly edge: GraphEdge; readonly analysis: Analysis; readonly dialect: Dialect }

/** One end of an edge: the node there, another to lead it to instead, and the way to go there. */
export function EdgeEnd({ end, edge, analysis, dialect }: Props) {
  const session = useSession()
  const go = useGo()
  const id = useId()
  const offersFor = useOffers(analysis, [edge.from, edge.to])
  const here = analysis.view.nodes.find(({ key }) => key === edge[end])
  const shown = here?.id ?? edge[end]
  const [typed, setTyped] = useState(shown)
  // The end may be led to before anything is drawn there.
  const keyOf = (name: string) => analysis.view.nodes.find((node) => node.id === name && !node.ghost)?.key ?? (end === 'to' && name === dialect.end ? name : undefined)
  // What follows from the order, or from what a node reads, is not led elsewhere by hand.
  const kind = edge.kind === 'reference' || dialect.ordered ? null : edge.kind

  function ends(key: string): { readonly from: string; readonly to: string } {
    return { from: edge.from, to: edge.to, [end]: key }
  }

  function refuse(name: string): string | null {
    const key = keyOf(name)
    if (key === undefined || !analysis.reading || kind === null) return `No node is called ${name}.`
    return session.graph.refuseRetarget(edge.key, ends(key))
  }

  function lead(name: string): void {
    const key = keyOf(name)
    if (key === undefined || kind === null || key === edge[end]) return setTyped(shown)
    const outcome = session.graph.retarget(edge.key, ends(key))
    if (!outcome.ok) setTyped(shown)
  }

  return (
    <div className="field">
      <div className="field-label">
        <label htmlFor={id}>{end === 'from' ? 'From' : 'To'}</label>
      </div>
      <div className="field-body field-end">
        <div className="field-control">
          <Combo
            id={id}
            className="control mono"
            data-testid={`edge-${end}`}
            data-own-undo=""
            readOnly={kind === null}
            value={typed}
            query={typed === shown ? '' : typed}
            offers={kind === null ? [] : [...offersFor(NODE), ...(end === 'to' && dialect.end !== undefined ? [{ value: dialect.end, hint: 'ends the run' }] : [])]}
            refuse={refuse}
            listLabel={end === 'from' ? 'From' : 'To'}
            chevron={kind !== null}
            onType={setTyped}
            onPick={lead}
            onKeyDown={(event) => {
              if (event.key === 'Enter') lead(typed.trim())
              else if (event.key === 'Escape') setTyped(shown)
            }}
            onBlur={() => setTyped(shown)}
          />
        </div>
        <Button icon label={`Go to ${shown}`} onClick={() => go(shown)}>
          <LocateFixed className="icon" aria-hidden="true" />
        </Button>
      </div>
    </div>
  )
}

/** What an end may be, in the words of a field: any node. */
const NODE = { name: 'end', type: 'reference', label: 'End', help: '' } as const
