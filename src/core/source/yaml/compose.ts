import { Composer, type CST, type ErrorCode } from 'yaml'
import { MAX_PROBLEMS } from '../limits.ts'

/** An error or a warning of the library: offsets, code and its own words. */
export type LibraryError = { readonly pos: readonly [number, number]; readonly code: ErrorCode; readonly message: string }

export type Composed = { readonly errors: readonly LibraryError[]; readonly warnings: readonly LibraryError[] }

/** Errors after which composing stops: far more than are shown, few enough to be quick. */
const ENOUGH = 10 * MAX_PROBLEMS

/** Thrown to get out of the library's recursion, and caught here. */
const STOP = new Error('enough errors')

/** What the library finds wrong when it composes the tokens. Its own tree is not used. */
export function compose(tokens: readonly CST.Token[], length: number): Composed {
  const errors: LibraryError[] = []
  const warnings: LibraryError[] = []
  const composer = new Composer({ uniqueKeys: false, merge: false, schema: 'failsafe', logLevel: 'silent' })
  // The library would make an Error with a stack for each problem, and a text can have millions.
  Reflect.set(composer, 'onError', (place: Place, code: ErrorCode, message: string, isWarning?: boolean): void => {
    (isWarning ? warnings : errors).push({ pos: positionOf(place), code, message })
    if (errors.length > ENOUGH || warnings.length > ENOUGH) throw STOP
  })
  try {
    for (const document of composer.compose(tokens, true, length)) {
      for (const { pos, code, message } of document.errors) errors.push({ pos, code, message })
      for (const { pos, code, message } of document.warnings) warnings.push({ pos, code, message })
    }
  } catch (error) {
    if (error !== STOP) errors.push({ pos: [0, 0], code: 'IMPOSSIBLE', message: error instanceof Error ? error.message : String(error) })
  }
  return { errors, warnings }
}

type Place = number | readonly [number, number, number?] | { readonly offset: number; readonly source?: unknown }

function positionOf(place: Place): [number, number] {
  if (typeof place === 'number') return [place, place + 1]
  if ('offset' in place) return [place.offset, place.offset + (typeof place.source === 'string' ? place.source.length : 1)]
  return [place[0], place[1]]
}
