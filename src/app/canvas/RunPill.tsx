import { StatusIcon } from '../shell/parts/index.ts'
import { isRunning, runCounts, useRun, useSession } from '../state/index.ts'

/** How a run stands, in one line; opens the run. */
export function RunPill() {
  const { view } = useSession()
  const running = useRun(isRunning)
  const lost = useRun((state) => state.lostAt !== null)
  const counts = useRun(runCounts)
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
