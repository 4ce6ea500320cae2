import { variableOccurrences } from '../../agent-file/variable-names.ts'
import type { Path } from '../../diagnostic.ts'
import { nodeAt } from '../../source/find.ts'
import type { Occurrence } from '../occurrence.ts'
import { bodyOf, bodyPath } from './definition.ts'
import { nodeFields } from './fields.ts'
import { holdersOf } from './holders.ts'
import { keysOf } from './keys.ts'
import type { FlowReading } from './read.ts'
import { referencesOf } from './references.ts'

/** Every place that names a node, an agent, a model, a tool or a variable. */
export function flowOccurrences(reading: FlowReading): readonly Occurrence[] {
  const body = bodyOf(reading.model)
  const at = bodyPath(reading.model)
  const { keys, keyOf } = keysOf(reading.model)
  const found: Occurrence[] = []
  const add = (kind: Occurrence['kind'], key: string, role: Occurrence['role'], path: Path, node: string): void => {
    const { origin, source } = reading
    const [first, ...more] = origin.sourcePaths(path)
    const range = first === undefined ? undefined : origin.range(path)
    if (!range) return
    for (const each of [range, ...more.flatMap((stands) => nodeAt(source, stands)?.range ?? [])]) found.push({ kind, key, role, path, range: each, node })
  }
  for (const [index, node] of body.nodes.entries()) {
    const key = keys[index]!
    const path = [...at, 'nodes', index]
    if (node.id !== '') add('node', key, 'definition', [...path, 'id'], key)
    for (const field of nodeFields) {
      if (!('offers' in field)) continue
      const value = node[field.name]
      if (typeof value === 'string') add(field.offers, value, 'reference', [...path, field.name], key)
      else for (const [entry, word] of (value ?? []).entries()) add(field.offers, word, 'reference', [...path, field.name, entry], key)
    }
  }
  for (const [entry, agent] of reading.model.agents.entries()) add('agents', agent, 'reference', ['agents', entry], '')
  for (const { path, id, owner } of referencesOf(reading.model)) add('node', keyOf(id), 'reference', path, owner)
  return [...found, ...variableOccurrences(reading, holdersOf(reading.model))]
}
