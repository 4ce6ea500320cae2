import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { nearest, type Json } from '../../src/core/index.ts'
import type { JsonSchema } from './tool.ts'
import { within } from '../within.ts'

/** A value that a schema does not allow: where, and what is expected there. */
export type Misfit = {
  readonly kind: 'missing' | 'unknown' | 'value'
  /** Keys and indices from the root of the value. */
  readonly path: readonly (string | number)[]
  /** `must be a string`, `is missing`, `is unknown; did you mean "path"?`. */
  readonly expected: string
}

export type SchemaCheck = { readonly ok: true; readonly misfits: readonly Misfit[] } | { readonly ok: false; readonly reason: string }

const compiled = new WeakMap<JsonSchema, ValidateFunction | string>()

/** What a server or a module of a stranger's may cost with its schema: parts of it, and milliseconds to read it or to check a value by it. */
const MOST_PARTS = 20_000
const LONGEST = 2_000

/** More than this many at once help nobody. */
const MOST = 8

/**
 * Checks a value against a JSON Schema (draft 7 or 2020-12; `format` is only a remark). Not ok when the
 * schema itself is none, or costs more than a check may. Nothing is changed or filled in.
 */
export function checkValue(schema: JsonSchema, value: Json): SchemaCheck {
  let validate = compiled.get(schema)
  if (validate === undefined) {
    validate = compile(schema)
    compiled.set(schema, validate)
  }
  if (typeof validate === 'string') return { ok: false, reason: validate }
  const check = validate
  try {
    const misfits = within(LONGEST, () => (check(value) ? [] : telling(check.errors ?? []).slice(0, MOST).map((error) => toMisfit(error, schema, value))))
    return misfits.ok ? { ok: true, misfits: misfits.value } : { ok: false, reason: `it takes longer than ${LONGEST / 1_000} s to check a value by it` }
  } catch (error) {
    return { ok: false, reason: error instanceof RangeError ? 'it leads back to itself without end' : messageOf(error) }
  }
}

/** Why a schema cannot be used; null when it can. */
export function faultOfSchema(schema: JsonSchema): string | null {
  const checked = checkValue(schema, null)
  return checked.ok ? null : checked.reason
}

