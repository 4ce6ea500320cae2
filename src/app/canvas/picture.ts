import { Position, type Edge, type Node } from '@xyflow/react'
import type { GraphEdge, GraphNode, GraphView } from '../../core/index.ts'
import type { Point, Positions } from '../state/index.ts'
import type { NodeProblems } from './problemsOf.ts'
import { detourOf, type Detour, type Obstacle } from './threads.ts'

export type CardData = {
  readonly node: GraphNode
  readonly problems: NodeProblems
  /** Do threads come in, or go out? Eyelets without one show only when they may be used. */
  readonly into: boolean
  readonly outOf: boolean
}

export type CardNode = Node<CardData, 'card'>

export type ThreadData = { readonly edge: GraphEdge; readonly fromId: string; readonly toId: string; readonly detour?: Detour }

export type ThreadEdge = Edge<ThreadData, 'thread'>

/** Up to so many nodes threads go around what is in their way. */
const DETOURS = 400

export function cardSize(node: GraphNode): { readonly width: number; readonly height: number } {
  return node.kind === 'branch' ? { width: 168, height: 40 } : { width: 208, height: 84 }
}

export type CardInput = {
  readonly view: GraphView
  readonly positions: Positions
  readonly problems: ReadonlyMap<string, NodeProblems>
  readonly selection: readonly string[]
  readonly stale: boolean
}

/** The nodes to draw, by key; those about which nothing changed are the same objects as before. */
export function buildCards(before: ReadonlyMap<string, CardNode>, { view, positions, problems, selection, stale }: CardInput): ReadonlyMap<string, CardNode> {
  const into = new Set(view.edges.map(({ to }) => to))
  const outOf = new Set(view.edges.map(({ from }) => from))
  const chosen = new Set(selection)
  const next = new Map<string, CardNode>()
  for (const node of view.nodes) {
    const point = positions.get(node.key)
    if (!point) continue
    const former = before.get(node.key)
    const data = keepData(former, { node, problems: problems.get(node.key)!, into: into.has(node.key), outOf: outOf.has(node.key) })
    const isSelected = chosen.has(node.key)
    const same = former && former.data === data && former.selected === isSelected && former.draggable === !stale && samePoint(former.position, point)
    next.set(node.key, same ? former : card(data, point, isSelected, stale))
  }
  return next
}

/** The edges to draw, by key; those about which nothing changed are the same objects as before. */
export function buildThreads(before: ReadonlyMap<string, ThreadEdge>, view: GraphView, positions: Positions, selectedEdge: string | null): ReadonlyMap<string, ThreadEdge> {
  const ids = new Map(view.nodes.map(({ key, id }) => [key, id]))
  const obstacles = view.nodes.length <= DETOURS ? obstaclesOf(view, positions) : null
  const next = new Map<string, ThreadEdge>()
  for (const edge of view.edges) {
    const from = positions.get(edge.from)
    const to = positions.get(edge.to)
    if (!from || !to) continue
    const detour = obstacles ? detourOf(eyeletOut(from, view, edge.from), eyeletIn(to, view, edge.to), obstacles) : undefined
    const former = before.get(edge.key)
    const selected = selectedEdge === edge.key
    const fromId = ids.get(edge.from) ?? edge.from
    const toId = ids.get(edge.to) ?? edge.to
    const same = former?.data && former.data.edge === edge && former.data.fromId === fromId && former.data.toId === toId && former.selected === selected && sameDetour(former.data.detour, detour)
    next.set(
      edge.key,
      same
        ? former
        : {
            id: edge.key,
            type: 'thread',
            source: edge.from,
            target: edge.to,
            selected,
            // A route lies over the need that may go the same way.
            zIndex: selected ? 2 : edge.kind === 'route' ? 1 : 0,
            data: { edge, fromId, toId, ...(detour && { detour }) },
            ariaLabel: edge.kind === 'route' ? `${fromId} routes to ${toId}` : `${toId} needs ${fromId}`,
          },
    )
  }
  return next
}

function card(data: CardData, { x, y }: Point, selected: boolean, stale: boolean): CardNode {
  const { node } = data
  const { width, height } = cardSize(node)
  const eyelet = { width: 7, height: 15, y: height / 2 - 7.5 }
  return {
    id: node.key,
    type: 'card',
    position: { x, y },
    width,
    height,
    measured: { width, height },
    handles: [
      { ...eyelet, id: null, type: 'target', position: Position.Left, x: -4 },
      { ...eyelet, id: null, type: 'source', position: Position.Right, x: width - 3 },
    ],
    selected,
    draggable: !stale,
    connectable: !stale && !node.ghost,
    zIndex: selected ? 2 : 0,
    data,
    ariaLabel: labelOf(data),
  }
}

function labelOf({ node, problems }: CardData): string {
  if (node.ghost) return `${node.id}: no node has this id`
  const words = [node.id === '' ? 'node without id' : node.id, node.kind]
  if (problems.errors > 0) words.push(problems.errors === 1 ? '1 error' : `${problems.errors} errors`)
  if (problems.warnings > 0) words.push(problems.warnings === 1 ? '1 warning' : `${problems.warnings} warnings`)
  return words.join(', ')
}

function keepData(former: CardNode | undefined, data: CardData): CardData {
  const before = former?.data
  const same = before && before.node === data.node && before.problems === data.problems && before.into === data.into && before.outOf === data.outOf
  return same ? before : data
}

function samePoint(a: Point, b: Point): boolean {
  return a.x === b.x && a.y === b.y
}

function sameDetour(a: Detour | undefined, b: Detour | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && a.y === b.y && a.start === b.start && a.end === b.end)
}

function obstaclesOf(view: GraphView, positions: Positions): readonly Obstacle[] {
  return view.nodes.flatMap((node) => {
    const point = positions.get(node.key)
    if (!point) return []
    const { width, height } = cardSize(node)
    return [{ left: point.x, right: point.x + width, top: point.y - (node.note ? 22 : 0), bottom: point.y + height }]
  })
}

function eyeletOut(point: Point, view: GraphView, key: string): Point {
  const { width, height } = sizeIn(view, key)
  return { x: point.x + width + 4, y: point.y + height / 2 }
}

function eyeletIn(point: Point, view: GraphView, key: string): Point {
  return { x: point.x - 5, y: point.y + sizeIn(view, key).height / 2 }
}

const sizesOf = new WeakMap<GraphView, ReadonlyMap<string, ReturnType<typeof cardSize>>>()

function sizeIn(view: GraphView, key: string): ReturnType<typeof cardSize> {
  let sizes = sizesOf.get(view)
  if (!sizes) {
    sizes = new Map(view.nodes.map((node) => [node.key, cardSize(node)]))
    sizesOf.set(view, sizes)
  }
  return sizes.get(key) ?? { width: 208, height: 84 }
}
