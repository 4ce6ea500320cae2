import { Play, RotateCcw } from 'lucide-react'
import { memo } from 'react'
import type { PlanNode, RunState } from '../../core/index.ts'
import { isRunning, useNodeState, useRun, useSession } from '../state/index.ts'
import { Button, clock, duration, StatusIcon, timeOfDay } from '../shell/parts/index.ts'
import { Rows } from './Rows.tsx'
import { StateRow } from './StateRow.tsx'
import { endWords, runIcon, runWord } from './words.ts'
import { VisitRows } from './VisitRows.tsx'
import { useNow } from './useNow.ts'
import './runs.css'

const NONE: readonly PlanNode[] = []

const idOf = ({ id }: PlanNode) => id

/** The run that is shown, node by node, in the order of the file. */
export function RunPanel() {
  const current = useRun((state) => state.current)
  if (!current) {
    return (
      <p className="runs-empty">
        <Play className="icon" aria-hidden="true" /> No runs yet. Press Ctrl+Enter.
      </p>
    )
  }
  return (
    <div className="run-panel">
      <RunHead run={current} />
      {current.plan?.kind === 'walk' ? (
        <VisitRows />
      ) : (
        <Rows label="Nodes of the run" rows={current.plan?.nodes ?? NONE} keyOf={idOf}>
          {(node) => <NodeRow node={node} />}
        </Rows>
      )}
    </div>
  )
}

function RunHead({ run }: { readonly run: RunState }) {
  const session = useSession()
  const going = useRun(isRunning)
  const lostAt = useRun((state) => state.lostAt)
  const unknown = going && lostAt !== null
  const ended = endWords(run)
  const resumable = run.status === 'interrupted' || run.status === 'failed' || run.status === 'cancelled'
  return (
    <header className="run-head">
      <span className="status run-head-status" data-testid="run-status" data-status={unknown ? 'unknown' : run.status}>
        <StatusIcon status={unknown ? 'unknown' : runIcon(run.status)} />
        {unknown ? `Unknown since ${timeOfDay(lostAt)}` : runWord(run.status)}
      </span>
      <RunTime run={run} going={going && !unknown} />
      {run.usage.input + run.usage.output > 0 && (
        <span className="runs-dim">
          {`${(run.usage.input + run.usage.output).toLocaleString('en')} tokens`}
          {run.usage.cost !== undefined && ` · $${run.usage.cost.toFixed(2)}`}
        </span>
      )}
      {run.restored > 0 && <span className="runs-dim">{`Resumed, ${run.restored === 1 ? '1 node' : `${run.restored} nodes`} restored`}</span>}
      {ended !== null && <span className="runs-dim clip" data-testid="run-ended">{ended}</span>}
      {run.error && <span className="run-head-error clip">{run.error.message}</span>}
      <span className="grow" />
      <span className="runs-dim mono run-head-id">{run.run}</span>
      {resumable && (
        <Button small look="line" onClick={() => void session.runs.resume(run.run)}>
          <RotateCcw className="icon icon-14" aria-hidden="true" />
          {run.status === 'failed' ? 'Retry what failed' : 'Resume'}
        </Button>
      )}
    </header>
  )
}

function RunTime({ run, going }: { readonly run: RunState; readonly going: boolean }) {
  const now = useNow(going)
  const from = Date.parse(run.started_at ?? run.created_at)
  if (run.ended_at !== undefined) return <span className="runs-dim">{duration(Date.parse(run.ended_at) - from)}</span>
  return going ? <span className="runs-dim">{clock(now - from)}</span> : null
}

const NodeRow = memo(function NodeRow({ node }: { readonly node: PlanNode }) {
  const state = useNodeState(node.id)
  return <StateRow node={node.id} state={state} />
})
