import { useMemo, useState } from 'react'
import type { Field, Json } from '../../core/index.ts'
import { useSession, type Session } from '../state/index.ts'
import { useAsOf } from './asOf.ts'
import { readValue, sameValue, shownValue, type Read } from './field-value.ts'
import { keptDrafts } from './keptDrafts.ts'

export type Draft = {
  readonly text: string
  /** Why what is typed cannot be written; null when it can. */
  readonly reason: string | null
  /** Takes what was typed and writes it, if it says something new. */
  type(text: string): void
  /** The field is left: what was written is shown as it stands, what could not be stays as it was typed. */
  settle(): void
  /** Drops what was typed and shows what the document says. */
  revert(): void
}

/** How a value is typed. */
export type Typing = {
  shown(value: Json | undefined): string
  read(typed: string): Read
  /** Would writing what is typed change nothing? */
  same(typed: string, value: Json | undefined): boolean
}

/** What is being typed into a field of a table. */
export function useDraft(name: string, field: Field, value: Json | undefined, write: (value: Json | undefined) => void): Draft {
  const typing = useMemo(() => ({ shown: (said: Json | undefined) => shownValue(field, said), read: (typed: string) => readValue(field, typed), same: (typed: string, said: Json | undefined) => sameValue(field, typed, said) }), [field])
  return useTyping(name, typing, value, write)
}

/**
 * What is being typed into a field. It follows the document, but never under the hands of the person
 * typing: space at the end and half a number stay as they are typed, and what cannot be written is kept
 * and marked until it is mended or taken back.
 * @param name of the field among all of the open file.
 */
export function useTyping(name: string, typing: Typing, value: Json | undefined, write: (value: Json | undefined) => void): Draft {
  const session = useSession()
  const kept = keptDrafts(session)
  const asOf = useAsOf()
  const key = JSON.stringify(value)
  const [seen, setSeen] = useState(key)
  const [text, setText] = useState(() => kept.get(name, key) ?? typing.shown(value))
  /** What was typed and made a new text, until the form shows that text or a later one. */
  const [written, setWritten] = useState<{ readonly value: Json | undefined; readonly revision: number } | null>(null)
  const ahead = written !== null && written.revision > asOf ? written : null
  if (ahead === null && (seen !== key || written !== null)) {
    // During render, not in an effect: the field must not show the old value for one frame.
    setSeen(key)
    setWritten(null)
    if (!typing.same(text, value)) setText(typing.shown(value))
  }
  const current = ahead ? ahead.value : value
  const read = typing.read(text)

  /** Does the document say that already? Where nobody here knows, it is not held back: writing the same changes nothing. */
  function isSaid(typed: string): boolean {
    return (ahead?.revision ?? asOf) >= revisionOf(session) && typing.same(typed, current)
  }

  return {
    text,
    // What stands in the file is told by its problems.
    reason: read.ok || text === typing.shown(value) ? null : read.reason,
    type(typed) {
      setText(typed)
      const next = typing.read(typed)
      if (!next.ok) return kept.set(name, { text: typed, over: key })
      kept.drop(name)
      if (isSaid(typed)) return
      const before = revisionOf(session)
      write(next.value)
      const revision = revisionOf(session)
      // A change that was refused leaves what was typed standing beside the reason.
      if (revision !== before) setWritten({ value: next.value, revision })
    },
    settle() {
      if (read.ok) setText(typing.shown(current))
    },
    revert() {
      kept.drop(name)
      setText(typing.shown(current))
    },
  }
}

function revisionOf({ document }: Session): number {
  return document.getState().document?.revision ?? -1
}
