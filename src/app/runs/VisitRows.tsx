import { useState } from 'react'
import type { Json, Visit } from '../../core/index.ts'
import { useRun, useSession, type ShownState } from '../state/index.ts'
import { Button, copyText } from '../shell/parts/index.ts'
import { StateRow } from './StateRow.tsx'
import { useGradually } from './useGradually.ts'

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
  const lostAt = useRun((run) => run.lostAt)
  const [open, setOpen] = useState(false)
  const shown: ShownState = lostAt !== null && state.status === 'running' ? { status: 'unknown', since: lostAt } : state
  return (
    <li>
      <StateRow node={node} state={shown} testId={`visit-${node}#${state.visit}`} opens={{ visit: state.visit, isOpen: open, toggle: () => setOpen(!open) }} />
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
