import type { Path } from '../../diagnostic.ts'
import type { Range } from '../../text/edit.ts'
import type { Origin } from '../dialect.ts'

/** What stands for a field that is not written, by which the eye finds the node. */
const INSTEAD: ReadonlyMap<string, readonly string[]> = new Map([
  ['routes', ['kind', 'id']],
  ['id', ['prompt', 'kind', 'agent', 'needs', 'routes', 'output_format']],
])

/**
 * Where a problem is marked: the part itself when it is written, else another field of its node, never
 * the whole of a node. Undefined without a text.
 */
export function markOf(origin: Origin, path: Path): Range | undefined {
  const range = origin.sourcePaths(path).length > 0 ? origin.range(path) : undefined
  if (range) return range
  const [list, index, field] = path
  if (list !== 'nodes' || typeof index !== 'number') {
    const whole = origin.range([])
    return whole && { start: whole.start, end: whole.start }
  }
  for (const other of INSTEAD.get(String(field)) ?? ['id', 'kind', 'agent', 'needs', 'routes']) {
    const at = ['nodes', index, other]
    const found = origin.sourcePath(at) ? (origin.keyRange(at) ?? origin.range(at)) : undefined
    if (found && other === 'id') return origin.range(at)
    if (found) return found
  }
  const node = origin.range(['nodes', index])
  return node && { start: node.start, end: Math.min(node.start + 1, node.end) }
}