/** `path` as text: `items[2].name`; empty for the root. */
export function showPath(path: readonly (string | number)[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`
    if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(part)) return `${text}[${JSON.stringify(part)}]`
    return text === '' ? part : `${text}.${part}`
  }, '')
}

/** A misfit in words: `path must be a string`. */
export function showMisfit({ path, expected }: Pick<Misfit, 'path' | 'expected'>): string {
  const place = showPath(path)
  return place === '' ? `it ${expected}` : `${place} ${expected}`
}

/** Before the first schema each reads that of its draft, which takes many times as long as those of tools. */
const readers = new Map<typeof Ajv, { readonly ajv: Ajv; reads: number }>()

/** A reader keeps something of each that it has read. */
const MOST_READ = 200

function compile(schema: JsonSchema): ValidateFunction | string {
  const { $schema, ...rest } = schema
  if (!hasAtMost(MOST_PARTS, rest)) return `it has more than ${MOST_PARTS} parts`
  const Draft = typeof $schema === 'string' && /draft-0[467]/.test($schema) ? Ajv : Ajv2020
  const options = { allErrors: true, ownProperties: true, strict: false, validateFormats: false, logger: false, verbose: false } as const
  const isAlone = hasName(rest)
  try {
    const reader = (isAlone ? undefined : readers.get(Draft)) ?? { ajv: new Draft(options), reads: 0 }
    // It comes back once it has read this one: of one that fails, parts may be left in it.
    if (!isAlone) readers.delete(Draft)
    const made = within(LONGEST, () => reader.ajv.compile(rest))
    if (!made.ok) return `it takes longer than ${LONGEST / 1_000} s to read`
    reader.ajv.removeSchema(rest)
    reader.reads += 1
    if (!isAlone && reader.reads < MOST_READ) readers.set(Draft, reader)
    return made.value
  } catch (error) {
    return messageOf(error)
  }
}

/** Does any part of it have a name of its own? A reader would know it under that when it reads others. */
function hasName(schema: Json): boolean {
  const open: Json[] = [schema]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === null || typeof at !== 'object') continue
    if (!Array.isArray(at) && (typeof (at as JsonSchema).$id === 'string' || typeof (at as JsonSchema).id === 'string')) return true
    for (const inner of Object.values(at)) open.push(inner as Json)
  }
  return false
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 1_000)
}

/** Counts no further than it has to, and walks in no depth. */
function hasAtMost(most: number, schema: Json): boolean {
  const open: Json[] = [schema]
  let count = 0
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    count += 1
    if (count + open.length > most) return false
    if (at !== null && typeof at === 'object') for (const inner of Object.values(at)) open.push(inner as Json)
  }
  return true
}

/** Of `anyOf` and `oneOf` the summary alone: the errors of every branch would contradict each other. */
function telling(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const summaries = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')
  const seen = new Set<string>()
  return errors.filter((error) => {
    if (summaries.some((summary) => summary !== error && error.schemaPath.startsWith(`${summary.schemaPath}/`))) return false
    const key = `${error.instancePath} ${error.keyword} ${JSON.stringify(error.params)}`
    return seen.has(key) ? false : (seen.add(key), true)
  })
}

function toMisfit({ instancePath, keyword, params, message, schemaPath }: ErrorObject, schema: JsonSchema, value: Json): Misfit {
  const path = pathOf(instancePath, value)
  const given = params as { readonly [key: string]: unknown }
  switch (keyword) {
    case 'required':
      return { kind: 'missing', path: [...path, String(given.missingProperty)], expected: 'is missing' }
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = String(given.additionalProperty ?? given.unevaluatedProperty)
      const known = knownProperties(schema, schemaPath)
      const meant = nearest(name, known)
      const mend = meant !== null ? `; did you mean "${meant}"?` : known.length > 0 ? `; known: ${known.join(', ')}` : ''
      return { kind: 'unknown', path: [...path, name], expected: `is unknown${mend}` }
    }
    case 'type': {
      const types = [given.type].flat().map(String)
      return { kind: 'value', path, expected: `must be ${types.map(withArticle).join(' or ')}` }
    }
    case 'enum':
      return { kind: 'value', path, expected: `must be one of ${list(given.allowedValues)}` }
    case 'const':
      return { kind: 'value', path, expected: `must be ${JSON.stringify(given.allowedValue)}` }
    case 'anyOf':
    case 'oneOf':
      return { kind: 'value', path, expected: 'fits none of the forms that are allowed' }
    default:
      return { kind: 'value', path, expected: message ?? `does not satisfy "${keyword}"` }
  }
}

/** A JSON pointer as keys; what stands in a list is an index. */
function pathOf(pointer: string, value: Json): readonly (string | number)[] {
  let at: Json | undefined = value
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((key) => {
      const isIndex = Array.isArray(at)
      at = at !== null && typeof at === 'object' ? (at as { readonly [key: string]: Json | undefined })[key] : undefined
      return isIndex ? Number(key) : key
    })
}

function knownProperties(schema: JsonSchema, schemaPath: string): readonly string[] {
  let at: Json | undefined = schema
  for (const part of schemaPath.replace(/^#\/?/, '').split('/').slice(0, -1)) {
    if (part === '') continue
    at = at !== null && typeof at === 'object' ? (at as { readonly [key: string]: Json | undefined })[part.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined
  }
  const properties = at !== null && typeof at === 'object' && !Array.isArray(at) ? (at as { readonly [key: string]: Json | undefined }).properties : undefined
  return properties !== null && typeof properties === 'object' ? Object.keys(properties) : []
}

function withArticle(type: string): string {
  return type === 'null' ? 'null' : `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`
}

function list(values: unknown): string {
  return Array.isArray(values) ? values.slice(0, 20).map((one) => JSON.stringify(one)).join(', ') : ''
}
