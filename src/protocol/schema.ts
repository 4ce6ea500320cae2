// The small form of Zod, whose parts that no shape uses stay out of the page.
import * as z from 'zod/mini'
import english from 'zod/v4/locales/en.js'
import type { Json } from '../core/index.ts'

// The editor's page forbids eval, and Zod would try it once: switched off before any shape is made. The
// small form has no words of its own for what is wrong.
z.config({ ...english(), jitless: true })

/** Any JSON value. Bodies come out of `JSON.parse`, so that only absence has to be refused. */
export const json = z.custom<Json>((value) => value !== undefined, 'a JSON value is missing')

/**
 * An object keyed by users' words. Unlike `z.record` it keeps a key such as `__proto__`, and the
 * result has no prototype.
 */
export function dictionary<T>(value: z.ZodMiniType<T>): z.ZodMiniType<{ readonly [key: string]: T }> {
  const read = z.transform((given: { readonly [key: string]: unknown }, context) => {
    const entries: { [key: string]: T } = Object.create(null)
    for (const [key, entry] of Object.entries(given)) {
      const parsed = value.safeParse(entry)
      if (parsed.success) entries[key] = parsed.data
      else for (const issue of parsed.error.issues) context.issues.push({ code: 'custom', message: issue.message, path: [key, ...issue.path], input: entry })
    }
    return entries
  })
  return z.pipe(unreadDictionary, read) as z.ZodMiniType<{ readonly [key: string]: T }>
}

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A map with the user's words as keys, whose values are read later. */
export const unreadDictionary = z.custom<{ readonly [key: string]: unknown }>(isPlainObject, 'must be an object')

/** Text that survives being written as UTF-8: no half of a surrogate pair. */
export const text = z.string().check(z.refine(isWellFormed, 'holds half of a character (a lone surrogate) and cannot be written as UTF-8'))

// With the flag `u` a whole pair is one character, so that only halves match.
function isWellFormed(value: string): boolean {
  return !/\p{Surrogate}/u.test(value)
}

export { z }
