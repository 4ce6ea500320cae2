import type { Path } from '../diagnostic.ts'
import type { Part, PartEntry, Place } from './part.ts'

/**
 * A value from code as a part. Nothing of it is trusted: it may have getters that throw, be a proxy,
 * hold itself or pretend a length; what cannot be looked at is strange, and nothing here throws.
 */
export function partOfValue(value: unknown): Part {
  return partOf(value, null)
}

/** The way to a part. Its path is made when somebody asks, which is seldom. */
class ValuePlace implements Place {
  readonly sourcePath = null
  readonly around: ValuePlace | null
  readonly step: string | number

  constructor(around: ValuePlace | null, step: string | number) {
    this.around = around
    this.step = step
  }

  get path(): Path {
    return pathOf(this)
  }
}

function pathOf(place: ValuePlace): Path {
  const path: (string | number)[] = []
  // The root has no step.
  for (let at = place; at.around; at = at.around) path.push(at.step)
  return path.toReversed()
}

function partOf(value: unknown, around: ValuePlace | null, step: string | number = ''): Part {
  const place = new ValuePlace(around, step)
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
          ? { type: 'list', place, items: () => itemsOf(value, place) }
          : { type: 'map', place, entries: () => entriesOf(value, place) }
      } catch {
        return { type: 'strange', what: 'something that cannot be read', place }
      }
  }
}

/** More nodes, or needs of a node, than any definition holds: a sparse array may pretend any length. */
const MOST_ITEMS = 1_000_000

function itemsOf(list: readonly unknown[], place: ValuePlace): Part[] {
  try {
    const length = Math.min(Number(list.length) || 0, MOST_ITEMS)
    return Array.from({ length }, (_, index) => read(list, index, place))
  } catch {
    return []
  }
}

function entriesOf(map: object, place: ValuePlace): PartEntry[] {
  try {
    const names = map instanceof Map ? [] : Object.keys(map)
    return names.map((name) => ({ name, value: read(map, name, place) }))
  } catch {
    return []
  }
}

function read(from: object, key: string | number, around: ValuePlace): Part {
  try {
    return partOf((from as { readonly [key: string | number]: unknown })[key], around, key)
  } catch {
    return { type: 'strange', what: 'something that cannot be read', place: new ValuePlace(around, key) }
  }
}
