import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { Json, Visit } from '../../core/index.ts'
import { useRun, useSession, useView } from '../state/index.ts'
import { Button, clock, copyText, duration, firstLine, lastLine, StatusIcon } from '../shell/parts/index.ts'
import { useGradually } from './useGradually.ts'
import { useNow } from './useNow.ts'

const NONE: readonly Visit[] = []
/** As much of an input or output as is shown at once; all of it can be copied. */
const SHOWN = 4000

/** The visits of a walk in the order in which they began, each with what it was given and gave. */
export function VisitRows() {
  const visits = useGradually(useRun((state) => state.current?.visits ?? NONE))
  return (
    <ol className="run-rows" aria-label="Visits of the run">
      {visits.map((visit) => (
        <VisitRow key={`${visit.node}#${visit.state.visit}`} visit={visit} />
      ))}
    </ol>
  )
}

function VisitRow({ visit: { node, state } }: { readonly visit: Visit }) {
  const session = useSession()
  const lost = useRun(({ lostAt }) => lostAt !== null)
  const selected = useView((view) => view.selection.nodes.includes(node))
  const [open, setOpen] = useState(false)
  const status = lost && state.status === 'running' ? 'unknown' : state.status === 'completed' && state.restored ? 'restored' : state.status
  return (
    <li>
      <button
        type="button"
        className="run-row run-row-visit"
        data-testid={`visit-${node}#${state.visit}`}
        aria-current={selected || undefined}
        aria-expanded={open}
        onClick={() => {
          setOpen(!open)
          session.view.dispatch({ type: 'select', nodes: [node] })
          session.view.dispatch({ type: 'request', request: { type: 'revealNode', key: node } })
        }}
      >
        <ChevronRight className="icon icon-14 run-row-mark" data-open={open || undefined} aria-hidden="true" />
        <span className="status run-row-icon" data-status={status}>
          <StatusIcon status={status} />
        </span>
        <span className="mono clip run-row-id">
          {node}
          <span className="run-row-number">#{state.visit}</span>
        </span>
        <span className="run-row-time">
          <VisitTime state={state} />
        </span>
        <span className="clip run-row-text" data-failed={state.status === 'failed' || undefined}>
          {textOf(state)}
        </span>
        {state.status === 'completed' && state.simulated && <span className="chip">simulated</span>}
      </button>
      {open && (
        <div className="visit-open">
          {'input' in state && <Value label="Input" value={state.input} />}
          {state.status === 'completed' && state.passed === undefined && <Value label="Output" value={state.output} />}
          {state.status === 'completed' && state.passed !== undefined && <p className="visit-error">{`Failed and passed over: ${state.passed.message}`}</p>}
          {state.status === 'failed' && <p className="visit-error">{state.error.message}</p>}
        </div>
      )}
    </li>
  )
}

function Value({ label, value }: { readonly label: string; readonly value: Json }) {
  const session = useSession()
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return (
    <section aria-label={label}>
      <h4>
        {label}
        <Button small onClick={() => void copyText(session, text, { done: `Copied the ${label.toLowerCase()}.`, instead: 'Select the text and press Ctrl+C.' })}>Copy</Button>
      </h4>
      <pre tabIndex={0}>{text === '' ? '(nothing)' : text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}</pre>
    </section>
  )
}

function VisitTime({ state }: { readonly state: Visit['state'] }) {
  const now = useNow(state.status === 'running')
  if (state.status === 'running') return <>{clock(now - Date.parse(state.started_at))}</>
  if (state.status === 'completed' || (state.status === 'failed' && state.ran)) return <>{duration(state.ms)}</>
  return null
}

function textOf(state: Visit['state']): string {
  switch (state.status) {
    case 'running':
      return state.retry ? `Trying again: ${state.retry.error.message}` : lastLine(state.live)
    case 'completed':
      return state.passed === undefined ? firstLine(state.output) : `Passed over: ${state.passed.message}`
    case 'failed':
      return state.error.message
    case 'skipped':
      return state.reason
    case 'interrupted':
      return 'Interrupted'
  }
}
