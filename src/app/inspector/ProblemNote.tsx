import { Info, OctagonX, TriangleAlert, WandSparkles } from 'lucide-react'
import { unreachable, type Diagnostic, type Severity } from '../../core/index.ts'
import { Prose } from '../shell/parts/index.ts'
import { applyFix, useSession } from '../state/index.ts'

/** A problem as it is told everywhere, with its fixes as buttons. */
export function ProblemNote({ problem }: { readonly problem: Diagnostic }) {
  const session = useSession()
  return (
    <div className="problem-note" data-severity={problem.severity} data-testid="field-problem">
      <p>
        <Mark severity={problem.severity} />
        <span><Prose text={problem.message} /></span>
      </p>
      {problem.fixes && problem.fixes.length > 0 && (
        <div className="problem-note-fixes">
          {problem.fixes.map((fix) => (
            <button key={fix.title} type="button" className="button button-small button-line" onClick={() => applyFix(session, problem, fix)}>
              <WandSparkles className="icon icon-12" aria-hidden="true" />
              <span><Prose text={fix.title} /></span>
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

function Mark({ severity }: { readonly severity: Severity }) {
  switch (severity) {
    case 'error':
      return <OctagonX className="icon icon-14" role="img" aria-label="Error" />
    case 'warning':
      return <TriangleAlert className="icon icon-14" role="img" aria-label="Warning" />
    case 'info':
      return <Info className="icon icon-14" role="img" aria-label="Information" />
    default:
      return unreachable(severity)
  }
}
