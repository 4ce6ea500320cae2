import type { GraphView } from '../../core/index.ts'
import type { Point, Positions } from '../state/index.ts'
import { columnsOf } from './columns.ts'
import { COLUMN, GAP, sizeOf } from './sizes.ts'

/**
 * A layout without search, for graphs that are too large for one: a column a level, each ordered by
 * the mean row of what its nodes need (one sweep of the barycentre heuristic), centred on one line.
 */
export function byLevel(view: GraphView): Positions {
  const columns = columnsOf(view)
  const grid: string[][] = []
  for (const { key } of view.nodes) {
    const column = columns.get(key) ?? 0
    ;(grid[column] ??= []).push(key)
  }
  const into = new Map<string, string[]>()
  for (const { from, to } of view.edges) {
    const list = into.get(to)
    if (list) list.push(from)
    else into.set(to, [from])
  }
  const sizes = new Map(view.nodes.map((node) => [node.key, sizeOf(node)]))
  const middle = new Map<string, number>()
  const positions = new Map<string, Point>()
  grid.forEach((keys, column) => {
    const wanted = new Map(keys.map((key) => [key, mean((into.get(key) ?? []).map((from) => middle.get(from)))]))
    // Stable: nodes that need nothing placed keep the order of the file.
    const ordered = keys.toSorted((a, b) => (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0))
    const heights = ordered.map((key) => sizes.get(key)!.height + sizes.get(key)!.above)
    const total = heights.reduce((sum, height) => sum + height, 0) + GAP * (ordered.length - 1)
    let y = Math.round(-total / 2)
    ordered.forEach((key, row) => {
      const { above, height } = sizes.get(key)!
      positions.set(key, { x: column * COLUMN, y: y + above })
      middle.set(key, y + above + height / 2)
      y += heights[row]! + GAP
    })
  })
  return positions
}

function mean(values: readonly (number | undefined)[]): number {
  const known = values.filter((value) => value !== undefined)
  return known.length === 0 ? 0 : known.reduce((sum, value) => sum + value, 0) / known.length
}
