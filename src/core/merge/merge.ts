import type { Diagnostic } from '../diagnostic.ts'
import { analyse } from '../document/analyse.ts'
import { newProblems } from '../document/new-problems.ts'
import { openDocument } from '../document/open.ts'
import type { Analysis } from '../document/types.ts'
import { dialectNamed } from '../dialects/registry.ts'
import type { Format } from '../source/tree.ts'
import { diffLines } from './diff.ts'
import { contentLines, formOf, joinLines, wholeLines, type TextForm } from './lines.ts'
import { countConflicts, mergeSegments } from './parts.ts'
import { mergeLines, settledLines, type Choice, type MergePiece } from './pieces.ts'
import { segmentsOf } from './segments.ts'

export type Merge = {
  /** In the order of the text; joined they are the merged text. */
  readonly pieces: readonly MergePiece[]
  /** How many of the pieces are conflicts. */
  readonly conflicts: number
  /** The merged text, conflicts settled as mine: `settle` gives it with choices. */
  readonly text: string
  readonly form: TextForm
  /** Were nodes and their fields matched by name, rather than lines by place? */
  readonly by: 'lines' | 'nodes'
}

/**
 * Three-way merge of a text: `mine` and `theirs` were both made from `base`. Pure, total, and bounded for
 * texts of any kind. Line ends and a byte order mark are merged apart from the lines, so that a side that
 * only changed those changes nothing else.
 *
 * Laws: merge(b, b, t) is t; merge(b, m, b) is m; merge(b, x, x) is x; a conflict for one side is one for
 * the other. With a `format`, what conflicts by lines is tried again by nodes and fields, and so is what
 * merges to a text with problems that neither side had.
 */
export function mergeTexts(base: string, mine: string, theirs: string, format?: Format): Merge {
  const forms = [base, mine, theirs].map(formOf)
  const isMixed = forms.some(({ lineBreak }) => lineBreak === 'mixed')
  const form = isMixed ? MIXED : { lineBreak: choose(forms.map(({ lineBreak }) => lineBreak)), mark: choose(forms.map(({ mark }) => mark)) }
  const [b, m, t] = [base, mine, theirs].map(isMixed ? wholeLines : contentLines) as [readonly string[], readonly string[], readonly string[]]
  const byLines = finish(mergeLines(b, m, t), form, 'lines')
  const isSettled = mine === theirs || mine === base || theirs === base
  if (isSettled || format === undefined || isMixed) return byLines
  const sides = { base: read(base, format), mine: read(mine, format), theirs: read(theirs, format) }
  if (sides.base.stale || sides.mine.stale || sides.theirs.stale) return byLines
  if (byLines.conflicts === 0 && mergeProblems(byLines.text, sides.mine, sides.theirs, format).length === 0) return byLines
  const byNodes = mergeByNodes(sides, [b, m, t], form)
  return byNodes !== null && isBetter(byNodes, byLines, sides, format) ? byNodes : byLines
}

/** Both texts where nobody knows what they grew from: every difference is a conflict. */
export function mergeUnrelated(mine: string, theirs: string): Merge {
  if (mine === theirs) return whole(mine)
  const forms = [mine, theirs].map(formOf)
  const isMixed = forms.some(({ lineBreak }) => lineBreak === 'mixed')
  const [m, t] = [mine, theirs].map(isMixed ? wholeLines : contentLines) as [readonly string[], readonly string[]]
  const pieces: MergePiece[] = []
  let at = 0
  for (const { from, to, newFrom, newTo } of diffLines(m, t)) {
    if (from > at) pieces.push({ kind: 'same', lines: m.slice(at, from) })
    pieces.push({ kind: 'conflict', base: [], mine: m.slice(from, to), theirs: t.slice(newFrom, newTo) })
    at = to
  }
  if (at < m.length) pieces.push({ kind: 'same', lines: m.slice(at) })
  return finish(pieces, isMixed ? MIXED : { lineBreak: forms[0]!.lineBreak ?? forms[1]!.lineBreak, mark: forms[0]!.mark }, 'lines')
}

