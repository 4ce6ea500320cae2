import { useId, type ReactNode } from 'react'
import type { Diagnostic, Field } from '../../core/index.ts'
import { FieldProblems } from './FieldProblems.tsx'
import { FieldReset } from './FieldReset.tsx'
import { HelpMark } from './HelpMark.tsx'

/** The names by which a control is tied to its row. */
export type Row = { readonly id: string; readonly labelId: string; readonly describedBy: string; readonly invalid: boolean }

type Props = {
  readonly field: Field
  readonly problems: readonly Diagnostic[]
  /** Empties the field, or gives it its default back; null when it holds nothing but that. */
  readonly reset: (() => void) | null
  /** Stands beside the label, as the reset does then: what is in the row has all the width below them. */
  readonly beside?: ReactNode
  /** No one control has the label: a group that is named by it, or words alone. */
  readonly group?: boolean
  readonly children: (row: Row) => ReactNode
}

/** Label, help, control, the way back to nothing, and what is wrong with it. */
export function FieldRow({ field, problems, reset, beside, group = false, children }: Props) {
  const id = useId()
  const labelId = `${id}-label`
  const isToDefault = field.default !== undefined && typeof field.default !== 'object'
  const resetLabel = isToDefault ? `Reset ${field.label.toLowerCase()} to ${String(field.default)}` : `Clear ${field.label.toLowerCase()}`
  const isWide = beside !== undefined
  const back = reset && <FieldReset label={resetLabel} isToDefault={isToDefault} reset={reset} />
  return (
    <div className="field" data-field={field.name} data-required={field.required || undefined} data-wide={isWide || undefined}>
      <div className="field-label">
        {group ? <span id={labelId}>{field.label}</span> : <label id={labelId} htmlFor={id}>{field.label}</label>}
        <HelpMark field={field} />
        {beside}
        {isWide && back}
      </div>
      <div className="field-body">
        <div className="field-control" data-type={field.type} data-reset={(reset !== null && !isWide) || undefined}>
          {children({ id, labelId, describedBy: `${id}-problems ${id}-help`, invalid: problems.some(({ severity }) => severity === 'error') })}
          {!isWide && back}
        </div>
        <FieldProblems id={`${id}-problems`} problems={problems} />
        <p id={`${id}-help`} className="unseen">{field.help.replaceAll('`', '')}</p>
      </div>
    </div>
  )
}
