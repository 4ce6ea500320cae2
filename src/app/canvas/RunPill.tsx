import { useMemo } from 'react'
import { StatusIcon } from '../shell/parts/index.ts'
import { isRunning, useRun, useSession } from '../state/index.ts'

/** How a run stands, in one line; opens the run. */
export function RunPill() {
  const { view } = useSession()
  const running = useRun(isRunning)
  const lost = useRun((state) => state.lostAt !== null)
  const nodes = useRun((state) => state.current?.nodes)
  const counts = useMemo(() => {
    const found = { running: 0, failed: 0, done: 0, queued: 0 }
    for (const { status } of Object.values(nodes ?? {})) {
      if (status === 'running') found.running += 1
      else if (status === 'failed') found.failed += 1
      else if (status === 'completed' || status === 'skipped') found.done += 1
      else if (status === 'queued' || status === 'idle') found.queued += 1
    }
    return found
  }, [nodes])
  if (!running || lost) return null
  const rest = [counts.done > 0 && `${counts.done} done`, counts.queued > 0 && `${counts.queued} queued`].filter(Boolean).join(' · ')
  return (
    <button type="button" className="run-pill" onClick={() => view.dispatch({ type: 'tab', tab: 'run' })}>
      <span className="status" data-status="running">
        <StatusIcon status="running" />
      </span>
      <strong>{counts.running} running</strong>
      {counts.failed > 0 && <span className="run-pill-failed">{counts.failed} failed</span>}
      {rest !== '' && <span className="run-pill-rest">{rest}</span>}
    </button>
  )
}
