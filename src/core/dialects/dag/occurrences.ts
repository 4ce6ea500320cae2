import type { Path } from '../../diagnostic.ts'
import { nodeAt } from '../../source/find.ts'
import type { Range } from '../../text/edit.ts'
import type { Field } from '../dialect.ts'
import type { Occurrence } from '../occurrence.ts'
import { nodeFields } from './fields.ts'
import { keysOf } from './keys.ts'
import type { DagReading } from './read.ts'

/** Every place that names a node, an agent, a model or a tool, in the order of the nodes and of their fields. */
export function dagOccurrences(reading: DagReading): readonly Occurrence[] {
  const { keys, keyOf } = keysOf(reading.model)
  const fields: readonly Field[] = nodeFields
  const found: Occurrence[] = []
  for (const [index, values] of reading.model.nodes.entries()) {
    const node = keys[index]!
    const add = (kind: Occurrence['kind'], key: string, role: Occurrence['role'], path: Path): void => {
      for (const range of rangesOf(reading, path)) found.push({ kind, key, role, path, range, node })
    }
    if (values.id !== '') add('node', node, 'definition', ['nodes', index, 'id'])
    for (const { name, edges, offers } of fields) {
      if (!edges && !offers) continue
      const value = (values as { readonly [field: string]: unknown })[name]
      const names = typeof value === 'string' ? [value] : Array.isArray(value) ? (value as readonly string[]) : []
      for (const [entry, word] of names.entries()) {
        if (word === '') continue
        const path = typeof value === 'string' ? ['nodes', index, name] : ['nodes', index, name, entry]
        if (edges) add('node', keyOf(word), 'reference', path)
        else if (offers) add(offers, word, 'reference', path)
      }
    }
  }
  return found
}

/** Where the part is read: once for each time that it is written, an alias where it stands. */
function rangesOf({ source, origin }: DagReading, path: Path): Range[] {
  const first = origin.sourcePaths(path).length > 0 ? origin.range(path) : undefined
  if (!first) return []
  const more = origin.sourcePaths(path).slice(1).flatMap((stands) => nodeAt(source, stands)?.range ?? [])
  return [first, ...more]
}
