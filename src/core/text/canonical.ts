import type { Json } from '../diagnostic.ts'

/**
 * Canonical JSON after RFC 8785: no white space, keys in the order of their UTF-16 code units, strings
 * and numbers as ECMAScript writes them. A lone surrogate, which the RFC refuses, is written as its
 * `\udxxx` escape, so that every string has one text and reads back as it was. A property that is
 * `undefined` is left out. Throws a TypeError at a value that is not JSON.
 */
export function canonicalJson(value: Json): string {
  switch (typeof value) {
    case 'string':
      return quote(value)
    case 'number':
      // `-0` is written `0`, as the RFC says.
      if (Number.isFinite(value)) return String(value)
      throw new TypeError(`${value} is not JSON`)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'object':
      if (value === null) return 'null'
      // A date or an address: `JSON.stringify` would write what it makes of itself, not what is in it.
      if (typeof (value as { readonly toJSON?: unknown }).toJSON === 'function') throw new TypeError('an object with a `toJSON` of its own is not JSON')
      return Array.isArray(value) ? canonicalList(value) : canonicalMap(value as { readonly [key: string]: Json })
    default:
      throw new TypeError(`a value of type ${typeof value} is not JSON`)
  }
}

/** Most strings of a log (ids, times, hashes) need no escape: that is found out sooner than they are copied. */
function quote(text: string): string {
  return /^[ !#-[\]-~]*$/.test(text) ? `"${text}"` : JSON.stringify(text)
}

function canonicalList(list: readonly Json[]): string {
  let text = '['
  for (let place = 0; place < list.length; place += 1) {
    if (place > 0) text += ','
    text += canonicalJson(list[place]!)
  }
  return text + ']'
}

function canonicalMap(map: { readonly [key: string]: Json }): string {
  let text = '{'
  let separator = ''
  for (const { key, quoted } of orderOf(map)) {
    const value = map[key]
    if (value === undefined) continue
    text += separator + quoted + canonicalJson(value)
    separator = ','
  }
  return text + '}'
}

/** The keys of a map in canonical order, and as they are written. */
type Order = readonly { readonly key: string; readonly quoted: string }[]

/** The last order found for maps of so many keys: one record of a log is mostly shaped like another. */
const lastOrders = new Map<number, { readonly keys: readonly string[]; readonly order: Order }>()

/** Maps of more keys than this are no records, and are not worth remembering. */
const REMEMBERED = 24

function orderOf(map: object): Order {
  const keys = Object.keys(map)
  const last = lastOrders.get(keys.length)
  if (last && sameKeys(last.keys, keys)) return last.order
  // The default order of strings goes by UTF-16 code units.
  const order = keys.toSorted().map((key) => ({ key, quoted: `${quote(key)}:` }))
  if (keys.length <= REMEMBERED) lastOrders.set(keys.length, { keys, order })
  return order
}

function sameKeys(left: readonly string[], right: readonly string[]): boolean {
  for (let place = 0; place < right.length; place += 1) {
    if (left[place] !== right[place]) return false
  }
  return true
}
