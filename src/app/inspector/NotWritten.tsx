import { OctagonX } from 'lucide-react'
import { Prose } from '../shell/parts/index.ts'

/** Says why what is typed is not in the file yet, and offers to take it back. */
export function NotWritten({ id, reason, revert }: { readonly id: string; readonly reason: string; revert(): void }) {
  return (
    <div className="problem-note" data-severity="error" data-testid="not-written">
      <p id={id}>
        <OctagonX className="icon icon-14" aria-hidden="true" />
        <span><Prose text={`${reason} Not written to the file yet.`} /></span>
      </p>
      <div className="problem-note-fixes">
        <button type="button" className="button button-small button-line" onClick={revert}>Take it back</button>
      </div>
    </div>
  )
}
