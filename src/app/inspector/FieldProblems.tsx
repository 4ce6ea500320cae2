import type { Diagnostic } from '../../core/index.ts'
import { ProblemNote } from './ProblemNote.tsx'

/** What is wrong with a field; the place is there without any, so that its control can always be described by it. */
export function FieldProblems({ id, problems }: { readonly id: string; readonly problems: readonly Diagnostic[] }) {
  return (
    <div id={id} className="field-problems">
      {problems.map((problem) => (
        <ProblemNote key={`${problem.code} ${problem.path.join('/')} ${problem.message}`} problem={problem} />
      ))}
    </div>
  )
}
