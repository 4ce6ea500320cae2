import type { Diagnostic, RefusalCode, Result } from '../../diagnostic.ts'
import type { Range, TextEdit } from '../../text/edit.ts'

/** One way of writing a change: edits of the text as it is, apart from each other. */
export type Form = readonly TextEdit[]

/** Ways of writing one change, the best first; or why it may not be made. */
export type Forms = Result<readonly Form[]>

export function forms(...all: readonly Form[]): Forms {
  return { ok: true, value: all }
}

export function replace(start: number, end: number, text: string): TextEdit {
  return { range: { start, end }, text }
}

export function refuse(code: RefusalCode, message: string, range: Range): { ok: false; diagnostics: readonly Diagnostic[] } {
  return { ok: false, diagnostics: [{ code, severity: 'error', message, path: [], range }] }
}

/** Does the text end without a line end? An empty text does not: a first line brings its own. */
export function isUnended(text: string): boolean {
  return text !== '' && !/[\n\r\ufeff]$/.test(text)
}
