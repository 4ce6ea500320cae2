import { Position, type Edge, type Node } from '@xyflow/react'
import { useMemo, useRef } from 'react'
import type { GraphEdge, GraphNode, GraphView } from '../../core/index.ts'
import { useDocument, useLayout, useView, type Point, type Positions } from '../state/index.ts'
import { useCanvas } from './canvasStore.ts'
import { problemsOf, type NodeProblems } from './problemsOf.ts'
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

const EMPTY: GraphView = { nodes: [], edges: [], levels: [] }

/** Up to so many nodes threads go around what is in their way. */
const DETOURS = 400

export function cardSize(node: GraphNode): { readonly width: number; readonly height: number } {
  return node.kind === 'branch' ? { width: 168, height: 40 } : { width: 208, height: 84 }
}

/**
 * The graph in the shape that is drawn. An object is made anew only when something about it changed;
 * the status of a run is not part of it, since it changes far more often.
 */
export function useGraph(): { readonly nodes: CardNode[]; readonly edges: ThreadEdge[]; readonly view: GraphView; readonly positions: Positions } {
  const view = useDocument(({ projection }) => projection?.view) ?? EMPTY
  const diagnostics = useDocument(({ projection }) => projection?.diagnostics)
  const stale = useDocument(({ projection }) => projection?.stale === true)
  const settled = useLayout((state) => state.positions)
  const moving = useCanvas((state) => state.moving)
  const selection = useView((state) => state.selection)

  const problems = useRef<ReadonlyMap<string, NodeProblems>>(new Map())
  const byNode = useMemo(() => {
    // While the text does not parse its problems are the text's, not those of nodes.
    problems.current = problemsOf(view, stale ? [] : (diagnostics ?? []), problems.current)
    return problems.current
  }, [view, diagnostics, stale])

  const positions = useMemo(() => (moving ? new Map([...settled, ...moving]) : settled), [settled, moving])

  const connected = useMemo(() => {
    const into = new Set(view.edges.map(({ to }) => to))
    const outOf = new Set(view.edges.map(({ from }) => from))
    return { into, outOf }
  }, [view.edges])

  const nodeCache = useRef<ReadonlyMap<string, CardNode>>(new Map())
  const nodes = useMemo(() => {
    const selected = new Set(selection.nodes)
    const next = new Map<string, CardNode>()
    for (const node of view.nodes) {
      const point = positions.get(node.key)
      if (!point) continue
      const former = nodeCache.current.get(node.key)
      const data = keepData(former, { node, problems: byNode.get(node.key)!, into: connected.into.has(node.key), outOf: connected.outOf.has(node.key) })
      const isSelected = selected.has(node.key)
      const same = former && former.data === data && former.selected === isSelected && former.draggable === !stale && samePoint(former.position, point)
      next.set(node.key, same ? former : card(data, point, isSelected, stale))
    }
    nodeCache.current = next
    return [...next.values()]
  }, [view.nodes, positions, selection.nodes, byNode, connected, stale])

  const edgeCache = useRef<ReadonlyMap<string, ThreadEdge>>(new Map())
  const edges = useMemo(() => {
    const ids = new Map(view.nodes.map(({ key, id }) => [key, id]))
    const obstacles = view.nodes.length <= DETOURS ? obstaclesOf(view, positions) : null
    const next = new Map<string, ThreadEdge>()
    for (const edge of view.edges) {
      const from = positions.get(edge.from)
      const to = positions.get(edge.to)
      if (!from || !to) continue
      const detour = obstacles ? detourOf(outOf(from, view, edge.from), inTo(to, view, edge.to), obstacles) : undefined
      const former = edgeCache.current.get(edge.key)
      const selected = selection.edge === edge.key
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
    edgeCache.current = next
    return [...next.values()]
  }, [view, positions, selection.edge])

  return { nodes, edges, view, positions }
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

function outOf(point: Point, view: GraphView, key: string): Point {
  const { width, height } = sizeIn(view, key)
  return { x: point.x + width + 4, y: point.y + height / 2 }
}

function inTo(point: Point, view: GraphView, key: string): Point {
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
