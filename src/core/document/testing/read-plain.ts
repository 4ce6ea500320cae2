import { resolve } from '../../source/find.ts'
import { lookup } from '../../source/find.ts'
import { toJson } from '../../source/to-json.ts'
import type { Source, SourceNode } from '../../source/tree.ts'
import { LIST_FIELDS, TEXT_FIELDS, written } from './plain.ts'
import type { Plain, PlainNode } from './plain.ts'

/** The plain definition that a tree holds, read straight from it and not by any dialect. */
export function plainOf(source: Source): Plain {
  const root = resolve(source.root)
  if (root?.kind !== 'map') return { nodes: [] }
  const list = resolve(lookup(root, 'nodes')?.value ?? null)
  const extra = lookup(root, 'x-extra')
  return written<Plain>({
    name: text(lookup(root, 'name')?.value ?? null),
    description: text(lookup(root, 'description')?.value ?? null),
    nodes: list?.kind === 'list' ? list.items.map((item) => nodeOf(item.value)) : [],
    extra: extra === null ? undefined : toJson(extra.value),
  })
}

function nodeOf(item: SourceNode | null): PlainNode {
  const map = resolve(item)
  if (map?.kind !== 'map') return {}
  const extra = lookup(map, 'x-extra')
  const turns = lookup(map, 'max_turns')
  return written<PlainNode>({
    id: text(lookup(map, 'id')?.value ?? null),
    ...Object.fromEntries(TEXT_FIELDS.map((field) => [field, text(lookup(map, field)?.value ?? null)])),
    ...Object.fromEntries(LIST_FIELDS.map((field) => [field, lookup(map, field) === null ? undefined : list(lookup(map, field)!.value)])),
    max_turns: turns === null ? undefined : Number(toJson(turns.value)),
    extra: extra === null ? undefined : toJson(extra.value),
  })
}

function text(node: SourceNode | null): string | undefined {
  const scalar = resolve(node)
  return scalar?.kind === 'scalar' && scalar.value !== null ? scalar.text : undefined
}

function list(node: SourceNode | null): string[] {
  const value = resolve(node)
  if (value?.kind === 'list') return value.items.map((item) => text(item.value) ?? '')
  const single = text(node)
  return single === undefined ? [] : [single]
}
