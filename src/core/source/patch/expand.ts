import type { Json } from '../../diagnostic.ts'
import { entryOf, isMerge, resolve } from '../find.ts'
import type { PathOp, Source, SourceList, SourceMap, SourceNode } from '../tree.ts'
import { diffLists } from './diff.ts'
import { locate } from './locate.ts'
import { isList, isMap } from './print-value.ts'
import type { JsonMap } from './print-value.ts'

type SetOp = Extract<PathOp, { op: 'set' }>

/**
 * Setting a list or a map where one stands: the operations that change only what differs, so that
 * what stays keeps its comments and its style. Null when the value is to be written as a whole.
 */
export function expandSet(source: Source, op: SetOp): readonly PathOp[] | null {
  const { node, missing } = locate(source, op.path)
  if (!node || missing.length > 0) return null
  if (node.kind === 'list' && isList(op.value) && op.value.length > 0 && node.items.length > 0) return setItems(node, op, op.value, showsText(source, op))
  if (node.kind === 'map' && isMap(op.value) && Object.keys(op.value).length > 0 && node.entries.length > 0) return setEntries(node, op, op.value, showsText(source, op))
  return null
}

function setItems(list: SourceList, { path, ...rest }: SetOp, value: readonly Json[], asText: boolean): readonly PathOp[] {
  const ops: PathOp[] = []
  let shift = 0
  for (const { from, to, newFrom, newTo } of diffLists(list.items, value, (item, wanted) => says(item.value, wanted, asText))) {
    const common = Math.min(to - from, newTo - newFrom)
    for (let index = 0; index < common; index += 1) {
      ops.push({ ...rest, op: 'set', path: [...path, from + index + shift], value: value[newFrom + index] ?? null })
    }
    // Insert before deleting, so that the list is never empty in between.
    for (let index = common; index < newTo - newFrom; index += 1) {
      ops.push({ op: 'insert', path, index: from + index + shift, value: value[newFrom + index] ?? null })
    }
    for (let index = to - from; index > common; index -= 1) ops.push({ op: 'delete', path: [...path, from + index - 1 + shift] })
    shift += newTo - newFrom - (to - from)
  }
  return ops
}

function setEntries(map: SourceMap, { path, keyOrder, ...rest }: SetOp, value: JsonMap, asText: boolean): readonly PathOp[] | null {
  if (map.entries.some((entry) => entry.name === null || isMerge(entry))) return null
  const keys = Object.keys(value)
  const order = keyOrder ?? keys
  const added = keys.filter((key) => !entryOf(map, key))
  const changed = keys.filter((key) => {
    const entry = entryOf(map, key)
    return entry && !says(entry.value, value[key] ?? null, asText)
  })
  const removed = map.entries.flatMap(({ name }) => (name !== null && !Object.hasOwn(value, name) ? [name] : []))
  return [
    ...[...changed, ...added].map((key): PathOp => ({ ...rest, op: 'set', path: [...path, key], value: value[key] ?? null, keyOrder: order })),
    ...removed.map((key): PathOp => ({ op: 'delete', path: [...path, key] })),
  ]
}

/** Does the node say the value already? With `asText` a plain `007` says the text `007`: where text is wanted it is its own. */
export function says(written: SourceNode | null, value: Json, asText: boolean): boolean {
  const node = resolve(written)
  if (!node) return value === null
  if (isList(value)) {
    return node.kind === 'list' && node.items.length === value.length && node.items.every((item, index) => says(item.value, value[index] ?? null, asText))
  }
  if (isMap(value)) {
    return node.kind === 'map' && node.entries.length === Object.keys(value).length &&
      node.entries.every(({ name, value: part }) => name !== null && Object.hasOwn(value, name) && says(part, value[name] ?? null, asText))
  }
  return node.kind === 'scalar' && (node.value === value || (asText && node.value !== null && node.text === value))
}

/** Is a plain scalar taken for its own text? JSON has none. */
export function showsText(source: Source, { asText }: SetOp): boolean {
  return asText === true && source.format === 'yaml'
}
