import { createContext, Script } from 'node:vm'

const place = createContext(Object.create(null) as { work?: () => unknown })
const script = new Script('work()')

export type Within<T> = { readonly ok: true; readonly value: T } | { readonly ok: false }

/**
 * Does work that does not wait for anything, for so many milliseconds of wall time: then it is cut off wherever
 * it is, in a regular expression too. For what strangers decide the cost of. Rethrows what the work throws.
 */
export function within<T>(ms: number, work: () => T): Within<T> {
  const before = place.work
  place.work = work
  try {
    return { ok: true, value: script.runInContext(place, { timeout: ms }) as T }
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return { ok: false }
    throw error
  } finally {
    if (before === undefined) delete place.work
    else place.work = before
  }
}
