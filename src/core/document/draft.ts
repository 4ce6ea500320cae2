import type { Result } from '../diagnostic.ts'
import type { Command } from '../dialects/command.ts'
import type { Reading } from '../dialects/dialect.ts'
import { dialectFor } from '../dialects/registry.ts'
import { patch } from '../source/patch/patch.ts'
import type { Source } from '../source/tree.ts'
import { composeEdits } from '../text/compose.ts'
import type { TextEdit } from '../text/edit.ts'

/** A text in the making: how it reads now, and all edits so far as one list of edits of the text at the start. */
export type Draft = {
  readonly edits: readonly TextEdit[]
  readonly reading: Reading
}

/** The draft after further edits, which lead to `source`. */
export function follow(draft: Draft, edits: readonly TextEdit[], source: Source): Draft {
  if (edits.length === 0) return draft
  return { edits: composeEdits(draft.edits, edits), reading: dialectFor(source).read(source) }
}

/** Carries out a command that its dialect knows: operations, patched into the text. */
export function carryOutOne(draft: Draft, command: Command): Result<Draft> {
  const { source } = draft.reading
  const operations = dialectFor(source).operations(draft.reading, command)
  if (!operations.ok) return operations
  if (operations.value.length === 0) return { ok: true, value: draft }
  const patched = patch(source, operations.value)
  return patched.ok ? { ok: true, value: follow(draft, patched.value.edits, patched.value.source) } : patched
}
