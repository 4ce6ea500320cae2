import type { Diagnostic } from '../../core/index.ts'
import { useDocument } from '../state/index.ts'
import { Head } from './Head.tsx'
import { ProblemNote } from './ProblemNote.tsx'

/** While the text does not parse: what is wrong with it, and the fixes that there are. */
export function Broken({ title, kind }: Pick<React.ComponentProps<typeof Head>, 'title' | 'kind'>) {
  const problem = useDocument((state) => worst(state.projection?.diagnostics ?? []))
  return (
    <>
      <Head title={title} {...(kind && { kind })} />
      <div className="inspector-body">
        <div className="form">
          <p className="inspector-about">Fields come back when the text parses.</p>
          {problem && <ProblemNote problem={problem} />}
        </div>
      </div>
    </>
  )
}

/** The first error that has a fix, else the first. */
function worst(diagnostics: readonly Diagnostic[]): Diagnostic | undefined {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  return errors.find(({ fixes }) => fixes && fixes.length > 0) ?? errors[0]
}
