import type { GraphView } from '../../core/index.ts'
import type { Direction, Point, Positions } from '../state/index.ts'
import { boxOf, GAP, labelRoom, STRIDE, turn, type Box } from './sizes.ts'

const SWEEPS = 24
/** From so many nodes on fewer will do: what the last ones move cannot be seen in a picture of that size. */
const LARGE = 1500
const FEW_SWEEPS = 8

/**
 * Places for nodes whose order in each column is given: every node as near as can be to the middle of
 * its neighbours, with the least room between two. Least squares under order constraints, column by
 * column, by pooling adjacent violators (Ayer et al. 1955), swept over the columns until it is calm.
 *
 * @param columns the keys of each column, from the top.
 */
export function balance(view: GraphView, columns: readonly (readonly string[])[], direction: Direction): Positions {
  const sizes = new Map(view.nodes.map((node) => [node.key, boxOf(node, direction)]))
  const columnOf = new Map(columns.flatMap((keys, column) => keys.map((key) => [key, column] as const)))
  const links = new Map<string, { readonly key: string; readonly weight: number }[]>()
  const link = (from: string, to: string, weight: number) => {
    const list = links.get(from)
    if (list) list.push({ key: to, weight })
    else links.set(from, [{ key: to, weight }])
  }
  for (const { from, to, back } of view.edges) {
    // A way back has a lane of its own below the nodes.
    if (back) continue
    const span = Math.abs((columnOf.get(to) ?? 0) - (columnOf.get(from) ?? 0))
    if (span === 0) continue
    // Far neighbours pull less: their threads have room to bend.
    link(from, to, 1 / span)
    link(to, from, 1 / span)
  }

  const centre = new Map<string, number>()
  const apart = columns.map((keys) => distances(keys.map((key) => sizes.get(key)!)))
  columns.forEach((keys, column) => {
    const total = apart[column]!.at(-1) ?? 0
    keys.forEach((key, row) => centre.set(key, apart[column]![row]! - total / 2))
  })

  const sweeps = view.nodes.length > LARGE ? FEW_SWEEPS : SWEEPS
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    const order = columns.map((_, index) => (sweep % 2 === 0 ? index : columns.length - 1 - index))
    for (const column of order) {
      const keys = columns[column]!
      const wanted = keys.map((key) => meanOf(links.get(key), centre) ?? centre.get(key)!)
      const placed = separate(wanted, apart[column]!)
      keys.forEach((key, row) => centre.set(key, placed[row]!))
    }
  }

  const positions = new Map<string, Point>()
  let top = Infinity
  for (const [key, y] of centre) top = Math.min(top, y - sizes.get(key)!.breadth / 2 - sizes.get(key)!.before)
  const along = alongOf(view, columnOf, columns.length, direction)
  columns.forEach((keys, column) => {
    for (const key of keys) positions.set(key, turn({ x: along[column]!, y: Math.round(centre.get(key)! - sizes.get(key)!.breadth / 2 - top) }, direction))
  })
  return positions
}

/** Where each column begins: further from the one before where an edge between them has a label. */
export function alongOf({ edges }: GraphView, columnOf: ReadonlyMap<string, number>, count: number, direction: Direction): readonly number[] {
  const extra = Array.from({ length: count }, () => 0)
  for (const edge of edges) {
    const [from, to] = [columnOf.get(edge.from), columnOf.get(edge.to)]
    if (edge.back || from === undefined || to !== from + 1) continue
    extra[to] = Math.max(extra[to]!, labelRoom(edge, direction))
  }
  let at = 0
  return extra.map((room, column) => (at += column === 0 ? 0 : STRIDE[direction] + room))
}

/** How far below the first each node's centre must be at least. */
function distances(sizes: readonly Box[]): readonly number[] {
  let sum = 0
  return sizes.map((size, row) => {
    const before = sizes[row - 1]
    if (before) sum += before.breadth / 2 + GAP + size.before + size.breadth / 2
    return sum
  })
}

/** The values nearest to the wanted ones that keep the order and the distances. */
export function separate(wanted: readonly number[], apart: readonly number[]): readonly number[] {
  const pools: { sum: number; count: number }[] = []
  wanted.forEach((value, row) => {
    let pool = { sum: value - apart[row]!, count: 1 }
    let last = pools.at(-1)
    while (last && last.sum / last.count > pool.sum / pool.count) {
      pool = { sum: last.sum + pool.sum, count: last.count + pool.count }
      pools.pop()
      last = pools.at(-1)
    }
    pools.push(pool)
  })
  const values = pools.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count))
  return values.map((value, row) => value + apart[row]!)
}

function meanOf(links: readonly { readonly key: string; readonly weight: number }[] | undefined, centre: ReadonlyMap<string, number>): number | undefined {
  if (!links) return undefined
  let sum = 0
  let weight = 0
  for (const each of links) {
    const value = centre.get(each.key)
    if (value === undefined) continue
    sum += value * each.weight
    weight += each.weight
  }
  return weight === 0 ? undefined : sum / weight
}
