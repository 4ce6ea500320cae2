import type { Path } from '../diagnostic.ts'
import type { Part, PartEntry } from './part.ts'

/**
 * A value from code as a part. Nothing of it is trusted: it may have getters that throw, be a proxy,
 * hold itself or pretend a length; what cannot be looked at is strange, and nothing here throws.
 */
export function partOfValue(value: unknown, path: Path = []): Part {
  const place = { path, sourcePath: null }
  switch (typeof value) {
    case 'undefined': return { type: 'nothing', place }
    case 'string': return { type: 'scalar', text: value, value, place }
    case 'boolean': return { type: 'scalar', text: String(value), value, place }
    case 'number':
      return Number.isFinite(value)
        ? { type: 'scalar', text: String(value), value, place }
        : { type: 'scalar', text: String(value), value, place, unsafe: true }
    case 'bigint': return { type: 'scalar', text: String(value), value: Number(value), place, ...(Number.isSafeInteger(Number(value)) ? {} : { unsafe: true }) }
    case 'function': return { type: 'strange', what: 'a function', place }
    case 'symbol': return { type: 'strange', what: 'a symbol', place }
    case 'object':
      if (value === null) return { type: 'nothing', place }
      try {
        return Array.isArray(value)
          ? { type: 'list', place, items: () => itemsOf(value, path) }
          : { type: 'map', place, entries: () => entriesOf(value, path) }
      } catch {
        return { type: 'strange', what: 'something that cannot be read', place }
      }
  }
}

/** More nodes, or needs of a node, than any definition holds: a sparse array may pretend any length. */
const MOST_ITEMS = 1_000_000

function itemsOf(list: readonly unknown[], path: Path): Part[] {
  try {
    const length = Math.min(Number(list.length) || 0, MOST_ITEMS)
    return Array.from({ length }, (_, index) => read(list, index, [...path, index]))
  } catch {
    return []
  }
}

function entriesOf(map: object, path: Path): PartEntry[] {
  try {
    const names = map instanceof Map ? [] : Object.keys(map)
    return names.map((name) => ({ name, value: read(map, name, [...path, name]) }))
  } catch {
    return []
  }
}

function read(from: object, key: string | number, path: Path): Part {
  try {
    return partOfValue((from as { readonly [key: string | number]: unknown })[key], path)
  } catch {
    return { type: 'strange', what: 'something that cannot be read', place: { path, sourcePath: null } }
  }
}
