import type { Diagnostic, Result } from '../../diagnostic.ts'
import { applyEdits } from '../../text/apply.ts'
import { composeEdits } from '../../text/compose.ts'
import type { TextEdit } from '../../text/edit.ts'
import { isWhole } from '../find.ts'
import { readSource } from '../read.ts'
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
  let now = source
  let edits: readonly TextEdit[] = []
  for (const op of ops) {
    const done = patchOne(now, op)
    if (!done.ok) return done
    edits = composeEdits(edits, done.value.edits)
    now = done.value.source
  }
  return { ok: true, value: { edits: refineEdits(source.text, edits), text: now.text, source: now } }
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

function patchOne(source: Source, op: PathOp): Result<Patched> {
  const uses = usesOf(source)
  const parts = op.op === 'set' ? expandSet(source, op) : null
  if (parts && op.op === 'set') {
    const obstacle = obstacleTo(locate(source, op.path), op.path, uses, true)
    return obstacle ? { ok: false, diagnostics: [obstacle] } : patch(source, parts)
  }
  const expected = applyOp(source.root, op)
  const written = writeOp(source, op, uses)
  if (!written.ok) return written
  for (const form of written.value) {
    const patched = expected && tryForm(source, op, form, expected.root, uses)
    if (patched) return { ok: true, value: patched }
  }
  const range = locate(source, op.path).steps.at(-1)?.container.range ?? { start: 0, end: 0 }
  const message = 'This change cannot be written here without changing something else as well. Make it in the text.'
  return { ok: false, diagnostics: [{ code: 'refused/syntax', severity: 'error', message, path: op.path, range }] }
}

function tryForm(source: Source, op: PathOp, form: Form, expected: Outline | null, _uses: Uses): Patched | null {
  const edits = refineEdits(source.text, form)
  const text = applyEdits(source.text, edits)
  const now = readSource(text, source.format)
  if (!isWhole(now) || !isOutlineOf(expected, now.root) || !keepsComments(source, now, form, op)) return null
  return { edits, text, source: now }
}
