import { memo, useCallback, useState } from 'react'
import type { Json, Visit } from '../../core/index.ts'
import { useRun, useSession, type ShownState } from '../state/index.ts'
import { Button, copyText } from '../shell/parts/index.ts'
import { Rows } from './Rows.tsx'
import { StateRow } from './StateRow.tsx'

const NONE: readonly Visit[] = []
/** As much of an input or output as is shown at once; all of it can be copied. */
const SHOWN = 4000

const keyOf = ({ node, state }: Visit) => `${node}#${state.visit}`

/** The visits of a walk in the order in which they began, each with what it was given and gave. */
export function VisitRows() {
  const visits = useRun((state) => state.current?.visits ?? NONE)
  // Kept here, since a row that was scrolled away is not there.
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback((key: string) => setOpen((before) => (before.has(key) ? new Set([...before].filter((each) => each !== key)) : new Set([...before, key]))), [])
  return (
    <Rows label="Visits of the run" rows={visits} keyOf={keyOf} ordered>
      {(visit) => <VisitRow visit={visit} isOpen={open.has(keyOf(visit))} toggle={toggle} />}
    </Rows>
  )
}

const VisitRow = memo(function VisitRow({ visit, isOpen, toggle }: { readonly visit: Visit; readonly isOpen: boolean; readonly toggle: (key: string) => void }) {
  const { node, state } = visit
  const lostAt = useRun((run) => run.lostAt)
  const shown: ShownState = lostAt !== null && state.status === 'running' ? { status: 'unknown', since: lostAt } : state
  return (
    <>
      <StateRow node={node} state={shown} testId={`visit-${node}#${state.visit}`} opens={{ visit: state.visit, isOpen, toggle: () => toggle(keyOf(visit)) }} />
      {isOpen && (
        <div className="visit-open">
          {'input' in state && <Value label="Input" value={state.input} />}
          {state.status === 'completed' && state.passed === undefined && <Value label="Output" value={state.output} />}
          {state.status === 'completed' && state.passed !== undefined && <p className="visit-error">{`Failed and passed over: ${state.passed.message}`}</p>}
          {state.status === 'failed' && <p className="visit-error">{state.error.message}</p>}
        </div>
      )}
    </>
  )
})

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
