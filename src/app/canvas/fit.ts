import { getViewportForBounds, type Viewport } from '@xyflow/react'
import type { GraphNode } from '../../core/index.ts'
import { nodeSize, type Positions } from '../state/index.ts'

/** Room around the graph when it is fitted, for the bands' labels above and the controls below. */
export const FIT = { padding: { top: '64px', bottom: '64px', left: '22px', right: '22px' }, maxZoom: 1, minZoom: 0.05 } as const

/** The rectangle around all nodes that have a place; null without any. */
export function boundsOf(nodes: readonly GraphNode[], positions: Positions): { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const node of nodes) {
    const point = positions.get(node.key)
    if (!point) continue
    const { width, height, above } = nodeSize(node)
    left = Math.min(left, point.x)
    top = Math.min(top, point.y - above)
    right = Math.max(right, point.x + width)
    bottom = Math.max(bottom, point.y + height)
  }
  return right < left ? null : { x: left, y: top, width: right - left, height: bottom - top }
}

/** Where the view goes to show all nodes in a box of the page, by where they are to stand; null without any. */
export function viewportOf(nodes: readonly GraphNode[], positions: Positions, { width, height }: { readonly width: number; readonly height: number }): Viewport | null {
  const bounds = boundsOf(nodes, positions)
  return bounds && getViewportForBounds(bounds, width, height, FIT.minZoom, FIT.maxZoom, FIT.padding)
}
