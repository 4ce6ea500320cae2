import type { Json, Result } from '../diagnostic.ts'
import type { Reading } from '../dialects/dialect.ts'
import { noteAbove } from '../dialects/note.ts'
import { dialectFor } from '../dialects/registry.ts'
import { patch } from '../source/patch/patch.ts'
import type { PathOp } from '../source/tree.ts'
import { follow, type Draft } from './draft.ts'
import { fieldsOf, listOfEdges } from './items.ts'

/** Adds the edges of a sheet behind those of the file, with the comments above them. */
export function appendEdges(draft: Draft, sheet: Reading): Result<Draft> {
  const dialect = dialectFor(sheet.source)
  const items = listOfEdges(sheet)?.items ?? []
  const edges = items.flatMap((item) => {
    const value = fieldsOf(item.value, dialect.edgeFields)
    return value === null ? [] : [{ value, note: noteAbove(sheet.source, item) }]
  })
  const reading = draft.reading()
  const at = dialectFor(draft.source).edgesPath(reading.model)
  if (edges.length === 0 || at === null) return { ok: true, value: draft }
  const path = reading.origin.sourcePath(at) ?? at
  const keyOrder = dialect.edgeFields.map(({ name }) => name)
  const present = listOfEdges(reading)?.items.length
  const ops: PathOp[] = []
  if (present === undefined) ops.push({ op: 'set', path, value: edges.map(({ value }): Json => value), keyOrder: [String(dialect.nodesPath(reading.model).at(-1)), String(path.at(-1))] })
  else for (const [index, { value }] of edges.entries()) ops.push({ op: 'insert', path, index: present + index, value, keyOrder })
  if (draft.source.format === 'yaml') {
    for (const [index, { note }] of edges.entries()) if (note !== undefined) ops.push({ op: 'comment', path: [...path, (present ?? 0) + index], text: note })
  }
  // A note that has no place in brackets is no reason to paste nothing.
  const withNotes = patch(draft.source, ops)
  const patched = withNotes.ok ? withNotes : patch(draft.source, ops.filter(({ op }) => op !== 'comment'))
  return patched.ok ? { ok: true, value: follow(draft, patched.value.edits, patched.value.source) } : patched
}
