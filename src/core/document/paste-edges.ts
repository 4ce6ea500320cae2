import type { Json, Result } from '../diagnostic.ts'
import type { Reading } from '../dialects/dialect.ts'
import { noteAbove } from '../dialects/note.ts'
import { dialectFor } from '../dialects/registry.ts'
import { patch } from '../source/patch/patch.ts'
import type { PathOp } from '../source/tree.ts'
import { follow, type Draft } from './draft.ts'
import { fieldsOf, listOfEdges } from './items.ts'

/**
 * Adds the edges of a sheet behind those of the file, with the comments above them. One that stands there
 * already, word for word, is not doubled: nodes that were cut left it behind for this.
 */
export function appendEdges(draft: Draft, sheet: Reading): Result<Draft> {
  const dialect = dialectFor(sheet.source)
  const items = listOfEdges(sheet)?.items ?? []
  const reading = draft.reading()
  const standing = countOf((listOfEdges(reading)?.items ?? []).map((item) => fieldsOf(item.value, dialect.edgeFields)))
  const edges = items.flatMap((item) => {
    const value = fieldsOf(item.value, dialect.edgeFields)
    if (value === null || standing.take(value)) return []
    return [{ value, note: noteAbove(sheet.source, item) }]
  })
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

type Fields = NonNullable<ReturnType<typeof fieldsOf>>

/** How often each edge stands there, whatever the order of its keys; each can be taken as often. */
function countOf(edges: readonly (Fields | null)[]): { take(edge: Fields): boolean } {
  const name = (edge: Fields) => JSON.stringify(Object.entries(edge).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const counts = new Map<string, number>()
  for (const edge of edges) if (edge !== null) counts.set(name(edge), (counts.get(name(edge)) ?? 0) + 1)
  return {
    take(edge) {
      const count = counts.get(name(edge)) ?? 0
      if (count > 0) counts.set(name(edge), count - 1)
      return count > 0
    },
  }
}
