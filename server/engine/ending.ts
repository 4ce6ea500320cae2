import type { Json, RunError, WalkEnd } from '../../src/core/index.ts'

/** How an interpreter left off. `output` and `ended`: of a walk. `stopped`: it was told to; nothing is decided. */
export type Ending =
  | { readonly type: 'completed'; readonly output?: Json; readonly ended?: WalkEnd }
  | { readonly type: 'failed'; readonly error: RunError }
  | { readonly type: 'stopped' }

/** The error of a run whose node failed. `more`: how many others did. */
export function nodeFailed(id: string, { message, kind, hint }: RunError, more = 0): RunError {
  return { message: `"${id}" failed: ${message}${more > 0 ? ` (and ${more} more failed)` : ''}`, kind, ...(hint === undefined ? {} : { hint }) }
}
