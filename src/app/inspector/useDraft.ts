import { useState } from 'react'
import type { Field, Json } from '../../core/index.ts'
import { readValue, sameValue, shownValue } from './field-value.ts'

export type Draft = {
  readonly text: string
  /** Why what is typed cannot be written; null when it can. */
  readonly reason: string | null
  /** Takes what was typed and writes it, if it says something new. */
  type(text: string): void
  /** Drops what was typed and could not be written. */
  settle(): void
}

/**
 * What is being typed into a field. It follows the document, but never under the hands of the
 * person typing: space at the end and half a number stay as they are typed.
 */
export function useDraft(field: Field, value: Json | undefined, write: (value: Json | undefined) => void): Draft {
  const key = JSON.stringify(value)
  const [seen, setSeen] = useState(key)
  const [text, setText] = useState(() => shownValue(field, value))
  if (seen !== key) {
    // During render, not in an effect: the field must not show the old value for one frame.
    setSeen(key)
    if (!sameValue(field, text, value)) setText(shownValue(field, value))
  }
  const read = readValue(field, text)
  return {
    text,
    reason: read.ok ? null : read.reason,
    type(typed) {
      setText(typed)
      const next = readValue(field, typed)
      if (next.ok && !sameValue(field, typed, value)) write(next.value)
    },
    settle() {
      setText(shownValue(field, value))
    },
  }
}
