import type { GraphEdge, GraphNode, GraphView } from '../../core/index.ts'
import { nodeSize, type Direction, type Point, type Positions } from '../state/index.ts'
import { lanesOf, type WayBack } from './lanes.ts'
import { roomFor, sameRoom, type Room } from './labelRoom.ts'
import { detourOf, middleOf, returnOf, runsBack, turned, type Detour, type Obstacle, type Run } from './threads.ts'

/** An edge as it is drawn: who it joins, and the way that it takes. */
export type Strand = Run & {
  readonly edge: GraphEdge
  readonly fromId: string
  readonly toId: string
  /** It leads to the end. */
  readonly ends?: true
  /** How wide a label on it may be without covering a node: one of a line, and one of two. Absent where nobody looked. */
  readonly room?: Room
}

/** Up to so many nodes threads go around what is in their way. */
const DETOURS = 400
/** Up to so many they do while nodes are in hand; else those that hang on them go straight until they are let go. */
const LIVE = 120

export type Woven = {
  readonly view: GraphView
  readonly positions: Positions
  readonly direction: Direction
  /** Do they go around what is in their way, so that how each runs depends on all nodes? */
  readonly careful: boolean
  readonly strands: ReadonlyMap<string, Strand>
  /** Of very many threads those that hang on nodes in hand, as they run now; `strands` has where they ran before. */
  readonly moved: ReadonlyMap<string, Strand>
}

const UNMOVED: ReadonlyMap<string, Strand> = new Map()

/**
 * Threads for all edges, by key; those about which nothing changed are the same objects as in `before`, as is the
 * map where that holds for all of them.
 * `held` are nodes on their way: their places win over the settled ones.
 */
export function weave(before: Woven | null, view: GraphView, settled: Positions, held: Positions | null, direction: Direction): Woven {
  const careful = view.nodes.length <= (held ? LIVE : DETOURS)
  if (held && !careful) {
    // A frame of a drag must not cost what the whole graph costs.
    const ground = before?.view === view && before.direction === direction && before.positions === settled ? before : weave(before, view, settled, null, direction)
    const own = view.edges.filter(({ from, to }) => held.has(from) || held.has(to))
    return { ...ground, moved: strandsOf(own, view, { get: (key) => held.get(key) ?? settled.get(key) }, direction, null) }
  }
  const positions = held ? new Map([...settled, ...held]) : settled
  const still = before && !before.careful && !careful && before.direction === direction ? stillOf(before, view, positions) : undefined
  const strands = strandsOf(view.edges, view, positions, direction, careful ? obstaclesOf(view, positions, direction) : null, still)
  let kept = 0
  for (const [key, strand] of strands) {
    const former = before?.strands.get(key)
    if (!former || (former !== strand && !same(former, strand))) continue
    strands.set(key, former)
    kept += 1
  }
  const isAsBefore = before !== null && kept === strands.size && kept === before.strands.size
  return { view, positions, direction, careful, strands: isAsBefore ? before.strands : strands, moved: UNMOVED }
}

/** Gives the thread of an edge from before where it runs as it did: it is the same edge, between nodes that are the same and stand where they stood. */
function stillOf(before: Woven, view: GraphView, positions: Places): (edge: GraphEdge) => Strand | undefined {
  const then = nodesOf(before.view)
  const still = new Set<string>()
  for (const node of view.nodes) {
    const point = positions.get(node.key)
    if (point !== undefined && point === before.positions.get(node.key) && node === then.get(node.key)) still.add(node.key)
  }
  return (edge) => {
    const strand = still.has(edge.from) && still.has(edge.to) ? before.strands.get(edge.key) : undefined
    return strand?.edge === edge ? strand : undefined
  }
}

