import type { RunSummary } from '../../protocol/index.ts'
import { StatusIcon, duration } from '../shell/parts/index.ts'
import { useRun, useSession } from '../state/index.ts'
import { Rows } from './Rows.tsx'
import { runIcon, runWord, startWord } from './words.ts'
import './runs.css'

const runOf = ({ run }: RunSummary) => run

/** Past runs of the open file, newest first. */
export function HistoryPanel() {
  const session = useSession()
  const history = useRun((state) => state.history)
  const current = useRun((state) => state.current?.run)
  if (history.length === 0) return <p className="runs-empty">No runs yet. Press Ctrl+Enter.</p>
  return (
    <Rows label="Past runs" rows={history} keyOf={runOf}>
      {(run) => (
        <button type="button" className="run-row run-row-history" aria-current={run.run === current || undefined} onClick={() => void session.runs.show(run.run)}>
          <span className="status run-row-icon" data-status={runIcon(run.status)}>
            <StatusIcon status={runIcon(run.status)} />
          </span>
          <span>{runWord(run.status)}</span>
          <span>{new Date(run.created_at).toLocaleString()}</span>
          <span className="runs-dim clip">{startWord(run.started_by)}</span>
          <span className="run-row-time">{run.ended_at === undefined ? '' : duration(Date.parse(run.ended_at) - Date.parse(run.created_at))}</span>
          <span className="mono runs-dim clip">{run.run}</span>
        </button>
      )}
    </Rows>
  )
}