/** Where each conflict begins in `text`, as an offset. */
export function placesOfConflicts({ pieces, form }: Merge): readonly number[] {
  const places: number[] = []
  const gap = form.lineBreak === 'mixed' ? 0 : (form.lineBreak ?? '\n').length
  let at = form.mark && form.lineBreak !== 'mixed' ? 1 : 0
  for (const piece of pieces) {
    if (piece.kind === 'conflict') places.push(at)
    for (const line of piece.kind === 'conflict' ? piece.mine : piece.lines) at += line.length + gap
  }
  return places
}

/** The text of a merge with its conflicts settled; one without a choice is settled as mine. */
export function settle({ pieces, form }: Merge, choices: readonly (Choice | null)[]): string {
  return joinLines(settledLines(pieces, choices), form)
}

/**
 * The errors of a merged text that neither side had: it does not parse though both did, an id stands
 * twice, a need leads to a node that the other side deleted.
 */
export function checkMerge(text: string, mine: string, theirs: string, format: Format): readonly Diagnostic[] {
  return mergeProblems(text, read(mine, format), read(theirs, format), format)
}

const MIXED: TextForm = { lineBreak: 'mixed', mark: false }

function read(text: string, format: Format): Analysis {
  return analyse(openDocument({ text, format }))
}

function mergeProblems(text: string, mine: Analysis, theirs: Analysis, format: Format): readonly Diagnostic[] {
  return newProblems([...mine.diagnostics, ...theirs.diagnostics], read(text, format).diagnostics).filter(({ severity }) => severity === 'error')
}

type Sides = { readonly base: Analysis; readonly mine: Analysis; readonly theirs: Analysis }

function mergeByNodes(sides: Sides, [base, mine, theirs]: readonly [readonly string[], readonly string[], readonly string[]], form: TextForm): Merge | null {
  if (sides.mine.dialect !== sides.base.dialect || sides.theirs.dialect !== sides.base.dialect) return null
  const dialect = dialectNamed(sides.base.dialect)
  const segments = (analysis: Analysis, lines: readonly string[]) => (analysis.reading === null ? null : segmentsOf(analysis.reading, dialect, lines))
  const [b, m, t] = [segments(sides.base, base), segments(sides.mine, mine), segments(sides.theirs, theirs)]
  const pieces = b === null || m === null || t === null ? null : mergeSegments(b, m, t)
  return pieces === null ? null : finish(pieces, form, 'nodes')
}

/** Fewer conflicts, and a text that is sound whichever side is taken; or as many, and sound where lines are not. */
function isBetter(byNodes: Merge, byLines: Merge, { mine, theirs }: Sides, format: Format): boolean {
  const faults = (merge: Merge): number =>
    mergeProblems(merge.text, mine, theirs, format).length + (merge.conflicts === 0 ? 0 : mergeProblems(settle(merge, merge.pieces.map((): Choice => 'theirs')), mine, theirs, format).length)
  if (byLines.conflicts === 0) return faults(byNodes) < faults(byLines)
  return byNodes.conflicts < byLines.conflicts ? faults(byNodes) === 0 || faults(byNodes) <= faults(byLines) : faults(byNodes) < faults(byLines)
}

/** A text that both sides have, of which nobody knows what stood there before. */
function whole(text: string): Merge {
  const form = formOf(text)
  const lines = form.lineBreak === 'mixed' ? wholeLines(text) : contentLines(text)
  return { pieces: [{ kind: 'both', lines, base: [] }], conflicts: 0, text, form, by: 'lines' }
}

function finish(pieces: readonly MergePiece[], form: TextForm, by: Merge['by']): Merge {
  return { pieces, conflicts: countConflicts(pieces), text: joinLines(settledLines(pieces, []), form), form, by }
}

/** The side that changed it; where both did, mine. A text of one line says nothing of line breaks. */
function choose<T>([base, mine, theirs]: readonly (T | null)[]): T {
  if (mine === null || mine === base) return (theirs ?? base ?? mine) as T
  return mine as T
}