/** The threads of some of the edges: of those whose ends have places. */
function strandsOf(edges: readonly GraphEdge[], view: GraphView, positions: Places, direction: Direction, obstacles: readonly Obstacle[] | null, still?: (edge: GraphEdge) => Strand | undefined): Map<string, Strand> {
  const nodes = nodesOf(view)
  const lanes = edges.some((edge) => edge.back) ? waysBack(view, positions, direction, obstacles) : NO_LANES
  const strands = new Map<string, Strand>()
  for (const edge of edges) {
    const former = edge.back ? undefined : still?.(edge)
    if (former) {
      strands.set(edge.key, former)
      continue
    }
    const from = nodes.get(edge.from)
    const to = nodes.get(edge.to)
    const at = positions.get(edge.from)
    const there = positions.get(edge.to)
    if (!from || !to || !at || !there) continue
    const way = lanes.get(edge.key)
    if (way) {
      strands.set(edge.key, withRoom({ edge, fromId: from.id, toId: to.id, from: way.from, to: way.to, direction, lane: way.lane }))
      continue
    }
    const out = eyelet(from, at, 'out', direction)
    const into = eyelet(to, there, 'in', direction)
    const [first, last] = [turned(out, direction), turned(into, direction)]
    const free = obstacles ? (runsBack(first, last) ? returnOf : detourOf)(first, last, obstacles) : undefined
    const detour = free ?? beside(first, last, edge.index ?? 0)
    strands.set(edge.key, withRoom({ edge, fromId: from.id, toId: to.id, from: out, to: into, direction, ...(detour && { detour }), ...(to.end && { ends: true }) }))
  }
  return strands

  function withRoom(strand: Strand): Strand {
    if (strand.edge.budget === undefined || obstacles === null) return strand
    return { ...strand, room: roomFor(turned(middleOf(strand), direction), obstacles, direction) }
  }
}

/** Where nodes are. */
type Places = Pick<Positions, 'get'>

/** How far one of several edges between the same two nodes bends away from the one before. */
const BEND = 48

/** The second edge between two nodes, and the third, must not lie on the first. */
function beside(from: Point, to: Point, index: number): Detour | undefined {
  if (index === 0 || to.x - from.x < BEND) return undefined
  const third = (to.x - from.x) / 3
  return { y: (from.y + to.y) / 2 + BEND * index, start: from.x + third, end: to.x - third }
}

type Lane = { readonly from: Point; readonly to: Point; readonly lane: number }

/** Where a way back leaves its node, beside where another comes in: this far from the middle. */
const BESIDE = 28

/** The ways that lead back, by key, with the lanes that they take below the nodes: across, turned where the graph runs down. */
export function waysBack(view: GraphView, positions: Places, direction: Direction, obstacles: readonly Obstacle[] | null = null): ReadonlyMap<string, Lane> {
  const back = view.edges.filter((edge) => edge.back)
  if (back.length === 0) return new Map()
  const nodes = nodesOf(view)
  const leaving = new Set(back.map(({ from }) => from))
  const coming = new Set(back.map(({ to }) => to))
  const ways = back.flatMap(({ key, from, to }): WayBack[] => {
    const [a, b, at, there] = [nodes.get(from), nodes.get(to), positions.get(from), positions.get(to)]
    if (!a || !b || !at || !there) return []
    return [{ key, from: below(a, at, coming.has(from) ? BESIDE : 0, direction), to: below(b, there, leaving.has(to) ? -BESIDE : 0, direction) }]
  })
  const lanes = lanesOf(ways, obstacles ?? obstaclesOf(view, positions, direction))
  return new Map(ways.map(({ key, from, to }) => [key, { from: turned(from, direction), to: turned(to, direction), lane: lanes.get(key)! }]))
}

/** The eyelet of ways back, turned so that the graph runs to the right: `beside` the middle of the node's far side. */
function below(node: GraphNode, point: Point, beside: number, direction: Direction): Point {
  const { width, height } = nodeSize(node)
  const { x, y } = turned(point, direction)
  const [length, breadth] = direction === 'right' ? [width, height] : [height, width]
  return { x: x + length / 2 + Math.max(-length / 2 + 8, Math.min(length / 2 - 8, beside)), y: y + breadth + 5 }
}

const NO_LANES: ReadonlyMap<string, Lane> = new Map()

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

function obstaclesOf(view: GraphView, positions: Places, direction: Direction): readonly Obstacle[] {
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
    a.lane === b.lane &&
    sameRoom(a.room, b.room) &&
    samePoint(a.from, b.from) &&
    samePoint(a.to, b.to) &&
    (a.detour === b.detour || (a.detour !== undefined && b.detour !== undefined && a.detour.y === b.detour.y && a.detour.start === b.detour.start && a.detour.end === b.detour.end))
  )
}

function samePoint(a: Point, b: Point): boolean {
  return a.x === b.x && a.y === b.y
}
