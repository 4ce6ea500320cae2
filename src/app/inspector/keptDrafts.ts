import type { Session } from '../state/index.ts'

type Kept = { readonly text: string; /** The value that the document had then, as JSON. */ readonly over: string | undefined }

const bySession = new WeakMap<Session, Map<string, Kept>>()

/**
 * What was typed into fields and could not be written, so that it is still there when its form is shown
 * again. Kept while the page stands; forgotten once the document has another value.
 */
export function keptDrafts(session: Session): { get(name: string, over: string | undefined): string | null; set(name: string, kept: Kept): void; drop(name: string): void } {
  let drafts = bySession.get(session)
  if (!drafts) bySession.set(session, (drafts = new Map()))
  const known = drafts
  return {
    get(name, over) {
      const kept = known.get(name)
      return kept && kept.over === over ? kept.text : null
    },
    set: (name, kept) => void known.set(name, kept),
    drop: (name) => void known.delete(name),
  }
}
