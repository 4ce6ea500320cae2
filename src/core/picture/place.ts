import { layersOf } from '../graph/layers.ts'
import type { GraphNode, GraphView } from '../graph/view.ts'

export type Place = { readonly x: number; readonly y: number }
/** Which way a graph runs: from left to right, or from top to bottom. */
export type Direction = 'right' | 'down'

const COLUMN = 260
const GAP = 36

export type Size = { readonly width: number; readonly height: number }

/** A node as it is drawn everywhere, in pixels: in pictures and on the canvas. */
export const CARD_SIZE: Size = { width: 208, height: 84 }
/** The middle of a card, from its left upper corner. */
export const CARD_MIDDLE: Place = { x: CARD_SIZE.width / 2, y: CARD_SIZE.height / 2 }
const BRANCH_SIZE: Size = { width: 168, height: 40 }
const END_SIZE: Size = { width: 84, height: 36 }

export function sizeOf({ kind, end }: Pick<GraphNode, 'kind' | 'end'>): Size {
  if (end) return END_SIZE
  return kind === 'branch' ? BRANCH_SIZE : CARD_SIZE
}

/**
 * Places by level, where nobody has placed the nodes. Each column (or row) is centred; a node's place in it
 * follows the nodes that it needs, so that few edges cross (the barycentre rule of Sugiyama's method, one
 * sweep). What has no level, on a cycle or only named, stands behind the rest.
 */
export function placesByLevel(view: GraphView, direction: Direction): ReadonlyMap<string, Place> {
  const layers = layersOf(view)
  const levelled = new Set(layers.flat())
  const byKey = new Map(view.nodes.map((node) => [node.key, node]))
  const columns: (readonly GraphNode[])[] = layers.map((level) => level.flatMap((key) => byKey.get(key) ?? []))
  const rest = view.nodes.filter(({ key }) => !levelled.has(key))
  if (rest.length > 0) columns.push(rest)
  const sources = new Map<string, string[]>()
  for (const { from, to, kind, back } of view.edges) {
    if (kind === 'route' || back) continue
    const list = sources.get(to)
    if (list === undefined) sources.set(to, [from])
    else list.push(from)
  }
  // Along the levels, and across them.
  const [along, across] = direction === 'right' ? [COLUMN, CARD_SIZE.height + GAP] : [CARD_SIZE.height + 72, CARD_SIZE.width + GAP]
  const most = columns.reduce((longest, { length }) => Math.max(longest, length), 1)
  const rows = new Map<string, number>()
  const places = new Map<string, Place>()
  columns.forEach((column, level) => {
    const weights = new Map(column.map((node) => {
      const known = (sources.get(node.key) ?? []).flatMap((key) => rows.get(key) ?? [])
      return [node.key, known.length === 0 ? Infinity : known.reduce((sum, row) => sum + row, 0) / known.length]
    }))
    const weight = ({ key }: GraphNode): number => weights.get(key)!
    const first = ((most - column.length) * across) / 2
    column.toSorted((a, b) => (weight(a) === weight(b) ? a.index - b.index : weight(a) - weight(b))).forEach((node, row) => {
      const at = first + row * across
      rows.set(node.key, at)
      places.set(node.key, direction === 'right' ? { x: level * along, y: at } : { x: at, y: level * along })
    })
  })
  return places
}
