import type { Backend } from './backend.ts'
import type { Host } from './host.ts'
import type { Stores } from './stores.ts'

/** Milliseconds without a change after which the server is asked. */
const PAUSE = 400
/** Longer texts are checked when they are run. */
const LONGEST = 1_000_000
/** Texts that say none of these hold nothing that only the server knows. */
const TELLING = /\b(?:agents?|model|tools?)\b/

/** Has each text checked for what only the server knows, a moment after it was typed. */
export function createServerCheck({ document, workspace }: Stores, backend: Pick<Backend, 'check'>, host: Pick<Host, 'after'>): () => void {
  let cancel = () => {}
  let closed = false

  async function check(): Promise<void> {
    const { document: open, path, projection } = document.getState()
    if (open === null || path === null || projection?.revision !== open.revision || projection.stale) return
    const { revision, text, format } = open
    const isTelling = text.length <= LONGEST && TELLING.test(text)
    const answer = isTelling ? await backend.check(text, format, path) : ({ ok: true, value: { diagnostics: [], tools: [] } } as const)
    const now = document.getState()
    // What nobody answers is not known: what was found before stands no longer than its text.
    if (closed || !answer.ok || now.path !== path || now.document?.revision !== revision) return
    workspace.dispatch({ type: 'called', path, tools: answer.value.tools })
    document.dispatch({ type: 'checkedElsewhere', revision, diagnostics: answer.value.diagnostics })
  }

  function later(): void {
    cancel()
    cancel = host.after(PAUSE, () => void check())
  }

  let checked: { readonly revision: number; readonly opened: number } | null = null
  const unsubscribe = [
    document.subscribe(({ projection, opened, path }) => {
      if (path === null || projection === null || (checked?.revision === projection.revision && checked.opened === opened)) return
      checked = { revision: projection.revision, opened }
      later()
    }),
    // Trust and tools decide what is a problem.
    workspace.subscribe(({ tools }, before) => {
      if (tools !== before.tools && before.tools !== null) later()
    }),
  ]
  return () => {
    closed = true
    cancel()
    for (const stop of unsubscribe) stop()
  }
}
