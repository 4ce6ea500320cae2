import type { Json } from '../../diagnostic.ts'
import { areCopies } from '../content.ts'
import type { Format, PathOp, SourceNode } from '../tree.ts'
import { isList, isMap } from './print-value.ts'

/**
 * What a tree says, without where it says it. Parts that an operation does not touch are the nodes
 * of the tree before it, so that an expected outline costs no more than the path that changed.
 */
export type Outline =
  | SourceNode
  | { readonly kind: 'new'; readonly value: Json }
  | { readonly kind: 'entries'; readonly of: readonly OutlineEntry[] }
  | { readonly kind: 'items'; readonly of: readonly (Outline | null)[] }

export type OutlineEntry = { readonly name: string | null; readonly key: SourceNode | null; readonly value: Outline | null }

/** The outline after an operation: what the text that says it must read as. Null for an operation that makes no sense there. */
export function applyOp(root: Outline | null, op: PathOp, format: Format): { readonly root: Outline | null } | null {
  const changed = change(root, op.path, { ...op, format }, true)
  return changed === undefined ? null : { root: changed === REMOVED ? null : changed }
}

/** The part is to go, and with a list its key. */
const REMOVED = Symbol('removed')

/** An operation, and the format that it is written in: plain text says more in YAML. */
type Op = PathOp & { readonly format: Format }

type Changed = Outline | null | typeof REMOVED | undefined

function change(at: Outline | null, path: readonly (string | number)[], op: Op, isRoot: boolean): Changed {
  if (path.length === 0) return changeHere(at, op)
  const [key, ...rest] = path
  const entries = entriesOf(at)
  if (entries) {
    const index = entries.findIndex(({ name }) => name === String(key))
    const entry = entries[index]
    if (!entry) return addEntry(entries, String(key), rest, op)
    if (rest.length === 0 && op.op === 'rename') return withEntry(entries, index, { name: op.to, key: null, value: entry.value })
    if (rest.length === 0 && op.op === 'delete') return isRoot && entries.length === 1 ? REMOVED : without(entries, index)
    const value = change(entry.value, rest, op, false)
    if (value === undefined) return undefined
    // A block list that becomes empty loses its key.
    if (value === REMOVED) return isRoot && entries.length === 1 ? REMOVED : without(entries, index)
    return withEntry(entries, index, { ...entry, value })
  }
  const items = itemsOf(at)
  if (items && typeof key === 'number' && key in items) {
    if (rest.length === 0 && op.op === 'delete') {
      if (items.length === 1 && at?.kind === 'list' && at.style === 'block') return REMOVED
      return { kind: 'items', of: items.toSpliced(key, 1) }
    }
    const value = change(items[key] ?? null, rest, op, false)
    return value === undefined ? undefined : { kind: 'items', of: items.with(key, value === REMOVED ? { kind: 'new', value: [] } : value) }
  }
  if (isNothing(at) && typeof key === 'string') return addEntry([], key, rest, op)
  return undefined
}

function changeHere(at: Outline | null, op: Op): Changed {
  switch (op.op) {
    case 'set': return op.asText && op.format === 'yaml' && isSaid(at, op.value) ? at : { kind: 'new', value: op.value }
    case 'insert': {
      const items = itemsOf(at) ?? (isNothing(at) ? [] : at && at.kind === 'scalar' ? [at] : undefined)
      return items && { kind: 'items', of: items.toSpliced(op.index, 0, { kind: 'new', value: op.value }) }
    }
    case 'move': {
      const items = itemsOf(at)
      if (!items) return undefined
      const moved = [...items]
      moved.splice(op.to, 0, ...moved.splice(op.from, 1))
      return { kind: 'items', of: moved }
    }
    case 'comment': return at
    case 'rename': return undefined
    case 'delete': return REMOVED
  }
}

function addEntry(entries: readonly OutlineEntry[], name: string, rest: readonly (string | number)[], op: PathOp): Changed {
  if (op.op !== 'set' && op.op !== 'insert') return undefined
  const value = rest.reduceRight<Json>((inner, key) => ({ [key]: inner }), op.op === 'insert' ? [op.value] : op.value)
  return { kind: 'entries', of: [...entries, { name, key: null, value: { kind: 'new', value } }] }
}

function withEntry(entries: readonly OutlineEntry[], index: number, entry: OutlineEntry): Outline {
  return { kind: 'entries', of: entries.with(index, entry) }
}

function without(entries: readonly OutlineEntry[], index: number): Outline {
  return { kind: 'entries', of: entries.toSpliced(index, 1) }
}

