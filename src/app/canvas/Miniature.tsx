import { MiniMap } from '@xyflow/react'
import { isRunning, useDocument, useRun } from '../state/index.ts'
import type { CardNode } from './picture.ts'

/** The whole graph, small. It makes room for the tally of a run. */
export function Miniature() {
  const running = useRun(isRunning)
  const stale = useDocument(({ projection }) => projection?.stale === true)
  if (running) return null
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
      style={{ width: 148, height: 92 }}
      offsetScale={4}
    />
  )
}
