import type { Path } from '../../diagnostic.ts'
import type { Range } from '../../text/edit.ts'
import type { Origin } from '../dialect.ts'
import { markOf as markWith } from '../marks.ts'

/** What stands for a field that is not written, by which the eye finds its node or its edge. */
const NODE = new Map<string, readonly string[]>([
  ['id', ['kind', 'tool', 'agent', 'prompt', 'input', 'output']],
  ['tool', ['kind', 'id']],
  ['agent', ['kind', 'id']],
  ['prompt', ['kind', 'id']],
  ['', ['id', 'kind', 'tool', 'agent', 'prompt', 'input', 'output']],
])
const EDGE = new Map<string, readonly string[]>([['', ['to', 'from', 'if', 'max_iterations']], ['from', ['to', 'if', 'max_iterations']]])

/** Where a problem of a flow is marked; one of a whole edge at where it leads. */
export function markOf(origin: Origin, path: Path, body: Path): Range | undefined {
  if (path[body.length] !== 'edges') return markWith(origin, path, { nodes: [...body, 'nodes'], instead: NODE })
  const isWhole = path.length === body.length + 2
  return markWith(origin, isWhole ? [...path, ''] : path, { nodes: [...body, 'edges'], instead: EDGE })
}
