import type { Analysis, Diagnostic, TextEdit } from '../../core/index.ts'
import type { Outcome } from './documentState.ts'
import type { Stores } from './stores.ts'

type Fix = { readonly title: string; readonly edits: readonly TextEdit[] }

/**
 * Applies a fix of a problem as one entry of the history. A fix holds offsets of the text that it was
 * found in: when the text has moved on, the same problem is looked for in the current one.
 */
export function applyFix({ document, view }: Pick<Stores, 'document' | 'view'>, problem: Diagnostic, fix: Fix): Outcome {
  const { document: current, projection } = document.getState()
  // A form may show the problems of an older text than the projection is of.
  const isCurrent = current !== null && projection?.revision === current.revision && projection.diagnostics.includes(problem)
  const edits = isCurrent ? fix.edits : (sameFix(document.analysis(), problem, fix) ?? (projection?.revision === current?.revision ? sameFix(projection, problem, fix) : undefined))?.edits
  if (!edits) {
    view.dispatch({ type: 'toast', text: 'The text has changed since, and the problem is no longer there.' })
    return { ok: true }
  }
  const outcome = document.dispatch({ type: 'edit', edits, origin: 'problems', label: fix.title.replaceAll('`', '') })
  if (outcome.ok) view.dispatch({ type: 'announce', text: `Done: ${fix.title}.` })
  return outcome
}

function sameFix(analysis: Pick<Analysis, 'diagnostics'> | null, problem: Diagnostic, fix: Fix): Fix | undefined {
  const found = analysis?.diagnostics.find(({ code, message, path }) => code === problem.code && message === problem.message && path.join('/') === problem.path.join('/'))
  return found?.fixes?.find(({ title }) => title === fix.title)
}
