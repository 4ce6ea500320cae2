import { memo } from 'react'
import { edgeFate, useRun, type EdgeFate, type RunStoreState } from '../state/index.ts'
import { edgeName } from './edgeName.ts'
import { toneOf, type Problems } from './problemsOf.ts'
import { arrowPath, diamondPath, threadPath } from './threads.ts'
import type { Strand } from './weave.ts'

type Props = {
  readonly strand: Strand
  /** Seen from afar: a line and no more. */
  readonly plain: boolean
  /** A halo where it passes over another; among very many it would cost more than it tells. */
  readonly halo: boolean
  readonly selected: boolean
  readonly problems: Problems | undefined
  /** It would go with what is about to be removed. */
  readonly doomed: boolean
  readonly point: (key: string | null) => void
  readonly choose: (key: string) => void
}

/** An edge: a thread from eyelet to eyelet, with a halo where it passes over another. */
export const Thread = memo(function Thread({ strand, plain, halo, selected, problems, doomed, point, choose }: Props) {
  const { edge, fromId, toId } = strand
  const { taken, count } = useRun((state) => fateOf(state, strand))
  const path = threadPath(strand)
  return (
    <g
      className="thread"
      data-testid={`edge-${fromId}-${toId}`}
      data-key={edge.key}
      data-edge-kind={edge.kind}
      data-broken={edge.broken || undefined}
      data-taken={taken}
      data-selected={selected || undefined}
      data-problems={problems ? problems.errors + problems.warnings : 0}
      data-tone={toneOf(problems)}
      data-doomed={doomed || undefined}
      role="img"
      data-back={edge.back || undefined}
      data-count={count}
      aria-label={edgeName(strand, taken, count, problems)}
      onPointerEnter={() => point(edge.key)}
      onPointerLeave={() => point(null)}
      onClick={() => choose(edge.key)}
    >
      {halo && !plain && <path className="thread-halo" d={path} pathLength={100} />}
      <path className="thread-line" d={path} />
      {/* A new one for each time that it is taken: it runs once. */}
      {taken === 'yes' && !plain && <path key={count} className="thread-run" d={path} />}
      {!plain && (edge.kind === 'reference' ? <circle className="thread-ring" cx={strand.to.x - 1} cy={strand.to.y} r={3} /> : <path className="thread-arrow" d={arrowPath(strand)} />)}
      {edge.kind === 'route' && !plain && <path className="thread-diamond" d={diamondPath(strand)} />}
      <path className="thread-catch" d={path} />
    </g>
  )
})

/** How the edge of a strand fares in the run that is shown. */
export function fateOf(state: RunStoreState, { edge, fromId, toId, ends }: Strand): EdgeFate {
  return edgeFate(state, { fromId, toId, ...(edge.index !== undefined && { index: edge.index }), ...(ends && { ends }) })
}
