import type { Diagnostic, DiagnosticCode, Path } from '../diagnostic.ts'
import type { Range } from '../text/edit.ts'

/** What may be said of a problem beyond its code, place and message. */
export type ProblemDetails = Partial<Pick<Diagnostic, 'severity' | 'node' | 'field' | 'related' | 'fixes'>>

/** Problems as they are found. */
export class Problems {
  readonly #found: Diagnostic[] = []

  add(code: DiagnosticCode, place: { readonly path: Path; readonly range?: Range | undefined }, message: string, details: ProblemDetails = {}): void {
    this.#found.push({
      code,
      severity: details.severity ?? 'error',
      message,
      path: place.path,
      ...(place.range ? { range: place.range } : {}),
      ...(details.node ? { node: details.node } : {}),
      ...(details.field ? { field: details.field } : {}),
      ...(details.related && details.related.length > 0 ? { related: details.related } : {}),
      ...(details.fixes && details.fixes.length > 0 ? { fixes: details.fixes } : {}),
    })
  }

  get count(): number {
    return this.#found.length
  }

  /** In file order. */
  list(): readonly Diagnostic[] {
    return inFileOrder(this.#found)
  }
}

/**
 * By place in the text, errors before warnings at the same one. Where there is no text the order found
 * stands, in which nodes come one after another.
 */
export function inFileOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.toSorted((left, right) => {
    if (!left.range || !right.range) return 0
    return left.range.start - right.range.start || RANK[left.severity] - RANK[right.severity]
  })
}

const RANK = { error: 0, warning: 1, info: 2 } as const
