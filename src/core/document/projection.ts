import type { Diagnostic } from '../diagnostic.ts'
import { edgesOfProblems } from './edge-of-problem.ts'
import { rangesOfNodes, type NodePlaces } from './locate.ts'
import type { Analysis } from './types.ts'

/** A problem, with the key of the edge that it is of, if it is of one. */
export type Problem = Diagnostic & { readonly edge?: string }

/** What panes draw: all of an analysis that survives a trip through a worker or over the wire, and where its nodes stand. */
export type Projection = Omit<Analysis, 'source' | 'reading' | 'diagnostics'> & Pick<NodePlaces, 'ranges'> & { readonly diagnostics: readonly Problem[] }

export function project(analysis: Analysis): Projection {
  const { source: _source, reading: _reading, diagnostics, ...projection } = analysis
  const edges = edgesOfProblems(analysis)
  return {
    ...projection,
    diagnostics: edges.size === 0 ? diagnostics : diagnostics.map((problem): Problem => {
      const edge = edges.get(problem)
      return edge === undefined ? problem : { ...problem, edge }
    }),
    ranges: rangesOfNodes(analysis),
  }
}
