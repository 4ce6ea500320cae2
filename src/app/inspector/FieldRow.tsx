import { RotateCcw, X } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import type { Diagnostic, Field } from '../../core/index.ts'
import { Tip } from '../shell/parts/index.ts'
import { HelpMark } from './HelpMark.tsx'
import { ProblemNote } from './ProblemNote.tsx'

type Props = {
  readonly field: Field
  readonly problems: readonly Diagnostic[]
  /** Empties the field, or gives it its default back; null when it holds nothing but that. */
  readonly reset: (() => void) | null
  readonly children: (row: { readonly id: string; readonly describedBy: string; readonly invalid: boolean }) => ReactNode
}

/** Label, help, control, the way back to nothing, and what is wrong with it. */
export function FieldRow({ field, problems, reset, children }: Props) {
  const id = useId()
  const chosen = field.default !== undefined && typeof field.default !== 'object'
  const resetLabel = chosen ? `Reset ${field.label.toLowerCase()} to ${String(field.default)}` : `Clear ${field.label.toLowerCase()}`
  return (
    <div className="field" data-field={field.name} data-required={field.required || undefined}>
      <div className="field-label">
        <label htmlFor={id}>{field.label}</label>
        <HelpMark field={field} />
      </div>
      <div className="field-body">
        <div className="field-control" data-type={field.type} data-reset={reset !== null || undefined}>
          {children({ id, describedBy: `${id}-problems ${id}-help`, invalid: problems.some(({ severity }) => severity === 'error') })}
          {reset && (
            <Tip text={resetLabel} side="left">
              <button type="button" className="field-reset" aria-label={resetLabel} onClick={reset}>
                {chosen ? <RotateCcw className="icon icon-14" aria-hidden="true" /> : <X className="icon icon-14" aria-hidden="true" />}
              </button>
            </Tip>
          )}
        </div>
        <div id={`${id}-problems`} className="field-problems">
          {problems.map((problem) => (
            <ProblemNote key={`${problem.code} ${problem.path.join('/')} ${problem.message}`} problem={problem} />
          ))}
        </div>
        <p id={`${id}-help`} className="unseen">{field.help.replaceAll('`', '')}</p>
      </div>
    </div>
  )
}
