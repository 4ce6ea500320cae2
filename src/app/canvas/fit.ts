import { getViewportForBounds, type Viewport } from '@xyflow/react'
import type { GraphView } from '../../core/index.ts'
import { HALF_LABEL, nodeSize, type Direction, type Positions } from '../state/index.ts'
import { WIDEST } from './labelRoom.ts'
import { waysBack } from './weave.ts'

/** Room around the graph when it is fitted, for the bands' labels above and the controls below. */
const FIT = { padding: { top: '64px', bottom: '72px', left: '14px', right: '14px' }, maxZoom: 1, minZoom: 0.05 } as const

/** How far threads that run back reach beyond their nodes where they turn. */
const TURNS = 30

/** The rectangle around all nodes that have a place and the threads that reach beyond them; null without any. */
export function boundsOf(view: GraphView, positions: Positions, direction: Direction): { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  const around = (x: number, y: number, width: number, height: number) => {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + width)
    bottom = Math.max(bottom, y + height)
  }
  const sizes = new Map<string, { readonly width: number; readonly height: number }>()
  for (const node of view.nodes) {
    const point = positions.get(node.key)
    if (!point) continue
    const { width, height, above } = nodeSize(node)
    sizes.set(node.key, { width, height })
    around(point.x, point.y - above, width, height + above)
  }
  const lanes = waysBack(view, positions, direction)
  for (const edge of view.edges) {
    const { from, to } = edge
    const [a, b, size, other] = [positions.get(from), positions.get(to), sizes.get(from), sizes.get(to)]
    if (!a || !b || !size || !other) continue
    const way = lanes.get(edge.key)
    if (way) {
      // A label lies flat on the middle of its lane, whichever way the graph runs.
      const half = edge.budget === undefined ? 0 : direction === 'down' ? WIDEST / 2 : edge.condition === undefined ? HALF_LABEL.line : HALF_LABEL.two
      if (direction === 'right') around(Math.min(way.from.x, way.to.x), way.lane, 0, half)
      else around(way.lane, Math.min(way.from.y, way.to.y), half, 0)
    } else if (direction === 'right' ? b.x < a.x + size.width : b.y < a.y + size.height) {
      if (direction === 'right') {
        around(a.x, a.y, size.width + TURNS, 0)
        around(b.x - TURNS, b.y, 0, 0)
      } else {
        around(a.x, a.y, 0, size.height + TURNS)
        around(b.x, b.y - TURNS, 0, 0)
      }
    }
  }
  return right < left ? null : { x: left, y: top, width: right - left, height: bottom - top }
}

/** Where the view goes to show all of a graph in a box of the page, by where its nodes are to stand; null without any. */
export function viewportOf(view: GraphView, { positions, direction }: { readonly positions: Positions; readonly direction: Direction }, { width, height }: { readonly width: number; readonly height: number }): Viewport | null {
  const bounds = boundsOf(view, positions, direction)
  return bounds && getViewportForBounds(bounds, width, height, FIT.minZoom, FIT.maxZoom, FIT.padding)
}

/** Is the view where it was led to show all, untouched since? */
export function isAsFitted(now: Viewport, fitted: Viewport | null): boolean {
  return fitted !== null && Math.abs(now.x - fitted.x) < 1 && Math.abs(now.y - fitted.y) < 1 && Math.abs(now.zoom - fitted.zoom) < 0.001
}
