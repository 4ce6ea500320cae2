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
      return JSON.stringify(value)
    case 'number':
      // `-0` is written `0`, as the RFC says.
      if (Number.isFinite(value)) return String(value)
      throw new TypeError(`${value} is not JSON`)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'object':
      if (value === null) return 'null'
      return Array.isArray(value) ? canonicalList(value) : canonicalMap(value as { readonly [key: string]: Json })
    default:
      throw new TypeError(`a value of type ${typeof value} is not JSON`)
  }
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
  const keys = sortedKeys(map)
  let text = '{'
  let separator = ''
  for (const key of keys) {
    const value = map[key]
    if (value === undefined) continue
    text += separator + JSON.stringify(key) + ':' + canonicalJson(value)
    separator = ','
  }
  return text + '}'
}

/** The default order of strings goes by UTF-16 code units. */
function sortedKeys(map: object): readonly string[] {
  const keys = Object.keys(map)
  for (let place = 1; place < keys.length; place += 1) {
    if (keys[place]! < keys[place - 1]!) return keys.sort()
  }
  return keys
}
