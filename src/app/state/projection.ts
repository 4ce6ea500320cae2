import { rangesOfNodes, type Analysis, type NodePlaces } from '../../core/index.ts'

/** What panes draw: all of an analysis that survives the trip through a worker, and where its nodes stand. */
export type Projection = Omit<Analysis, 'source' | 'reading'> & Pick<NodePlaces, 'ranges'>

export function project(analysis: Analysis): Projection {
  const { source: _source, reading: _reading, ...projection } = analysis
  return { ...projection, ranges: rangesOfNodes(analysis) }
}
