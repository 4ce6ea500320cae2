import { shownValue } from './field-value.ts'
import type { ControlProps } from './control.ts'

/** One of the values that the table names, or the unknown one that stands in the file. */
export function Choice({ field, id, value, describedBy, invalid, placeholder, unsaid = 'Not said', write }: ControlProps) {
  const values = field.values ?? []
  const mixed = placeholder !== undefined
  const current = mixed ? '' : typeof value === 'string' && value !== '' ? value : shownValue(field, field.default)
  const known = values.some((option) => option.value === current)
  return (
    <select
      id={id}
      data-testid={`field-${field.name}`}
      className="control control-select"
      value={current}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      onChange={(event) => write(event.target.value === field.default || event.target.value === '' ? undefined : event.target.value)}
    >
      {!known && current === '' && !mixed && <option value="">{unsaid}</option>}
      {!known && (current !== '' || mixed) && (
        <option value={current} disabled={mixed}>
          {mixed ? placeholder : `${current} (unknown)`}
        </option>
      )}
      {known && field.default === undefined && !field.required && !mixed && <option value="">{unsaid}</option>}
      {values.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
