import { Handle, Position, type NodeProps } from '@xyflow/react'
import { CircleQuestionMark, LogIn, OctagonMinus } from 'lucide-react'
import { memo } from 'react'
import type { GraphNode } from '../../core/index.ts'
import { KIND_LABEL, KindTile, oneLine } from '../shell/parts/index.ts'
import { useForesight, useNodeState, useOfNode, useSession, type Direction, type ShownState } from '../state/index.ts'
import './Card.css'
import { CardId } from './CardId.tsx'
import { CardNote } from './CardNote.tsx'
import { useDistance } from './canvasStore.ts'
import { StatusLine, statusOf } from './StatusLine.tsx'
import { ToneCount } from './ToneCount.tsx'
import type { CardNode } from './picture.ts'
import { Weft } from './Weft.tsx'
import { toneOf } from './problemsOf.ts'

/** A node: what it is, what it does, and in a run how it fares. */
export const Card = memo(function Card({ data, selected, draggable }: NodeProps<CardNode>) {
  const { node, problems, into, outOf, direction } = data
  // Nothing else keeps a node where it is.
  const stale = !draggable
  const distance = useDistance()
  // The status alone: what a node says while it runs is drawn by what shows it, and from afar by nothing.
  const status = useOfNode(node.id, statusOf)
  const tone = toneOf(problems)
  const fate = useForesight((foresight) => (foresight === null ? undefined : foresight.goneNodes.includes(node.key) ? 'gone' : foresight.hurt.includes(node.key) ? 'hurt' : undefined))
  if (node.end) return <End id={node.id} direction={direction} into={into} selected={selected} stale={stale} />
  if (node.ghost) return <Ghost id={node.id} into={into} outOf={outOf} direction={direction} />
  return (
    <div
      className="card"
      data-testid={`node-${node.id}`}
      data-kind={node.kind}
      data-status={status}
      data-problems={problems.errors + problems.warnings}
      data-tone={stale ? undefined : tone}
      data-selected={selected || undefined}
      data-stale={stale || undefined}
      data-fate={fate}
      data-when={node.entry === true || node.condition !== undefined || undefined}
    >
      {/* From afar no thread is drawn by hand; a thousand pairs of eyelets would cost more than all else. */}
      {distance !== 'far' && <Eyelets direction={direction} into={into} outOf={outOf} />}
      {distance === 'near' && <CardWhen node={node} />}
      <CardNote nodeKey={node.key} id={node.id} note={node.note} />
      {distance !== 'far' && tone && !stale && <ToneCount tone={tone} problems={problems} title={problems.messages} />}
      {distance === 'far' ? (
        <FarMark status={status} />
      ) : (
        <>
          <div className="card-head">
            <KindTile kind={node.kind} />
            <CardId nodeKey={node.key} id={node.id} />
            {distance === 'near' ? (
              <>
                <Visits id={node.id} />
                <span className="card-kind">{KIND_LABEL[node.kind]}</span>
              </>
            ) : (
              <Status id={node.id} short />
            )}
          </div>
          {distance === 'near' && (
            <>
              <div className={status === 'idle' ? 'card-summary' : 'card-summary card-summary-one'}>
                {node.summary !== '' ? node.summary : problems.noPrompt ? <span className="card-missing">No prompt yet. Say what this step must do.</span> : null}
              </div>
              <Status id={node.id} />
            </>
          )}
        </>
      )}
      {status === 'running' && <Weft id={node.id} />}
    </div>
  )
})

function Visits({ id }: { readonly id: string }) {
  const visit = useOfNode(id, visitOf)
  return visit > 1 && <span className="card-visits" data-testid={`visits-${id}`}>×{visit}</span>
}

const visitOf = (state: ShownState): number => ('visit' in state ? state.visit : 0)

function Status({ id, short }: { readonly id: string; readonly short?: boolean }) {
  return <StatusLine state={useNodeState(id)} {...(short && { short })} />
}

/** Above a node: that a run begins there, or the condition under which it is done. */
function CardWhen({ node: { entry, condition } }: { readonly node: GraphNode }) {
  if (condition !== undefined) return <div className="card-when card-when-if" title={condition}><code className="clip">if {oneLine(condition)}</code></div>
  if (!entry) return null
  return (
    <div className="card-when">
      <LogIn className="icon icon-12" aria-hidden="true" /> Entry, receives <code>.trigger</code>
    </div>
  )
}

/** Where the run ends: no node of the file, but where edges lead. */
function End({ id, direction, into, selected, stale }: { readonly id: string; readonly direction: Direction; readonly into: boolean; readonly selected: boolean; readonly stale: boolean }) {
  const distance = useDistance()
  return (
    <div className="card card-end" data-testid={`node-${id}`} data-kind="end" data-status="idle" data-problems="0" data-selected={selected || undefined} data-stale={stale || undefined}>
      {distance !== 'far' && <Handle type="target" position={direction === 'right' ? Position.Left : Position.Top} className="eyelet eyelet-in" data-direction={direction} data-used={into || undefined} />}
      {distance !== 'far' && (
        <>
          <OctagonMinus className="icon icon-14" aria-hidden="true" />
          <span className="card-id">End</span>
        </>
      )}
    </div>
  )
}

/** Where threads come and go out. */
function Eyelets({ direction, into, outOf, closed }: { readonly direction: Direction; readonly into: boolean; readonly outOf: boolean; readonly closed?: boolean }) {
  const [before, after] = direction === 'right' ? [Position.Left, Position.Right] : [Position.Top, Position.Bottom]
  const open = closed ? { isConnectable: false } : {}
  return (
    <>
      <Handle type="target" position={before} className="eyelet eyelet-in" data-direction={direction} data-used={into || undefined} {...open} />
      <Handle type="source" position={after} className="eyelet eyelet-out" data-direction={direction} data-used={outOf || undefined} {...open} />
    </>
  )
}

/** A node that is only named: it can be added. */
function Ghost({ id, into, outOf, direction }: { readonly id: string; readonly into: boolean; readonly outOf: boolean; readonly direction: Direction }) {
  const { graph } = useSession()
  const distance = useDistance()
  return (
    <div className="card card-ghost" data-testid={`node-${id}`} data-kind="ghost" data-status="idle" data-problems="0">
      {distance !== 'far' && <Eyelets direction={direction} into={into} outOf={outOf} closed />}
      {distance !== 'far' && (
        <>
          <div className="card-head">
            <span className="tile card-ghost-tile" aria-hidden="true">
              <CircleQuestionMark className="icon" />
            </span>
            <span className="card-id clip">{id}</span>
            {distance === 'near' && <span className="card-kind">unknown</span>}
          </div>
          {distance === 'near' && (
            <div className="card-summary">
              No node has this id.{' '}
              <button type="button" className="card-add nodrag nopan" onClick={() => graph.addGhost(id)}>
                Add it
              </button>
            </div>
          )}
        </>
      )}
    </div>
  )
}

/** Seen from afar a status is a mark, never a colour alone. */
function FarMark({ status }: { readonly status: string }) {
  if (status === 'failed') {
    return (
      <svg className="card-far" viewBox="0 0 10 10" aria-hidden="true">
        <path d="M1 1l8 8M9 1l-8 8" stroke="currentColor" strokeWidth="2" />
      </svg>
    )
  }
  if (status === 'waiting') {
    return (
      <svg className="card-far" viewBox="0 0 10 10" aria-hidden="true">
        <circle cx="5" cy="5" r="4" fill="currentColor" />
      </svg>
    )
  }
  return null
}
