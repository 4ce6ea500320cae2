import { Position, type Node } from '@xyflow/react'
import type { GraphNode, GraphView } from '../../core/index.ts'
import { nodeSize, type Direction, type Point, type Positions } from '../state/index.ts'
import { countWords, type NodeProblems } from './problemsOf.ts'

export type CardData = {
  /** Its `index` may be an older one: where it stands in the file is not drawn. */
  readonly node: GraphNode
  readonly problems: NodeProblems
  /** Do threads come in, or go out? Eyelets without one show only when they may be used. */
  readonly into: boolean
  readonly outOf: boolean
  readonly direction: Direction
}

export type CardNode = Node<CardData, 'card'>

export type CardInput = {
  readonly view: GraphView
  readonly positions: Positions
  readonly problems: ReadonlyMap<string, NodeProblems>
  readonly selection: readonly string[]
  readonly stale: boolean
  readonly direction: Direction
}

/** The nodes to draw, by key; those about which nothing changed are the same objects as before. */
export function buildCards(before: ReadonlyMap<string, CardNode>, { view, positions, problems, selection, stale, direction }: CardInput): ReadonlyMap<string, CardNode> {
  const into = new Set<string>()
  const outOf = new Set<string>()
  for (const { from, to } of view.edges) {
    into.add(to)
    outOf.add(from)
  }
  const chosen = new Set(selection)
  const next = new Map<string, CardNode>()
  for (const node of view.nodes) {
    const point = positions.get(node.key)
    if (!point) continue
    const former = before.get(node.key)
    const data = keepData(former, { node, problems: problems.get(node.key)!, into: into.has(node.key), outOf: outOf.has(node.key), direction })
    const isSelected = chosen.has(node.key)
    const same = former && former.data === data && former.selected === isSelected && former.draggable === !stale && samePoint(former.position, point)
    next.set(node.key, same ? former : card(data, point, isSelected, stale))
  }
  return next
}

/** The same nodes with those in hand where they are now: moved from where they stand, as a picture of their own, so that nothing else is laid out or painted anew. */
export function withHeld(nodes: readonly CardNode[], held: Positions): CardNode[] {
  return nodes.map((node) => {
    const point = held.get(node.id)
    return point && !samePoint(point, node.position) ? { ...node, position: point, style: { ...node.style, transform: `translate(${point.x - node.position.x}px, ${point.y - node.position.y}px)`, willChange: 'transform' } } : node
  })
}

function card(data: CardData, { x, y }: Point, selected: boolean, stale: boolean): CardNode {
  const { node, direction } = data
  const { width, height } = nodeSize(node)
  return {
    id: node.key,
    type: 'card',
    position: { x, y },
    style: standing({ x, y }, selected),
    width,
    height,
    measured: { width, height },
    handles:
      direction === 'right'
        ? [
            { width: 7, height: 15, y: height / 2 - 7.5, id: null, type: 'target', position: Position.Left, x: -4 },
            { width: 7, height: 15, y: height / 2 - 7.5, id: null, type: 'source', position: Position.Right, x: width - 3 },
          ]
        : [
            { width: 15, height: 7, x: width / 2 - 7.5, id: null, type: 'target', position: Position.Top, y: -4 },
            { width: 15, height: 7, x: width / 2 - 7.5, id: null, type: 'source', position: Position.Bottom, y: height - 3 },
          ],
    selected,
    draggable: !stale,
    connectable: !stale && !node.ghost,
    zIndex: selected ? 2 : 0,
    data,
    ariaLabel: labelOf(data),
  }
}

/**
 * At a place of the plane, not moved there, and in no stack of its own: the browser paints what is as a
 * piece apart, and a thousand pieces cost every frame of the whole page, also one that shows a typed letter.
 */
function standing({ x, y }: Point, selected: boolean): CardNode['style'] & object {
  return { transform: 'none', left: x, top: y, zIndex: selected ? 2 : 'auto' }
}

function labelOf({ node, problems }: CardData): string {
  if (node.end) return 'End of the flow'
  if (node.ghost) return `${node.id}: no node has this id`
  const words = [node.id === '' ? 'node without id' : node.id, node.kind, ...countWords(problems)]
  if (node.entry) words.push('entry')
  if (node.condition !== undefined) words.push(`if ${node.condition}`)
  if (node.note) words.push(`note: ${node.note.split('\n')[0]}`)
  return words.join(', ')
}

function keepData(former: CardNode | undefined, data: CardData): CardData {
  const before = former?.data
  const same = before && drawnAlike(before.node, data.node) && before.problems === data.problems && before.into === data.into && before.outOf === data.outOf && before.direction === data.direction
  return same ? before : data
}

/** A node that only stands elsewhere in the file, because one before it came or went, looks the same. */
function drawnAlike(a: GraphNode, b: GraphNode): boolean {
  return a === b || (a.key === b.key && a.id === b.id && a.kind === b.kind && a.summary === b.summary && a.note === b.note && a.ghost === b.ghost && a.entry === b.entry && a.end === b.end && a.condition === b.condition)
}

function samePoint(a: Point, b: Point): boolean {
  return a.x === b.x && a.y === b.y
}
