import { memo, useEffect, useMemo, useState } from 'react'
import { useSession, type RunStoreState } from '../state/index.ts'
import { edgeName } from './edgeName.ts'
import { takenOf } from './Thread.tsx'
import type { Strand } from './weave.ts'

/** How often the picture follows a run: from afar nobody sees a single edge change. */
const EVERY = 250

type Props = { readonly strands: readonly Strand[]; readonly selected: string | null; readonly doomed: ReadonlySet<string>; readonly draw: (strand: Strand) => string }

/** Very many threads, from afar or in passing: one line for all that look alike. Each still has its name. */
export const FarThreads = memo(function FarThreads({ strands, selected, doomed, draw }: Props) {
  const run = useRunNowAndThen()
  const lines = useMemo(() => {
    const paths = new Map<string, string[]>()
    for (const strand of strands) {
      const { edge, fromId, toId } = strand
      const look = edge.key === selected ? 'selected' : doomed.has(edge.key) ? 'doomed' : edge.broken ? 'broken' : (takenOf(run, fromId, toId) ?? '') === 'yes' ? 'taken' : edge.kind
      const list = paths.get(look)
      if (list) list.push(draw(strand))
      else paths.set(look, [draw(strand)])
    }
    return [...paths].map(([look, parts]) => ({ look, path: parts.join('') }))
  }, [strands, selected, doomed, run, draw])
  return (
    <>
      {lines.map(({ look, path }) => (
        <path key={look} className="thread-far" data-look={look} d={path} />
      ))}
      <Names strands={strands} />
    </>
  )
})

const Names = memo(function Names({ strands }: { readonly strands: readonly Strand[] }) {
  return strands.map((strand) => (
    <g key={strand.edge.key} data-testid={`edge-${strand.fromId}-${strand.toId}`} data-key={strand.edge.key} data-edge-kind={strand.edge.kind} data-broken={strand.edge.broken || undefined} role="img" aria-label={edgeName(strand)} />
  ))
})

function useRunNowAndThen(): RunStoreState {
  const { run } = useSession()
  const [state, setState] = useState(() => run.getState())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null
    const stop = run.subscribe(() => {
      timer ??= setTimeout(() => {
        timer = null
        setState(run.getState())
      }, EVERY)
    })
    return () => {
      stop()
      if (timer !== null) clearTimeout(timer)
    }
  }, [run])
  return state
}
