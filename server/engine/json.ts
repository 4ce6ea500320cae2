import type { Json } from '../../src/core/index.ts'

/** The most that a node may give or be given: 64 MB, as UTF-8. */
export const VALUE_LIMIT = 64 * 1024 * 1024

/** The deepest nesting of a value. */
export const DEPTH_LIMIT = 1_000

export type Detached = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly reason: string }

/**
 * The value as plain JSON that shares nothing with the one given, so that nobody can change what was
 * recorded; frozen, since several nodes are given the same one. A value that would not survive the log
 * is refused with its place: a function, a date, a class of its own, `NaN`, a cycle, too much of it.
 */
export function detachJson(value: unknown, limit = VALUE_LIMIT): Detached {
  const budget = { left: limit, limit }
  try {
    return { ok: true, value: detach(value, '', 0, new Set(), budget) }
  } catch (cause) {
    if (cause instanceof NotJson) return { ok: false, reason: cause.message }
    // A getter or a proxy that throws.
    return { ok: false, reason: `cannot be read: ${cause instanceof Error ? cause.message : String(cause)}` }
  }
}

class NotJson extends Error {}

type Budget = { left: number; readonly limit: number }

function detach(value: unknown, place: string, depth: number, above: Set<object>, budget: Budget): Json {
  switch (typeof value) {
    case 'string':
      spendText(value, budget)
      return value
    case 'boolean':
      return value
    case 'number':
      spend(8, budget)
      if (!Number.isFinite(value)) throw new NotJson(`is not JSON: ${where(place)} is ${value}`)
      return value
    case 'object':
      break
    default:
      throw new NotJson(`is not JSON: ${where(place)} is ${typeof value === 'undefined' ? 'undefined' : `a ${typeof value}`}`)
  }
  if (value === null) return null
  if (above.has(value)) throw new NotJson(`is not JSON: ${where(place)} contains itself`)
  if (depth >= DEPTH_LIMIT) throw new NotJson(`is nested more than ${DEPTH_LIMIT.toLocaleString('en')} levels deep`)
  above.add(value)
  const copy = Array.isArray(value) ? detachList(value, place, depth, above, budget) : detachMap(value, place, depth, above, budget)
  above.delete(value)
  return copy
}

function detachList(list: readonly unknown[], place: string, depth: number, above: Set<object>, budget: Budget): Json {
  const copy: Json[] = []
  for (let index = 0; index < list.length; index += 1) {
    spend(2, budget)
    copy.push(detach(list[index], `${place}[${index}]`, depth + 1, above, budget))
  }
  return Object.freeze(copy)
}

function detachMap(map: object, place: string, depth: number, above: Set<object>, budget: Budget): Json {
  const prototype = Object.getPrototypeOf(map) as object | null
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    const name = (prototype as { readonly constructor?: { readonly name?: string } }).constructor?.name
    throw new NotJson(`is not JSON: ${where(place)} is an object of class ${name ?? 'unknown'}`)
  }
  const copy: { [key: string]: Json } = {}
  for (const key of Object.keys(map)) {
    const inner = (map as { readonly [key: string]: unknown })[key]
    // As JSON.stringify does: a property without a value is none.
    if (inner === undefined) continue
    spendText(key, budget)
    const value = detach(inner, `${place}.${key}`, depth + 1, above, budget)
    // Assigning to this name would change the prototype instead.
    if (key === '__proto__') Object.defineProperty(copy, key, { value, enumerable: true, configurable: true, writable: true })
    else copy[key] = value
  }
  return Object.freeze(copy)
}

function where(place: string): string {
  return place === '' ? 'it' : place.startsWith('.') ? place.slice(1) : place
}

function spendText(text: string, budget: Budget): void {
  // A UTF-16 unit takes at most three bytes: only near the limit is it worth counting.
  spend(text.length * 3 < budget.left ? text.length : Buffer.byteLength(text), budget)
}

function spend(bytes: number, budget: Budget): void {
  budget.left -= bytes
  if (budget.left < 0) throw new NotJson(`is larger than the limit of ${sizeOf(budget.limit)}`)
}

function sizeOf(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${Math.round(bytes / 1024 / 1024)} MB` : `${bytes} bytes`
}
