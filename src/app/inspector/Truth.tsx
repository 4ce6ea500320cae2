import type { ControlProps } from './control.ts'

/** Yes or no; what is not written stands as the default. */
export function Truth({ field, id, value, describedBy, invalid, write }: ControlProps) {
  const on = typeof value === 'boolean' ? value : field.default === true
  return (
    <input
      id={id}
      type="checkbox"
      className="control-check"
      data-testid={`field-${field.name}`}
      checked={on}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      onChange={(event) => write(event.target.checked === (field.default === true) ? undefined : event.target.checked)}
    />
  )
}
