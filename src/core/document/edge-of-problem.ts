import type { Diagnostic } from '../diagnostic.ts'
import { isWithin } from '../dialects/node-path.ts'
import { dialectNamed } from '../dialects/registry.ts'
import type { GraphEdge } from '../graph/view.ts'
import type { Analysis } from './types.ts'

/** The key of the edge in the view that each problem is of, for those that are of one. Empty while the text does not parse. */
export function edgesOfProblems({ diagnostics, dialect: name, reading, view, stale }: Pick<Analysis, 'diagnostics' | 'dialect' | 'reading' | 'view' | 'stale'>): ReadonlyMap<Diagnostic, string> {
  const found = new Map<Diagnostic, string>()
  if (stale || reading === null || diagnostics.length === 0 || view.edges.length === 0) return found
  const dialect = dialectNamed(name)
  const at = edgesByNode(view.edges)
  const broken = view.edges.filter((edge) => edge.broken)
  for (const problem of diagnostics) {
    // Where an edge stands is dear to ask: only those are asked about that can be meant.
    const candidates = problem.node === undefined ? broken : at.get(problem.node)
    const edge = candidates?.find((each) => {
      const path = dialect.edgePath(reading.model, each)
      return path !== null && isWithin(problem.path, path)
    })
    if (edge) found.set(problem, edge.key)
  }
  return found
}

function edgesByNode(edges: readonly GraphEdge[]): ReadonlyMap<string, readonly GraphEdge[]> {
  const byNode = new Map<string, GraphEdge[]>()
  const put = (key: string, edge: GraphEdge) => {
    const list = byNode.get(key)
    if (list) list.push(edge)
    else byNode.set(key, [edge])
  }
  for (const edge of edges) {
    put(edge.from, edge)
    if (edge.to !== edge.from) put(edge.to, edge)
  }
  return byNode
}
