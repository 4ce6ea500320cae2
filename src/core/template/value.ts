import { compareTexts } from './utf8.ts'

/**
 * What templates are rendered with. Beside JSON: whole numbers beyond 2^53 as `bigint`, and maps that
 * keep the order of every key.
 */
export type TemplateValue =
  | null | boolean | number | bigint | string
  | readonly TemplateValue[]
  | ReadonlyMap<string, TemplateValue>
  | { readonly [key: string]: TemplateValue }

/** A text that a function made of one value, with the JSON that stands for it where JSON is filled in. */
export class Written {
  readonly text: string
  readonly json: string

  constructor(text: string, json: string) {
    this.text = text
    this.json = json
  }
}

/** What passes through pipelines. */
export type Value = TemplateValue | Written

export type TemplateList = readonly TemplateValue[]
export type TemplateMap = ReadonlyMap<string, TemplateValue> | { readonly [key: string]: TemplateValue }

/** A value by its kind. `missing` is null, and what was not there. */
export type Seen =
  | { readonly kind: 'missing'; readonly value: null }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'number'; readonly value: number | bigint }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'list'; readonly value: TemplateList }
  | { readonly kind: 'map'; readonly value: TemplateMap }

export type Kind = Seen['kind']

/** What JSON cannot hold (functions, undefined, symbols, NaN) is missing. */
export function see(value: Value): Seen {
  switch (typeof value) {
    case 'boolean': return { kind: 'boolean', value }
    case 'string': return { kind: 'text', value }
    case 'bigint': return { kind: 'number', value }
    case 'number': return Number.isFinite(value) ? { kind: 'number', value } : { kind: 'missing', value: null }
    case 'object':
      if (value === null) return { kind: 'missing', value }
      if (value instanceof Written) return { kind: 'text', value: value.text }
      return isList(value) ? { kind: 'list', value } : { kind: 'map', value }
    default: return { kind: 'missing', value: null }
  }
}

export function isList(value: Value): value is TemplateList {
  return Array.isArray(value)
}

/** The value as functions take it: what was written is its text. */
export function plain(value: Value): TemplateValue {
  return see(value).value
}

export function isMap(map: TemplateMap): map is ReadonlyMap<string, TemplateValue> {
  return map instanceof Map
}

/** A map's own entry, or null. Never what a prototype has. */
export function entryOf(map: TemplateMap, key: string): TemplateValue {
  if (isMap(map)) return map.get(key) ?? null
  return Object.hasOwn(map, key) ? map[key] ?? null : null
}

/** In the order of the data. */
export function keysOf(map: TemplateMap): readonly string[] {
  return isMap(map) ? [...map.keys()] : Object.keys(map)
}

/** As Go ranges over maps. */
export function sortedKeys(map: TemplateMap): readonly string[] {
  return keysOf(map).toSorted(compareTexts)
}

export function sizeOf(map: TemplateMap): number {
  return isMap(map) ? map.size : Object.keys(map).length
}

/** A kind in the words of messages. */
export function nameOfKind(kind: Kind): string {
  switch (kind) {
    case 'missing': return 'a missing value'
    case 'boolean': return 'true or false'
    case 'number': return 'a number'
    case 'text': return 'a text'
    case 'list': return 'a list'
    case 'map': return 'an object'
  }
}
