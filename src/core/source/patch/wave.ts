import type { Path } from '../../diagnostic.ts'
import type { PathOp, Source } from '../tree.ts'
import { locate } from './locate.ts'

/**
 * The operations at the start of a list that touch parts of the text apart from each other, so that
 * all can be written into the same text and read back at once. At least one.
 *
 * Two operations are apart when they are within different items of lists, or when both only replace
 * scalars, and not the same one.
 */
export function countApart(source: Source, ops: readonly PathOp[]): number {
  const items = new Map<string, 'changed' | Set<string>>()
  for (const [count, op] of ops.entries()) {
    const item = itemOf(op)
    if (item === null) return Math.max(1, count)
    const key = JSON.stringify(item)
    const known = items.get(key)
    if (replacesScalar(source, op)) {
      const path = JSON.stringify(op.path)
      if (known === 'changed' || known?.has(path)) return count
      if (known) known.add(path)
      else items.set(key, new Set([path]))
    } else {
      if (known !== undefined) return count
      items.set(key, 'changed')
    }
  }
  return ops.length
}

/** The item of the outermost list within which an operation stays; null when it changes that list, or stands in none. */
function itemOf({ op, path }: PathOp): Path | null {
  const within = op === 'insert' || op === 'move' ? path : path.slice(0, -1)
  const end = within.findIndex((step) => typeof step === 'number')
  return end < 0 ? null : within.slice(0, end + 1)
}

function replacesScalar(source: Source, op: PathOp): boolean {
  if (op.op !== 'set' || (typeof op.value === 'object' && op.value !== null)) return false
  const { node, missing } = locate(source, op.path)
  return missing.length === 0 && node?.kind === 'scalar'
}
