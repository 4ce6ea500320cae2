import type { GraphEdge, GraphNode, GraphView } from '../../core/index.ts'
import { nodeSize, type Direction, type Point, type Positions } from '../state/index.ts'
import { detourOf, turned, type Obstacle, type Run } from './threads.ts'

/** An edge as it is drawn: who it joins, and the way that it takes. */
export type Strand = Run & { readonly edge: GraphEdge; readonly fromId: string; readonly toId: string }

/** Up to so many nodes threads go around what is in their way. */
const DETOURS = 400
/** Up to so many they do while nodes are in hand; else those that hang on them go straight until they are let go. */
const LIVE = 120

type Woven = { readonly view: GraphView; readonly positions: Positions; readonly direction: Direction; readonly strands: ReadonlyMap<string, Strand> }

/**
 * Threads for all edges, by key; those about which nothing changed are the same objects as in `before`.
 * `held` are nodes on their way: their places win over the settled ones.
 */
export function weave(before: Woven | null, view: GraphView, settled: Positions, held: Positions | null, direction: Direction): Woven {
  const positions = held ? new Map([...settled, ...held]) : settled
  const nodes = nodesOf(view)
  const sameGround = before !== null && before.view === view && before.direction === direction
  const careful = view.nodes.length <= (held ? LIVE : DETOURS)
  const obstacles = careful ? obstaclesOf(view, positions, direction) : null
  const strands = new Map<string, Strand>()
  for (const edge of view.edges) {
    const former = before?.strands.get(edge.key)
    const touched = held !== null && (held.has(edge.from) || held.has(edge.to))
    if (held && !careful && sameGround && former && !touched) {
      strands.set(edge.key, former)
      continue
    }
    const from = nodes.get(edge.from)
    const to = nodes.get(edge.to)
    const at = positions.get(edge.from)
    const there = positions.get(edge.to)
    if (!from || !to || !at || !there) continue
    const out = eyelet(from, at, 'out', direction)
    const into = eyelet(to, there, 'in', direction)
    const detour = obstacles ? detourOf(turned(out, direction), turned(into, direction), obstacles) : undefined
    const strand: Strand = { edge, fromId: from.id, toId: to.id, from: out, to: into, direction, ...(detour && { detour }) }
    strands.set(edge.key, former && same(former, strand) ? former : strand)
  }
  return { view, positions, direction, strands }
}

const lists = new WeakMap<GraphView, ReadonlyMap<string, GraphNode>>()

function nodesOf(view: GraphView): ReadonlyMap<string, GraphNode> {
  let nodes = lists.get(view)
  if (!nodes) {
    nodes = new Map(view.nodes.map((node) => [node.key, node]))
    lists.set(view, nodes)
  }
  return nodes
}

/** The end of a thread at the eyelet of a node. */
function eyelet(node: GraphNode, { x, y }: Point, side: 'in' | 'out', direction: Direction): Point {
  const { width, height } = nodeSize(node)
  if (direction === 'right') return { x: side === 'out' ? x + width + 4 : x - 5, y: y + height / 2 }
  return { x: x + width / 2, y: side === 'out' ? y + height + 4 : y - 5 }
}

function obstaclesOf(view: GraphView, positions: Positions, direction: Direction): readonly Obstacle[] {
  return view.nodes.flatMap((node) => {
    const point = positions.get(node.key)
    if (!point) return []
    const { width, height, above } = nodeSize(node)
    const [left, top, right, bottom] = [point.x, point.y - above, point.x + width, point.y + height]
    return [direction === 'right' ? { left, right, top, bottom } : { left: top, right: bottom, top: left, bottom: right }]
  })
}

function same(a: Strand, b: Strand): boolean {
  return (
    a.edge === b.edge &&
    a.fromId === b.fromId &&
    a.toId === b.toId &&
    a.direction === b.direction &&
    samePoint(a.from, b.from) &&
    samePoint(a.to, b.to) &&
    (a.detour === b.detour || (a.detour !== undefined && b.detour !== undefined && a.detour.y === b.detour.y && a.detour.start === b.detour.start && a.detour.end === b.detour.end))
  )
}

function samePoint(a: Point, b: Point): boolean {
  return a.x === b.x && a.y === b.y
}
