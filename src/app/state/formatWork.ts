import type { Diagnostic, Format } from '../../core/index.ts'
import type { DocumentCore } from './core.ts'
import type { Outcome } from './documentState.ts'
import type { Stores } from './stores.ts'

/** What a change of format would cost. */
export type FormatCost =
  | { readonly ok: true; readonly comments: number; /** What else could not be carried over. */ readonly notices: readonly Diagnostic[] }
  | { readonly ok: false; readonly reason: string }

/** YAML and JSON are two ways to write the same file: this changes between them. */
export type FormatWork = {
  /** What would be lost on the way to a format, or why there is no way. */
  cost(to: Format): FormatCost
  /** Rewrites the open text in a format, as one entry of the history. */
  change(to: Format): Outcome
  /** Lays the open text out; comments and values stay. */
  layOut(): Outcome
  /** The path that the file will be saved under. */
  savesAs(): string | null
}

/** Why the format of an open text cannot be changed; null when it can. */
export function refusesFormat(textOnly: string | null, stale: boolean): string | null {
  return textOnly ?? (stale ? 'The text does not parse. Mend it first, then switch the format.' : null)
}

export function createFormatWork(stores: Stores, core: Pick<DocumentCore, 'reader'>): FormatWork {
  const { document, view } = stores
  const work: FormatWork = {
    cost(to) {
      const { textOnly } = document.getState()
      const analysis = document.analysis()
      const reason = refusesFormat(textOnly, analysis?.stale === true)
      if (reason !== null) return { ok: false, reason }
      const converted = analysis && core.reader()?.convert(analysis.source, to)
      if (!analysis || !converted) return { ok: false, reason: 'No file is open.' }
      if (!converted.ok) return { ok: false, reason: converted.diagnostics.map(({ message }) => message).join(' ') }
      const lost = to === 'json' ? analysis.source.comments.length : 0
      return { ok: true, comments: lost, notices: converted.value.diagnostics.filter(({ code }) => code !== 'convert/comments-lost') }
    },
    change(to) {
      if (document.getState().document?.format === to) return { ok: true }
      const outcome = document.dispatch({ type: 'command', command: { type: 'setFormat', format: to }, origin: 'text' })
      if (outcome.ok) view.dispatch({ type: 'announce', text: `The text is ${to === 'json' ? 'JSON' : 'YAML'} now. It is saved as ${nameToSave(stores)}.` })
      return outcome
    },
    layOut() {
      const reader = core.reader()
      if (reader === null) {
        document.whenRead(() => void work.layOut())
        return { ok: true }
      }
      const analysis = document.analysis()
      if (!analysis) return { ok: true }
      const result = reader.layOut(analysis.source)
      if (!result.ok) {
        view.dispatch({ type: 'toast', tone: 'error', text: result.diagnostics.map(({ message }) => message).join(' ') })
        return result
      }
      const outcome = document.dispatch({ type: 'edit', edits: result.value, origin: 'text', label: 'Format the text' })
      view.dispatch({ type: 'announce', text: result.value.length === 0 ? 'The text is laid out already.' : 'The text is laid out.' })
      return outcome
    },
    savesAs: () => (document.getState().path === null ? null : nameToSave(stores)),
  }
  return work
}

/**
 * The path that the open file is saved under: its own, or, when its format has another ending, one
 * with that ending that no other file has.
 */
export function nameToSave({ document, workspace }: Pick<Stores, 'document' | 'workspace'>): string {
  const { path, document: open } = document.getState()
  if (path === null || !open) return path ?? ''
  return nameFor(path, open.format, new Set(workspace.getState().files.map((file) => file.path)))
}

/** `flows/a.yaml` as JSON is `flows/a.json`, or `flows/a-2.json` when that is taken. */
export function nameFor(path: string, format: Format, taken: ReadonlySet<string>): string {
  if (formatOfName(path) === format) return path
  const stem = path.replace(/\.(?:ya?ml|json)$/i, '')
  const ending = format === 'json' ? 'json' : 'yaml'
  for (let n = 1; ; n += 1) {
    const name = `${stem}${n === 1 ? '' : `-${n}`}.${ending}`
    if (!taken.has(name)) return name
  }
}

/** The format of a file by its name. */
export function formatOfName(path: string): Format {
  return /\.json$/i.test(path) ? 'json' : 'yaml'
}

/**
 * The format of an unsaved text of a file: a text in braces where the file has none, or none where it has,
 * was converted before it was kept.
 */
export function formatOfDraft(path: string, saved: string, draft: string): Format {
  const named = formatOfName(path)
  const isBraced = (text: string): boolean => /^\uFEFF?\s*\{/.test(text)
  if (isBraced(saved) === isBraced(draft) || draft.trim() === '') return named
  return isBraced(draft) ? 'json' : 'yaml'
}
