import { MiniMap, useStore, type ReactFlowState } from '@xyflow/react'
import { isRunning, useDocument, useRun } from '../state/index.ts'
import type { CardNode } from './picture.ts'

const SIZE = { width: 148, height: 92 }
/** From the edges of the canvas. */
const MARGIN = 12

/** The whole graph, small. It makes room for the tally of a run, and for nodes that it would cover while all of them are seen anyway. */
export function Miniature() {
  const running = useRun(isRunning)
  const stale = useDocument(({ projection }) => projection?.stale === true)
  const inTheWay = useStore(covers)
  if (running || inTheWay) return null
  return (
    <MiniMap<CardNode>
      className="miniature"
      pannable
      zoomable
      ariaLabel="Overview"
      nodeColor={({ data }) => (stale ? 'var(--stale)' : data.node.ghost ? 'transparent' : `var(--${data.node.kind})`)}
      nodeStrokeColor={({ data }) => (data.node.ghost ? 'var(--failed)' : 'transparent')}
      nodeStrokeWidth={4}
      nodeBorderRadius={10}
      maskColor="transparent"
      maskStrokeColor="var(--accent)"
      maskStrokeWidth={1.5}
      style={SIZE}
      offsetScale={4}
    />
  )
}

/** Would it lie over a node of a graph that is in view as a whole? Then it tells nothing, and hides something. */
function covers({ nodes, transform: [x, y, zoom], width, height }: ReactFlowState): boolean {
  const [left, top] = [width - MARGIN - SIZE.width, height - MARGIN - SIZE.height]
  let isOver = false
  for (const { position, width: w = 0, height: h = 0 } of nodes) {
    const [near, far, upper, lower] = [position.x * zoom + x, (position.x + w) * zoom + x, position.y * zoom + y, (position.y + h) * zoom + y]
    if (near < 0 || upper < 0 || far > width || lower > height) return false
    if (far > left && lower > top) isOver = true
  }
  return isOver
}
