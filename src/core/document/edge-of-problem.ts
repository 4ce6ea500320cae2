import type { Diagnostic, Path } from '../diagnostic.ts'
import { dialectNamed } from '../dialects/registry.ts'
import type { Analysis } from './types.ts'

/** The key of the edge in the view that each problem is of, for those that are of one. Empty while the text does not parse. */
export function edgesOfProblems({ diagnostics, dialect: name, reading, view, stale }: Pick<Analysis, 'diagnostics' | 'dialect' | 'reading' | 'view' | 'stale'>): ReadonlyMap<Diagnostic, string> {
  const found = new Map<Diagnostic, string>()
  if (stale || reading === null || diagnostics.length === 0 || view.edges.length === 0) return found
  const dialect = dialectNamed(name)
  const problems: Crossing = { onward: new Map() }
  for (const { path } of diagnostics) walk(problems, path, true)
  for (const edge of view.edges) {
    const path = dialect.edgePath(reading.model, edge)
    const end = path && walk(problems, path).at(path.length - 1)
    if (end) end.edge ??= edge.key
  }
  for (const problem of diagnostics) {
    const edge = walk(problems, problem.path).findLast((each) => each.edge !== undefined)?.edge
    if (edge !== undefined) found.set(problem, edge)
  }
  return found
}

/** A place on the way to a problem, and the edge that is written there, if one is. Of very many edges few are on such a way. */
type Crossing = { edge?: string; readonly onward: Map<Path[number], Crossing> }

/** The places along a path, each at its step, as far as they are there; with `make` all of them. */
function walk(from: Crossing, path: Path, make = false): Crossing[] {
  const places: Crossing[] = []
  let at = from
  for (const step of path) {
    let next = at.onward.get(step)
    if (!next && make) at.onward.set(step, (next = { onward: new Map() }))
    if (!next) break
    places.push(next)
    at = next
  }
  return places
}
