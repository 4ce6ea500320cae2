import type { GraphView } from '../../core/index.ts'
import type { Direction, Positions } from '../state/index.ts'
import { balance } from './balance.ts'
import { columnsOf } from './columns.ts'
import { wrapColumns } from './wrap.ts'

const SWEEPS = 8

/**
 * A layout without search, for graphs that are too large for one or must be there at once: a column a
 * level, ordered by the mean place of neighbours (the barycentre heuristic of Sugiyama, Tagawa and
 * Toda 1981), swept to the right and to the left in turn.
 */
export function byLevel(view: GraphView, direction: Direction): Positions {
  return balance(view, wrapColumns(order(view), direction), direction)
}

function order(view: GraphView): readonly (readonly string[])[] {
  const columns = columnsOf(view)
  const grid: string[][] = []
  for (const { key } of view.nodes) (grid[columns.get(key) ?? 0] ??= []).push(key)
  const rows = Array.from(grid, (keys) => keys ?? [])
  const before = new Map<string, string[]>()
  const after = new Map<string, string[]>()
  for (const { from, to } of view.edges) {
    if ((columns.get(from) ?? 0) >= (columns.get(to) ?? 0)) continue
    push(before, to, from)
    push(after, from, to)
  }
  // A place is a share of the column's height, so that columns of different lengths compare.
  const place = new Map<string, number>()
  const settle = (keys: readonly string[]) => keys.forEach((key, row) => place.set(key, (row + 0.5) / keys.length))
  rows.forEach(settle)
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const toRight = sweep % 2 === 0
    for (let i = 1; i < rows.length; i += 1) {
      const column = toRight ? i : rows.length - 1 - i
      const neighbours = toRight ? before : after
      const wanted = new Map(rows[column]!.map((key) => [key, mean(neighbours.get(key), place) ?? place.get(key)!]))
      // The sort is stable: nodes that want the same place keep their order.
      rows[column] = rows[column]!.toSorted((a, b) => wanted.get(a)! - wanted.get(b)!)
      settle(rows[column])
    }
  }
  return rows
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

function mean(keys: readonly string[] | undefined, place: ReadonlyMap<string, number>): number | undefined {
  if (!keys) return undefined
  return keys.reduce((sum, key) => sum + place.get(key)!, 0) / keys.length
}