function entriesOf(at: Outline | null): readonly OutlineEntry[] | undefined {
  switch (at?.kind) {
    case 'map': return at.entries
    case 'entries': return at.of
    case 'new': return isMap(at.value) ? Object.entries(at.value).map(([name, value]) => ({ name, key: null, value: { kind: 'new', value } })) : undefined
    default: return undefined
  }
}

function itemsOf(at: Outline | null): readonly (Outline | null)[] | undefined {
  switch (at?.kind) {
    case 'list': return at.items.map(({ value }) => value)
    case 'items': return at.of
    case 'new': return isList(at.value) ? at.value.map((value) => ({ kind: 'new', value })) : undefined
    default: return undefined
  }
}

/** Text that stands there already, plain, though by itself it would be a number or a word of YAML. */
function isSaid(at: Outline | null, value: Json): boolean {
  return at?.kind === 'scalar' && at.value !== null && at.text === value
}

function isNothing(at: Outline | null): boolean {
  return at === null || (at.kind === 'scalar' && at.value === null) || (at.kind === 'new' && at.value === null)
}

/**
 * Does the tree say what the outline says? Keys of maps may come in another order; values that were
 * not touched must be the same to the letter, new ones equal as JSON.
 */
export function isOutlineOf(expected: Outline | null, node: SourceNode | null): boolean {
  if (expected === node) return true
  if (expected?.kind === 'map' && node?.kind === 'map' && areCopies(expected, node)) return true
  if (expected === null) return node === null || isNull(node)
  if (expected.kind === 'new') return isValue(expected.value, node)
  if (expected.kind === 'scalar' && node === null) return isNothing(expected) && expected.text === '' && !expected.anchor && !expected.tag
  if (!node) return false
  const items = itemsOf(expected)
  if (items) return node.kind === 'list' && items.length === node.items.length && sameProps(expected, node) &&
    items.every((item, index) => isOutlineOf(item, node.items[index]?.value ?? null))
  const entries = entriesOf(expected)
  if (entries) return node.kind === 'map' && entries.length === node.entries.length && sameProps(expected, node) && sameEntries(entries, node)
  if (expected.kind === 'scalar') return node.kind === 'scalar' && expected.text === node.text && Object.is(expected.value, node.value) && sameProps(expected, node)
  return expected.kind === 'alias' && node.kind === 'alias' && expected.name === node.name && sameTarget(expected.target, node.target)
}

function sameEntries(entries: readonly OutlineEntry[], node: SourceNode & { kind: 'map' }): boolean {
  let byName: Map<string | null, SourceNode | null> | undefined
  return entries.every(({ name, key, value }, index) => {
    const here = node.entries[index]
    if (here && here.name === name && (name !== null || isOutlineOf(key, here.key))) return isOutlineOf(value, here.value)
    if (name === null) return node.entries.some((entry) => entry.name === null && isOutlineOf(key, entry.key) && isOutlineOf(value, entry.value))
    byName ??= new Map(node.entries.map((entry) => [entry.name, entry.value]))
    return byName.has(name) && isOutlineOf(value, byName.get(name) ?? null)
  })
}

/** Anchors and tags stay; a part that was put together anew has the ones of the node that it came from no more at hand. */
function sameProps(expected: Outline, node: SourceNode): boolean {
  if (expected.kind === 'entries' || expected.kind === 'items' || expected.kind === 'new') return true
  return expected.anchor === node.anchor && expected.tag === node.tag
}

/** An alias must still stand for the same text; anchors of one name may stand more than once. */
function sameTarget(before: SourceNode | null, after: SourceNode | null): boolean {
  if (!before || !after) return before === after
  return before.kind === after.kind && before.anchor === after.anchor &&
    (before.kind !== 'scalar' || (after.kind === 'scalar' && before.text === after.text))
}

function isNull(node: SourceNode): boolean {
  return node.kind === 'scalar' && node.value === null
}

function isValue(value: Json, node: SourceNode | null): boolean {
  if (node === null) return value === null
  if (isList(value)) {
    return node.kind === 'list' && node.items.length === value.length && value.every((item, index) => isValue(item, node.items[index]?.value ?? null))
  }
  if (isMap(value)) {
    const keys = Object.keys(value)
    return node.kind === 'map' && node.entries.length === keys.length &&
      keys.every((key) => {
        const entry = node.entries.find(({ name }) => name === key)
        return entry !== undefined && isValue(value[key] ?? null, entry.value)
      })
  }
  return node.kind === 'scalar' && (node.value === value || (value === 0 && node.value === 0))
}
