import type { Analysis } from '../../core/index.ts'

/** What panes draw: all of an analysis that survives the trip through a worker. */
export type Projection = Omit<Analysis, 'source' | 'reading'>

export function project(analysis: Analysis): Projection {
  const { source: _source, reading: _reading, ...projection } = analysis
  return projection
}
