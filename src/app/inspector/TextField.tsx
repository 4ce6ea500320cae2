import { useId, useLayoutEffect, useRef } from 'react'
import type { Field, Json } from '../../core/index.ts'
import { useDraft } from './useDraft.ts'

export type ControlProps = {
  readonly field: Field
  readonly id: string
  readonly value: Json | undefined
  readonly invalid: boolean
  readonly describedBy: string
  readonly disabled: boolean
  /** Offered while typing; anything else may be typed too. */
  readonly suggestions?: readonly string[]
  write(value: Json | undefined): void
}

/** One line of text, or a number, or a duration. */
export function TextField({ field, id, value, invalid, describedBy, disabled, suggestions, write }: ControlProps) {
  const draft = useDraft(field, value, write)
  const list = useId()
  return (
    <>
      <input
        id={id}
        data-testid={`field-${field.name}`}
        className={`control${field.type === 'integer' ? ' control-number' : ''}`}
        type="text"
        inputMode={field.type === 'integer' ? 'numeric' : 'text'}
        value={draft.text}
        placeholder={placeholderOf(field)}
        disabled={disabled}
        aria-invalid={invalid || draft.reason !== null}
        aria-describedby={describedBy}
        list={suggestions && suggestions.length > 0 ? list : undefined}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => draft.type(event.target.value)}
        onBlur={draft.settle}
      />
      {suggestions && suggestions.length > 0 && (
        <datalist id={list}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
      {draft.reason !== null && <p className="field-problem">{draft.reason}</p>}
    </>
  )
}

/** Text of several lines, as high as what it holds. */
export function TextArea({ field, id, value, invalid, describedBy, disabled, write }: ControlProps) {
  const draft = useDraft(field, value, write)
  const area = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const element = area.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${Math.min(element.scrollHeight + 2, 320)}px`
  }, [draft.text])
  return (
    <textarea
      ref={area}
      id={id}
      data-testid={`field-${field.name}`}
      className="control control-area"
      rows={field.required ? 3 : 1}
      value={draft.text}
      placeholder={placeholderOf(field)}
      disabled={disabled}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      spellCheck={false}
      onChange={(event) => draft.type(event.target.value)}
      onBlur={draft.settle}
    />
  )
}

function placeholderOf(field: Field): string {
  if (field.type === 'integer') return JSON.stringify(field.default ?? 0)
  return field.example === undefined ? '' : `e.g. ${field.example}`
}
