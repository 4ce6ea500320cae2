import type { Diagnostic, DiagnosticCode, Path } from '../diagnostic.ts'
import type { Range } from '../text/edit.ts'

/** What may be said of a problem beyond its code, place and message. */
export type ProblemDetails = Partial<Pick<Diagnostic, 'severity' | 'node' | 'field' | 'related' | 'fixes'>>

/** Problems of one kind that are told one by one: every one that a file made in earnest has, and an end for the others. */
export const MOST_OF_A_KIND = 10_000

/** Problems as they are found. Of one kind only so many are made; the others are counted. */
export class Problems {
  readonly #found: Diagnostic[] = []
  readonly #counts = new Map<DiagnosticCode, number>()
  #count = 0

  add(code: DiagnosticCode, place: { readonly path: Path; readonly range?: Range | undefined }, message: string, details: ProblemDetails = {}): void {
    this.#count += 1
    const ofItsKind = (this.#counts.get(code) ?? 0) + 1
    this.#counts.set(code, ofItsKind)
    if (ofItsKind > MOST_OF_A_KIND) return
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

  /** All that were found, counted ones included. */
  get count(): number {
    return this.#count
  }

  /** Are those of a kind only counted from here on? What it takes to tell one need not be found out then. */
  isFull(code: DiagnosticCode): boolean {
    return (this.#counts.get(code) ?? 0) >= MOST_OF_A_KIND
  }

  /** In file order; of a kind that has more, the last one told says how many. */
  list(): readonly Diagnostic[] {
    const found = inFileOrder(this.#found)
    for (const [code, count] of this.#counts) {
      if (count <= MOST_OF_A_KIND) continue
      const last = found.findLastIndex((problem) => problem.code === code)
      found[last] = { ...found[last]!, message: `${found[last]!.message} There are ${count - MOST_OF_A_KIND} more problems of this kind.` }
    }
    return found
  }
}

/**
 * By place in the text, errors before warnings at the same one. Where there is no text the order found
 * stands, in which nodes come one after another.
 */
export function inFileOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.toSorted((left, right) => {
    if (!left.range || !right.range) return 0
    return left.range.start - right.range.start || RANK[left.severity] - RANK[right.severity]
  })
}

const RANK = { error: 0, warning: 1, info: 2 } as const
