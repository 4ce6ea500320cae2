import { useId } from 'react'
import { unreachable, type Diagnostic, type Field, type Json } from '../../core/index.ts'
import { Prose } from '../shell/parts/index.ts'
import { shownValue } from './field-value.ts'
import { TextArea, TextField, type ControlProps } from './TextField.tsx'
import { TokenField } from './TokenField.tsx'

export type FieldRowProps = {
  readonly field: Field
  readonly value: Json | undefined
  readonly problems: readonly Diagnostic[]
  readonly disabled: boolean
  readonly suggestions?: readonly string[]
  readonly unknown?: (name: string) => boolean
  write(value: Json | undefined): void
}

/** Label, control, what is wrong with it, and what it is for. */
export function FieldRow({ field, value, problems, disabled, suggestions, unknown = () => false, write }: FieldRowProps) {
  const id = useId()
  const help = `${id}-help`
  const props: ControlProps = { field, id, value, invalid: problems.some(({ severity }) => severity === 'error'), describedBy: help, disabled, write, ...(suggestions && { suggestions }) }
  return (
    <div className="field" data-field={field.name}>
      <label htmlFor={id}>{field.label}</label>
      <div className="field-body">
        <Control {...props} unknown={unknown} />
        <div id={help}>
          {problems.map((problem, index) => (
            <p key={index} className={problem.severity === 'error' ? 'field-problem' : 'field-warning'}>
              <Prose text={problem.message} />
            </p>
          ))}
          <p className="field-help">
            <Prose text={helpFor(field, value)} />
          </p>
        </div>
      </div>
    </div>
  )
}

function Control({ unknown, ...props }: ControlProps & { readonly unknown: (name: string) => boolean }) {
  const { field } = props
  switch (field.type) {
    case 'text':
    case 'integer':
    case 'duration':
    case 'reference':
      return <TextField {...props} />
    case 'multiline':
      return <TextArea {...props} />
    case 'enum':
      return <Choice {...props} />
    case 'references':
    case 'list':
      return <TokenField {...props} unknown={unknown} />
    default:
      return unreachable(field.type)
  }
}

function Choice({ field, id, value, describedBy, disabled, invalid, write }: ControlProps) {
  const values = field.values ?? []
  const current = typeof value === 'string' && value !== '' ? value : shownValue(field, field.default)
  const known = values.some((option) => option.value === current)
  return (
    <select
      id={id}
      data-testid={`field-${field.name}`}
      className="control control-select"
      value={current}
      disabled={disabled}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      onChange={(event) => write(event.target.value === field.default ? undefined : event.target.value)}
    >
      {!known && <option value={current}>{current}</option>}
      {values.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

/** What the chosen value means says more than what the field means. */
function helpFor(field: Field, value: Json | undefined): string {
  const chosen = field.values?.find((option) => option.value === (value === undefined || value === '' ? field.default : value))
  return chosen ? chosen.help : field.help
}
