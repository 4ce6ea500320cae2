import { X } from 'lucide-react'
import { useId, useState, type KeyboardEvent } from 'react'
import { shownValue } from './field-value.ts'
import type { ControlProps } from './TextField.tsx'

/** A list of names: one token each, and a place to type the next. */
export function TokenField({ field, id, value, invalid, describedBy, disabled, suggestions = [], write, unknown }: ControlProps & { readonly unknown: (name: string) => boolean }) {
  const [typed, setTyped] = useState('')
  const list = useId()
  const names = shownValue(field, value).split('\n').filter((name) => name !== '')
  const set = (next: readonly string[]) => write(next.length === 0 ? undefined : [...next])

  function add(name: string): void {
    const wanted = name.trim()
    if (wanted === '') return
    setTyped('')
    if (!names.includes(wanted)) set([...names, wanted])
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault()
      add(typed)
    } else if (event.key === 'Backspace' && typed === '' && names.length > 0) {
      set(names.slice(0, -1))
    }
  }

  return (
    <div className="control control-tokens" aria-invalid={invalid} data-disabled={disabled || undefined}>
      {names.map((name) => (
        <span key={name} className="token" data-unknown={unknown(name) || undefined}>
          {name}
          <button type="button" aria-label={`Remove ${name} from ${field.label.toLowerCase()}`} disabled={disabled} onClick={() => set(names.filter((other) => other !== name))}>
            <X size={12} aria-hidden="true" />
          </button>
        </span>
      ))}
      <input
        id={id}
        data-testid={`field-${field.name}`}
        className="token-input"
        data-own-undo={typed === '' ? undefined : ''}
        value={typed}
        placeholder="Add…"
        list={list}
        disabled={disabled}
        aria-describedby={describedBy}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => {
          const next = event.target.value
          // Picking from the list is one act: no Enter needed after it.
          const picked = (event.nativeEvent as InputEvent).inputType === 'insertReplacementText' || !('inputType' in event.nativeEvent)
          if (picked && suggestions.includes(next)) add(next)
          else setTyped(next)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => add(typed)}
      />
      <datalist id={list}>
        {suggestions
          .filter((suggestion) => !names.includes(suggestion))
          .map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
      </datalist>
    </div>
  )
}
