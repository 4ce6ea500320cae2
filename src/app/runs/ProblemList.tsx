import { CircleCheck, ShieldCheck } from 'lucide-react'
import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { lineStarts, positionAt, type Severity } from '../../core/index.ts'
import { nodeOfProblem } from '../shell/problems.ts'
import { Button } from '../shell/parts/index.ts'
import { useDocument, useSelection, useSession, useWorkspace, type Problem } from '../state/index.ts'
import { ProblemRow } from './ProblemRow.tsx'
import './problems.css'

type Shown = 'all' | Extract<Severity, 'error' | 'warning'> | 'node'

/** More rows than these freeze a page, and nobody reads them: the first ones are mended first. */
const MOST = 500

/** Every problem of the file: where, what, code, line. Arrow keys walk over them, Enter opens the fixes. */
export function ProblemList() {
  const session = useSession()
  const diagnostics = useDocument((state) => state.projection?.diagnostics) ?? NONE
  const selected = useSelection().nodes
  const [wanted, setWanted] = useState<Shown>('all')
  const [current, setCurrent] = useState(0)
  const list = useRef<HTMLUListElement>(null)
  const starts = useLineStarts()
  const untrusted = useWorkspace(({ tools }) => tools?.trusted === false) && diagnostics.some(({ code }) => code === 'tool/not-checked')
  const ofNode = useMemo(() => {
    if (selected.length === 0) return NONE
    const keys = new Set(selected)
    return diagnostics.filter((diagnostic) => keys.has(nodeOfProblem(session, diagnostic) ?? ''))
  }, [diagnostics, selected, session])
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning')
  // What was chosen for a node holds while there is one.
  const shown = wanted === 'node' && selected.length === 0 ? 'all' : wanted
  const filters: readonly { readonly of: Shown; readonly label: string; readonly rows: readonly Problem[] }[] = [
    { of: 'all', label: 'All', rows: diagnostics },
    { of: 'error', label: 'Errors', rows: errors },
    { of: 'warning', label: 'Warnings', rows: warnings },
    ...(selected.length > 0 ? [{ of: 'node' as const, label: selected.length === 1 ? 'This node' : 'These nodes', rows: ofNode }] : []),
  ]
  const found = filters.find(({ of }) => of === shown)?.rows ?? diagnostics
  const rows = found.slice(0, MOST)
  const stop = Math.min(current, rows.length - 1)

  function walk(event: KeyboardEvent): void {
    const to = { ArrowDown: stop + 1, ArrowUp: stop - 1, Home: 0, End: rows.length - 1, PageDown: Math.min(rows.length - 1, stop + 10), PageUp: Math.max(0, stop - 10) }[event.key]
    if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    list.current?.querySelectorAll<HTMLElement>('.problem-go')[to]?.focus()
  }

  if (diagnostics.length === 0) {
    return (
      <div className="problems" data-testid="problems">
        <p className="problems-none status" data-status="completed">
          <CircleCheck className="icon icon-14" aria-hidden="true" /> <span>No problems.</span>
        </p>
      </div>
    )
  }
  return (
    <div className="problems" data-testid="problems">
      <ul ref={list} onKeyDown={walk} aria-label="Problems">
        {rows.map((diagnostic, index) => (
          <ProblemRow
            key={`${diagnostic.code} ${diagnostic.path.join('/')} ${index}`}
            diagnostic={diagnostic}
            line={diagnostic.range ? positionAt(starts, diagnostic.range.start).line : null}
            stop={index === stop}
            entered={() => setCurrent(index)}
          />
        ))}
      </ul>
      {rows.length === 0 && <p className="problems-foot">{shown === 'node' ? 'This node has no problems.' : 'None of these.'}</p>}
      <div className="problems-end">
        <p className="problems-foot">{found.length > MOST ? `The first ${MOST} of ${found.length} are shown.` : footOf(errors.length)}</p>
        {untrusted && (
          <Button small data-testid="trust" onClick={() => session.tools.askTrust()}>
            <ShieldCheck className="icon icon-14" aria-hidden="true" /> Trust this folder
          </Button>
        )}
        <div className="problems-filter" role="group" aria-label="Show">
          {filters.map(({ of, label, rows: { length } }) => (
            <button key={of} type="button" aria-pressed={shown === of} onClick={() => setWanted(of)}>
              {`${label} ${length}`}
            </button>
          ))}
        </div>
      </div>
    </div>
  )
}

const NONE: readonly Problem[] = []

function footOf(errors: number): string {
  if (errors === 0) return 'Warnings do not stop a run.'
  return `Fix the ${errors === 1 ? 'error' : `${errors} errors`} to run. Warnings do not stop a run.`
}

function useLineStarts(): readonly number[] {
  const text = useDocument((state) => state.document?.text ?? '')
  return useMemo(() => lineStarts(text), [text])
}
