import type { Diagnostic, Result } from '../../diagnostic.ts'
import { applyEdits } from '../../text/apply.ts'
import { composeEdits } from '../../text/compose.ts'
import type { TextEdit } from '../../text/edit.ts'
import { isWhole } from '../find.ts'
import type { PathOp, Source } from '../tree.ts'
import { keepsComments } from './comments.ts'
import { expandSet } from './expand.ts'
import type { Form } from './form.ts'
import { locate } from './locate.ts'
import { obstacleTo, usesOf } from './obstacle.ts'
import type { Uses } from './obstacle.ts'
import { applyOp, isOutlineOf } from './outline.ts'
import type { Outline } from './outline.ts'
import { refineEdits } from './refine.ts'
import { rereadSource } from './reread.ts'
import { countApart } from './wave.ts'
import { writeOp } from './write.ts'

/** A source after a patch, and the edits that lead to it: apart from each other, of the text before. */
export type Patched = { readonly edits: readonly TextEdit[]; readonly text: string; readonly source: Source }

/**
 * Turns operations into the smallest edits of the text that say them; every other byte stays. The
 * operations apply in order, each to the outcome of the one before, and all or none are done.
 *
 * Each is read back before the next: what the new text says must be the operation applied to what
 * the old one says, and every comment that the operation does not own must still be there. When the
 * best way to write it does not hold, the next is tried; when none does, or when the place is under an
 * anchor in use, an alias, a merge key or a tag, the patch is refused with one of the codes `refused/...`.
 */
export function patch(source: Source, ops: readonly PathOp[]): Result<Patched> {
  if (!isWhole(source)) return { ok: false, diagnostics: [notWhole(source)] }
  let now: Patched = { edits: [], text: source.text, source }
  let rest = ops
  while (rest.length > 0) {
    const uses = usesOf(now.source)
    const expanded = expandAll(now.source, rest.slice(0, countApart(now.source, rest)), uses)
    if (!expanded.ok) return expanded
    const { wave, count, later } = expanded.value
    let written: Result<Patched> | null = wave.length > 1 ? writeTogether(now.source, wave, uses) : null
    if (written) {
      rest = [...later, ...rest.slice(count)]
    } else {
      const [first, ...others] = wave
      written = first ? writeAlone(now.source, first, uses) : { ok: true, value: { ...now, edits: [] } }
      rest = [...others, ...later, ...rest.slice(count)]
    }
    if (!written.ok) return written
    now = { ...written.value, edits: composeEdits(now.edits, written.value.edits) }
  }
  return { ok: true, value: { ...now, edits: refineEdits(source.text, now.edits) } }
}

function notWhole(source: Source): Diagnostic {
  const error = source.diagnostics.find(({ severity }) => severity === 'error')
  const isDouble = error?.code === 'yaml/duplicate-key' || error?.code === 'json/duplicate-key'
  return {
    code: isDouble ? 'refused/duplicate-key' : 'refused/syntax',
    severity: 'error',
    message: isDouble
      ? `A key stands twice, so it is not clear which one counts. Remove one of them in the text first. (${error.message})`
      : `The text cannot be read as it stands, so nothing but the text itself can be changed. Mend it first. (${error?.message ?? ''})`,
    path: error?.path ?? [],
    ...(error?.range ? { range: error.range } : {}),
  }
}

/**
 * Takes operations that are apart, and splits the setting of a list or a map into what differs. Of
 * the parts only the first is known to be apart from the rest: the others come `later`, and so do
 * the operations after them.
 */
function expandAll(
  source: Source, ops: readonly PathOp[], uses: Uses,
): Result<{ wave: readonly PathOp[]; count: number; later: readonly PathOp[] }> {
  const wave: PathOp[] = []
  for (const [index, op] of ops.entries()) {
    const parts = op.op === 'set' ? expandSet(source, op) : null
    if (!parts) {
      wave.push(op)
      continue
    }
    const obstacle = obstacleTo(locate(source, op.path), op.path, uses, true)
    if (obstacle) return { ok: false, diagnostics: [obstacle] }
    const [first, ...others] = parts
    if (first) wave.push(first)
    if (others.length > 0) return { ok: true, value: { wave, count: index + 1, later: others } }
  }
  return { ok: true, value: { wave, count: ops.length, later: [] } }
}

/** Writes operations that are apart in one go; null when that does not hold, which says nothing of each alone. */
function writeTogether(source: Source, ops: readonly PathOp[], uses: Uses): Result<Patched> | null {
  const form: TextEdit[] = []
  let expected: Outline | null = source.root
  for (const op of ops) {
    const written = writeOp(source, op, uses)
    const best = written.ok ? written.value[0] : undefined
    const outcome = applyOp(expected, op, source.format)
    if (!best || !outcome) return null
    form.push(...best)
    expected = outcome.root
  }
  const movesComments = ops.some(({ op }) => op === 'comment' || op === 'move')
  const patched = areApart(form) ? tryForm(source, form, expected, movesComments) : null
  return patched && { ok: true, value: patched }
}

function areApart(form: Form): boolean {
  let reached = 0
  return form.toSorted((a, b) => a.range.start - b.range.start || a.range.end - b.range.end).every(({ range }) => {
    const isApart = range.start >= reached
    reached = range.end
    return isApart
  })
}

function writeAlone(source: Source, op: PathOp, uses: Uses): Result<Patched> {
  const expected = applyOp(source.root, op, source.format)
  const written = writeOp(source, op, uses)
  if (!written.ok) return written
  for (const form of written.value) {
    const patched = expected && tryForm(source, form, expected.root, op.op === 'comment' || op.op === 'move')
    if (patched) return { ok: true, value: patched }
  }
  const range = locate(source, op.path).steps.at(-1)?.container.range ?? { start: 0, end: 0 }
  const message = 'This change cannot be written here without changing something else as well. Make it in the text.'
  return { ok: false, diagnostics: [{ code: 'refused/syntax', severity: 'error', message, path: op.path, range }] }
}

/** Writes a form and reads it back; null when the text then says something else, or lost a comment. */
function tryForm(source: Source, form: Form, expected: Outline | null, movesComments: boolean): Patched | null {
  const edits = refineEdits(source.text, form)
  if (edits.length === 0) return isOutlineOf(expected, source.root) ? { edits, text: source.text, source } : null
  const text = applyEdits(source.text, edits)
  const now = rereadSource(source, text, edits)
  if (!isWhole(now) || !isOutlineOf(expected, now.root) || !keepsComments(source, now, form, movesComments)) return null
  return { edits, text, source: now }
}
