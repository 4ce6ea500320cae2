import type { Path } from '../diagnostic.ts'
import type { Range } from '../text/edit.ts'
import type { Origin } from './dialect.ts'
import { isWithin } from './node-path.ts'

/** How a part that is not written is found by the eye. */
export type Landmarks = {
  /** The list of the nodes in the model. */
  readonly nodes: Path
  /** The fields of a node that stand for one that is not written, the best first; `''` for those not named. */
  readonly instead: ReadonlyMap<string, readonly string[]>
}

/**
 * Where a problem is marked: the part itself when it is written, else another field of its node, never
 * the whole of a node. Undefined without a text.
 */
export function markOf(origin: Origin, path: Path, { nodes, instead }: Landmarks): Range | undefined {
  const range = origin.sourcePaths(path).length > 0 ? origin.range(path) : undefined
  if (range) return range
  const index = path[nodes.length]
  if (!isWithin(path, nodes) || typeof index !== 'number') {
    const whole = origin.range([])
    return whole && { start: whole.start, end: whole.start }
  }
  for (const other of instead.get(String(path[nodes.length + 1])) ?? instead.get('') ?? []) {
    const at = [...nodes, index, other]
    const found = origin.sourcePath(at) ? (origin.keyRange(at) ?? origin.range(at)) : undefined
    if (found && NAMES.has(other)) return origin.range(at)
    if (found) return found
  }
  const node = origin.range([...nodes, index])
  return node && { start: node.start, end: Math.min(node.start + 1, node.end) }
}

/** Fields whose value says more to the eye than their key. */
const NAMES: ReadonlySet<string> = new Set(['id', 'from', 'to'])
