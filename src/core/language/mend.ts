import type { Diagnostic } from '../diagnostic.ts'
import type { Range, TextEdit } from '../text/edit.ts'

export type Mend = {
  readonly title: string
  readonly edits: readonly TextEdit[]
  readonly diagnostic: Diagnostic
  /** The one that is meant most likely. */
  readonly preferred: boolean
  /** How many problems it mends. */
  readonly count: number
}

/**
 * The fixes of the problems that a range touches; after those of a problem whose kind occurs elsewhere too,
 * one that applies the first fix of each of that kind.
 */
export function mendsAt(diagnostics: readonly Diagnostic[], { start, end }: Range): readonly Mend[] {
  const here = diagnostics.filter(({ range }) => range && range.start <= end && start <= range.end)
  const mends = here.flatMap((diagnostic) => (diagnostic.fixes ?? []).map(({ title, edits }, index): Mend => ({ title, edits, diagnostic, preferred: index === 0, count: 1 })))
  const codes = new Set<string>()
  for (const diagnostic of here) {
    if (codes.has(diagnostic.code)) continue
    codes.add(diagnostic.code)
    const all = mendAll(diagnostics, diagnostic)
    if (all) mends.push(all)
  }
  return mends
}

/** The first fixes of every problem of the same code, those left out that would meet one before them in the text. */
export function mendAll(diagnostics: readonly Diagnostic[], like: Diagnostic): Mend | null {
  const taken: TextEdit[] = []
  let count = 0
  for (const { code, fixes } of diagnostics) {
    const edits = fixes?.[0]?.edits
    if (code !== like.code || !edits || edits.some((edit) => isMet(edit, taken))) continue
    for (const edit of edits) taken.splice(placeOf(edit, taken), 0, edit)
    count += 1
  }
  if (count < 2) return null
  const edits = taken.toSorted((a, b) => a.range.start - b.range.start || a.range.end - b.range.end)
  return { title: `Fix all ${count} of this kind`, edits, diagnostic: like, preferred: false, count }
}

/** Where an edit goes among edits in the order of their starts: behind those that start where it does. Mostly that is the end. */
function placeOf({ range }: TextEdit, taken: readonly TextEdit[]): number {
  if ((taken.at(-1)?.range.start ?? -1) <= range.start) return taken.length
  let low = 0
  let high = taken.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (taken[middle]!.range.start <= range.start) low = middle + 1
    else high = middle
  }
  return low
}

/** Would an edit meet one of those taken? They do not meet each other, so that only its neighbours can. */
function isMet(edit: TextEdit, taken: readonly TextEdit[]): boolean {
  const at = placeOf(edit, taken)
  return [taken[at - 1], taken[at]].some((other) => other !== undefined && meets(edit, other))
}

function meets({ range: a }: TextEdit, { range: b }: TextEdit): boolean {
  return (a.start < b.end && b.start < a.end) || a.start === b.start
}
