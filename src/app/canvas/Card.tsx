import { Handle, Position, type NodeProps } from '@xyflow/react'
import { CircleQuestionMark, CircleX, MessageSquareText, TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import { KIND_LABEL, KindTile } from '../shell/parts/index.ts'
import { useDocument, useNodeState, useSession } from '../state/index.ts'
import './Card.css'
import { CardId } from './CardId.tsx'
import { useCanvas } from './canvasStore.ts'
import { StatusLine, statusOf } from './StatusLine.tsx'
import type { CardNode } from './picture.ts'

/** A node: what it is, what it does, and in a run how it fares. */
export const Card = memo(function Card({ data, selected }: NodeProps<CardNode>) {
  const { node, problems, into, outOf } = data
  const state = useNodeState(node.id)
  const stale = useDocument(({ projection }) => projection?.stale === true)
  const distance = useCanvas((canvas) => canvas.distance)
  const status = statusOf(state)
  const tone = problems.errors > 0 ? 'error' : problems.warnings > 0 ? 'warning' : undefined
  if (node.ghost) return <Ghost id={node.id} into={into} outOf={outOf} />
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
    >
      <Handle type="target" position={Position.Left} className="eyelet eyelet-in" data-used={into || undefined} />
      <Handle type="source" position={Position.Right} className="eyelet eyelet-out" data-used={outOf || undefined} />
      {distance === 'near' && node.note && (
        <div className="card-note" title={node.note}>
          <MessageSquareText className="icon icon-14" aria-hidden="true" />
          <span className="clip">{node.note.split('\n')[0]}</span>
        </div>
      )}
      {distance !== 'far' && tone && !stale && (
        <span className="card-badge" data-tone={tone} title={problems.messages}>
          {tone === 'error' ? <CircleX className="icon icon-12" aria-hidden="true" /> : <TriangleAlert className="icon icon-12" aria-hidden="true" />}
          {problems.errors + problems.warnings}
        </span>
      )}
      {distance === 'far' ? (
        <FarMark status={status} />
      ) : (
        <>
          <div className="card-head">
            <KindTile kind={node.kind} />
            <CardId nodeKey={node.key} id={node.id} />
            {distance === 'near' ? (
              <>
                {'visit' in state && state.visit > 1 && <span className="card-visits">×{state.visit}</span>}
                <span className="card-kind">{KIND_LABEL[node.kind]}</span>
              </>
            ) : (
              <StatusLine state={state} short />
            )}
          </div>
          {distance === 'near' && (
            <>
              <div className={status === 'idle' ? 'card-summary' : 'card-summary card-summary-one'}>
                {node.summary !== '' ? node.summary : problems.noPrompt ? <span className="card-missing">No prompt yet. Say what this step must do.</span> : null}
              </div>
              <StatusLine state={state} />
            </>
          )}
        </>
      )}
      {status === 'running' && <i className="card-weft" aria-hidden="true" />}
    </div>
  )
})

/** A node that is only named: it can be added. */
function Ghost({ id, into, outOf }: { readonly id: string; readonly into: boolean; readonly outOf: boolean }) {
  const { graph } = useSession()
  const distance = useCanvas((canvas) => canvas.distance)
  return (
    <div className="card card-ghost" data-testid={`node-${id}`} data-kind="ghost" data-status="idle" data-problems="0">
      <Handle type="target" position={Position.Left} className="eyelet eyelet-in" data-used={into || undefined} isConnectable={false} />
      <Handle type="source" position={Position.Right} className="eyelet eyelet-out" data-used={outOf || undefined} isConnectable={false} />
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
