import { toJson } from '../source/to-json.ts'
import { lookup, nodeAt, resolve } from '../source/find.ts'
import type { Json } from '../diagnostic.ts'
import type { Dialect, Field, Reading } from '../dialects/dialect.ts'
import { dialectFor } from '../dialects/registry.ts'
import type { SourceList, SourceNode } from '../source/tree.ts'

/** The list that holds the nodes, as it is written; null when there is none. */
export function listOfNodes({ source, origin, model }: Reading): SourceList | null {
  const path = origin.sourcePath(dialectFor(source).nodesPath(model))
  const list = path === null ? null : nodeAt(source, path)
  return list?.kind === 'list' ? list : null
}

/**
 * A node as JSON: what its dialect takes for text as text (`007`, `no`), all else as the value that it
 * is. Null when it is not a map.
 */
export function fieldsOf(node: SourceNode | null, dialect: Dialect): { readonly [field: string]: Json } | null {
  const map = resolve(node)
  const whole = toJson(map)
  if (map?.kind !== 'map' || whole === null || typeof whole !== 'object') return null
  const fields = new Map<string, Field>(dialect.nodeFields.map((field) => [field.name, field]))
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
