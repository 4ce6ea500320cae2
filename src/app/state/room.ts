import { reachable, type GraphNode, type GraphView } from '../../core/index.ts'
import type { Point, Positions } from './layout.ts'
import { nodeSize, type Direction } from './nodeSize.ts'

/** Room for a thread before and behind a node. */
const AIR = 52

export type Room = { readonly at: Point; readonly shifted: Positions }

/**
 * Where a node between two others goes, and who makes room for it: nobody when there is room already,
 * else what lies behind the second node moves on together; should that cover others, all that stands
 * as far along as it. Null when the two have no places.
 */
export function roomBetween(view: GraphView, positions: Positions, edge: { readonly from: string; readonly to: string }, node: Pick<GraphNode, 'kind'>, direction: Direction): Room | null {
  const from = positions.get(edge.from)
  const to = positions.get(edge.to)
  if (!from || !to) return null
  const nodes = new Map(view.nodes.map((each) => [each.key, each]))
  const size = sizeFor(node)
  const along = direction === 'right' ? 'x' : 'y'
  const across = direction === 'right' ? 'y' : 'x'
  const length = direction === 'right' ? 'width' : 'height'
  const breadth = direction === 'right' ? 'height' : 'width'
  const sizeOf = (key: string) => sizeFor(nodes.get(key) ?? node)
  const start = from[along] + sizeOf(edge.from)[length]
  const missing = size[length] + 2 * AIR - (to[along] - start)
  // An edge that leads back has no between: the node goes behind the first one.
  const back = to[along] < start
  const middle = (from[across] + sizeOf(edge.from)[breadth] / 2 + to[across] + sizeOf(edge.to)[breadth] / 2) / 2 - size[breadth] / 2
  const place = (a: number): Point => (direction === 'right' ? { x: Math.round(a), y: Math.round(middle) } : { x: Math.round(middle), y: Math.round(a) })
  if (back) return { at: place(start + AIR), shifted: new Map() }
  if (missing <= 0) return { at: free(place(start + (to[along] - start - size[length]) / 2), positions), shifted: new Map() }
  const step = Math.ceil(missing)
  const behind = reachable(view.edges, [edge.to], 'down')
  behind.add(edge.to)
  behind.delete(edge.from)
  const at = place(start + AIR)
  const narrow = shift((key, point) => behind.has(key) && point[along] >= to[along])
  const shifted = covers(narrow) ? shift((_key, point) => point[along] >= to[along]) : narrow
  return { at: free(at, new Map([...positions, ...shifted])), shifted }

  function shift(goes: (key: string, point: Point) => boolean): Positions {
    const moved = new Map<string, Point>()
    for (const [key, point] of positions) {
      if (nodes.has(key) && goes(key, point)) moved.set(key, direction === 'right' ? { x: point.x + step, y: point.y } : { x: point.x, y: point.y + step })
    }
    return moved
  }

  /** Would moved nodes stand on others, or others on the new one? */
  function covers(moved: Positions): boolean {
    const stays = [...positions].filter(([key]) => nodes.has(key) && !moved.has(key))
    return [...moved].some(([key, point]) => stays.some(([other, there]) => overlap(point, sizeOf(key), there, sizeOf(other))))
  }

  /** The nearest place across at which the node covers no other. */
  function free(wanted: Point, all: Positions): Point {
    const others = [...all].filter(([key]) => nodes.has(key))
    const fits = (point: Point) => others.every(([key, there]) => !overlap(point, size, there, sizeOf(key)))
    for (let step = 0; step < 200; step += 1) {
      const away = Math.ceil(step / 2) * 30 * (step % 2 === 0 ? 1 : -1)
      const point = direction === 'right' ? { x: wanted.x, y: wanted.y + away } : { x: wanted.x + away, y: wanted.y }
      if (fits(point)) return point
    }
    return wanted
  }
}

function sizeFor(node: Pick<GraphNode, 'kind' | 'note'>): { readonly width: number; readonly height: number } {
  return nodeSize({ key: '', id: '', summary: '', index: 0, ...node })
}

function overlap(a: Point, size: { readonly width: number; readonly height: number }, b: Point, other: { readonly width: number; readonly height: number }): boolean {
  const air = 8
  return a.x < b.x + other.width + air && b.x < a.x + size.width + air && a.y < b.y + other.height + air && b.y < a.y + size.height + air
}
