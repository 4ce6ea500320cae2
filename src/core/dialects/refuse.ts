import type { Diagnostic, RefusalCode, Result } from '../diagnostic.ts'

/** A command that cannot be done, and why. */
export function refuse(message: string, node?: string, code: RefusalCode = 'refused/rule'): { readonly ok: false; readonly diagnostics: readonly Diagnostic[] } {
  return { ok: false, diagnostics: [{ code, severity: 'error', message, path: [], ...(node ? { node } : {}) }] }
}

export function allow<T>(value: T): Result<T> {
  return { ok: true, value }
}
