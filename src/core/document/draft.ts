import type { Diagnostic, Result } from '../diagnostic.ts'
import type { Command } from '../dialects/command.ts'
import type { Reading } from '../dialects/dialect.ts'
import { dialectFor } from '../dialects/registry.ts'
import { patch } from '../source/patch/patch.ts'
import type { Source } from '../source/tree.ts'
import { composeEdits } from '../text/compose.ts'
import type { TextEdit } from '../text/edit.ts'

/**
 * A text in the making: its tree, and all edits so far as one list of edits of the text at the start.
 * It is read as a definition only when a further command asks: most commands are alone.
 */
export type Draft = {
  readonly edits: readonly TextEdit[]
  readonly source: Source
  /** What could not be carried over, as warnings. */
  readonly notices: readonly Diagnostic[]
  reading(): Reading
}

/** Nothing has been edited yet. */
export function draftOf(reading: Reading): Draft {
  return { edits: [], source: reading.source, notices: [], reading: () => reading }
}

/** The draft after further edits, which lead to `source`. */
export function follow(draft: Draft, edits: readonly TextEdit[], source: Source, notices: readonly Diagnostic[] = []): Draft {
  if (edits.length === 0) return draft
  let reading: Reading | undefined
  const read = (): Reading => {
    const dialect = dialectFor(source)
    const before = draft.reading()
    // What did not change need not be read again; another dialect would not know what it is given.
    return dialect.read(source, dialectFor(before.source) === dialect ? before : undefined)
  }
  return {
    edits: draft.edits.length === 0 ? edits : composeEdits(draft.edits, edits),
    source,
    notices: notices.length === 0 ? draft.notices : [...draft.notices, ...notices],
    reading: () => (reading ??= read()),
  }
}

/** Carries out a command that its dialect knows: operations, patched into the text. */
export function carryOutOne(draft: Draft, command: Command): Result<Draft> {
  const operations = dialectFor(draft.source).operations(draft.reading(), command)
  if (!operations.ok) return operations
  if (operations.value.length === 0) return { ok: true, value: draft }
  const patched = patch(draft.source, operations.value)
  return patched.ok ? { ok: true, value: follow(draft, patched.value.edits, patched.value.source) } : patched
}
