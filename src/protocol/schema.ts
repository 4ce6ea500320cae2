import * as z from 'zod'
import type { Json } from '../core/index.ts'

// The editor's page forbids eval, and Zod would try it once: switched off before any shape is made.
z.config({ jitless: true })

/** Any JSON value. Bodies come out of `JSON.parse`, so that only absence has to be refused. */
export const json = z.custom<Json>((value) => value !== undefined, 'a JSON value is missing')

/**
 * An object keyed by users' words. Unlike `z.record` it keeps a key such as `__proto__`, and the
 * result has no prototype.
 */
export function dictionary<T>(value: z.ZodType<T>): z.ZodType<{ readonly [key: string]: T }> {
  return z.custom<{ [key: string]: unknown }>(isPlainObject, 'must be an object').transform((given, context) => {
    const read: { [key: string]: T } = Object.create(null)
    for (const [key, entry] of Object.entries(given)) {
      const parsed = value.safeParse(entry)
      if (parsed.success) read[key] = parsed.data
      else for (const issue of parsed.error.issues) context.addIssue({ code: 'custom', message: issue.message, path: [key, ...issue.path] })
    }
    return read
  }) as z.ZodType<{ readonly [key: string]: T }>
}

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Text that survives being written as UTF-8: no half of a surrogate pair. */
export const text = z.string().refine(isWellFormed, 'holds half of a character (a lone surrogate) and cannot be written as UTF-8')

// With the flag `u` a whole pair is one character, so that only halves match.
function isWellFormed(value: string): boolean {
  return !/\p{Surrogate}/u.test(value)
}

export { z }
