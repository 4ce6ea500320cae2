import type { Diagnostic, DiagnosticCode } from '../../diagnostic.ts'
import type { Range, TextEdit } from '../../text/edit.ts'
import { MAX_PROBLEMS } from '../limits.ts'

export type Fix = { readonly title: string } & TextEdit

/** Collects what is wrong with a JSON text. */
export class JsonReports {
  readonly diagnostics: Diagnostic[] = []
  /** The end of the last error: what follows directly is often only its consequence. */
  lastEnd = -1

  error(code: DiagnosticCode, range: Range, message: string, fixes: readonly Fix[] = [], related: Diagnostic['related'] = []): void {
    this.lastEnd = range.end
    // One more than are shown is kept, so that it can be told that there were more.
    if (this.diagnostics.length > MAX_PROBLEMS) return
    this.diagnostics.push({
      code, severity: 'error', message, path: [], range,
      ...(related.length === 0 ? {} : { related }),
      ...(fixes.length === 0 ? {} : { fixes: fixes.map(({ title, range: place, text }) => ({ title, edits: [{ range: place, text }] })) }),
    })
  }

  warning(code: DiagnosticCode, range: Range, message: string): void {
    if (this.diagnostics.length <= MAX_PROBLEMS) this.diagnostics.push({ code, severity: 'warning', message, path: [], range })
  }
}

export function insertion(title: string, at: number, text: string): Fix {
  return { title, range: { start: at, end: at }, text }
}

export function replacement(title: string, range: Range, text: string): Fix {
  return { title, range, text }
}
