import { toJson } from '../source/to-json.ts'
import { lookup, nodeAt, resolve } from '../source/find.ts'
import type { Json } from '../diagnostic.ts'
import type { Field, Reading } from '../dialects/dialect.ts'
import { dialectFor } from '../dialects/registry.ts'
import type { SourceList, SourceNode } from '../source/tree.ts'

/** The list that holds the nodes, as it is written; null when there is none. */
export function listOfNodes({ source, origin, model }: Reading): SourceList | null {
  const path = origin.sourcePath(dialectFor(source).nodesPath(model))
  const list = path === null ? null : nodeAt(source, path)
  return list?.kind === 'list' ? list : null
}

/** The list that holds the edges, as it is written; null when there is none, or the dialect knows none. */
export function listOfEdges({ source, origin, model }: Reading): SourceList | null {
  const list = dialectFor(source).edgesPath(model)
  const path = list && origin.sourcePath(list)
  const node = path && nodeAt(source, path)
  return node?.kind === 'list' ? node : null
}

/**
 * A node or an edge as JSON: what its dialect's table takes for text as text (`007`, `no`), all else as the value that it
 * is. Null when it is not a map.
 */
export function fieldsOf(node: SourceNode | null, table: readonly Field[]): { readonly [field: string]: Json } | null {
  const map = resolve(node)
  const whole = toJson(map)
  if (map?.kind !== 'map' || whole === null || typeof whole !== 'object') return null
  const fields = new Map<string, Field>(table.map((field) => [field.name, field]))
  return Object.fromEntries(
    Object.entries(whole).map(([name, value]) => {
      const field = fields.get(name)
      return [name, field === undefined || field.type === 'integer' || field.type === 'boolean' ? value : textsOf(lookup(map, name)?.value ?? null, value)]
    }),
  )
}

function textsOf(written: SourceNode | null, value: Json): Json {
  const node = resolve(written)
  if (node?.kind === 'scalar') return node.value === null ? null : node.text
  if (node?.kind === 'list') return node.items.map((item, i) => textsOf(item.value, Array.isArray(value) ? (value as readonly Json[])[i]! : null))
  return value
}
