import type { Diagnostic, Path } from '../diagnostic.ts'
import { dialectNamed } from '../dialects/registry.ts'
import type { Analysis } from './types.ts'

/** The key of the edge in the view that each problem is of, for those that are of one. Empty while the text does not parse. */
export function edgesOfProblems({ diagnostics, dialect: name, reading, view, stale }: Pick<Analysis, 'diagnostics' | 'dialect' | 'reading' | 'view' | 'stale'>): ReadonlyMap<Diagnostic, string> {
  const found = new Map<Diagnostic, string>()
  if (stale || reading === null || diagnostics.length === 0 || view.edges.length === 0) return found
  const dialect = dialectNamed(name)
  const edges = new Map<string, string>()
  for (const edge of view.edges) {
    const path = dialect.edgePath(reading.model, edge)
    const place = path && JSON.stringify(path)
    if (place !== null && !edges.has(place)) edges.set(place, edge.key)
  }
  for (const problem of diagnostics) {
    const edge = innermost(edges, problem.path)
    if (edge !== undefined) found.set(problem, edge)
  }
  return found
}

/** What stands at the longest way to a path at which anything stands. */
function innermost(edges: ReadonlyMap<string, string>, path: Path): string | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const edge = edges.get(JSON.stringify(path.slice(0, length)))
    if (edge !== undefined) return edge
  }
  return undefined
}
