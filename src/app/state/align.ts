import { unreachable } from '../../core/index.ts'
import type { Point, Positions } from './layout.ts'
import type { NodeSize } from './nodeSize.ts'

export type Alignment = 'left' | 'right' | 'top' | 'bottom' | 'centre' | 'middle' | 'spread-across' | 'spread-down'

/** What each alignment is called where it is offered; `centre` lines up on an upright line, `middle` on a level one. */
export const ALIGNMENTS: readonly { readonly kind: Alignment; readonly label: string; readonly least: number }[] = [
  { kind: 'left', label: 'Align left edges', least: 2 },
  { kind: 'centre', label: 'Align centres horizontally', least: 2 },
  { kind: 'right', label: 'Align right edges', least: 2 },
  { kind: 'top', label: 'Align top edges', least: 2 },
  { kind: 'middle', label: 'Align centres vertically', least: 2 },
  { kind: 'bottom', label: 'Align bottom edges', least: 2 },
  { kind: 'spread-across', label: 'Distribute horizontally', least: 3 },
  { kind: 'spread-down', label: 'Distribute vertically', least: 3 },
]

export type Placed = { readonly key: string; readonly point: Point; readonly size: Pick<NodeSize, 'width' | 'height'> }

/**
 * New places for nodes that are to stand in line; only of those that move. Edges line up with the
 * outermost one, centres with the middle of them all; distributing leaves the first and the last where
 * they are and makes the gaps between even.
 */
export function align(nodes: readonly Placed[], alignment: Alignment): Positions {
  const moved = new Map<string, Point>()
  if (nodes.length < 2) return moved
  const put = (node: Placed, point: Partial<Point>) => {
    const to = { x: Math.round(point.x ?? node.point.x), y: Math.round(point.y ?? node.point.y) }
    if (to.x !== node.point.x || to.y !== node.point.y) moved.set(node.key, to)
  }
  const left = least(nodes.map(({ point }) => point.x))
  const top = least(nodes.map(({ point }) => point.y))
  const right = -least(nodes.map(({ point, size }) => -point.x - size.width))
  const bottom = -least(nodes.map(({ point, size }) => -point.y - size.height))
  switch (alignment) {
    case 'left':
      for (const node of nodes) put(node, { x: left })
      return moved
    case 'right':
      for (const node of nodes) put(node, { x: right - node.size.width })
      return moved
    case 'top':
      for (const node of nodes) put(node, { y: top })
      return moved
    case 'bottom':
      for (const node of nodes) put(node, { y: bottom - node.size.height })
      return moved
    case 'centre':
      for (const node of nodes) put(node, { x: (left + right - node.size.width) / 2 })
      return moved
    case 'middle':
      for (const node of nodes) put(node, { y: (top + bottom - node.size.height) / 2 })
      return moved
    case 'spread-across':
      for (const [node, x] of spread(nodes, (each) => each.point.x, (each) => each.size.width)) put(node, { x })
      return moved
    case 'spread-down':
      for (const [node, y] of spread(nodes, (each) => each.point.y, (each) => each.size.height)) put(node, { y })
      return moved
    default:
      return unreachable(alignment)
  }
}

function spread(nodes: readonly Placed[], start: (node: Placed) => number, length: (node: Placed) => number): readonly (readonly [Placed, number])[] {
  const order = nodes.toSorted((a, b) => start(a) + length(a) / 2 - start(b) - length(b) / 2)
  const first = order[0]!
  const last = order.at(-1)!
  const filled = order.reduce((sum, node) => sum + length(node), 0)
  const gap = (start(last) + length(last) - start(first) - filled) / (order.length - 1)
  let at = start(first)
  return order.map((node) => {
    const here = at
    at += length(node) + gap
    return [node, here] as const
  })
}

function least(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Infinity)
}
