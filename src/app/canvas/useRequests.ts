import { useReactFlow } from '@xyflow/react'
import { useEffect, useRef, type RefObject } from 'react'
import { useSession, useView, type Positions } from '../state/index.ts'
import { useCanvasStore } from './canvasStore.ts'
import { focusNode } from './focusNode.ts'

/** Serves what other panes ask of the canvas. */
export function useRequests(element: RefObject<HTMLDivElement | null>, positions: Positions): void {
  const session = useSession()
  const canvas = useCanvasStore()
  const flow = useReactFlow()
  const request = useView((state) => state.request)
  const served = useRef(request?.seq ?? 0)

  useEffect(() => {
    if (!request || request.seq === served.current) return
    served.current = request.seq
    switch (request.type) {
      case 'renameNode':
        if (session.graph.readOnly() === null) canvas.setState({ renaming: request.key })
        return
      case 'revealNode': {
        reveal(request.key)
        if (request.focus) focusNode(element.current, request.key)
        return
      }
      case 'focusCanvas':
        element.current?.focus({ preventScroll: true })
        return
      case 'arrange':
        void session.arrange()
        return
      case 'drop': {
        const under = document.elementFromPoint(request.x, request.y)
        const kind = session.graph.palette().find((each) => each.kind === request.kind)
        if (!kind || !under || !element.current?.contains(under)) return
        const { x, y } = flow.screenToFlowPosition({ x: request.x, y: request.y })
        // The pointer holds the tile, which is the node's upper left.
        session.graph.add(kind, { at: { x: Math.round(x - 24), y: Math.round(y - 22) }, after: null })
        element.current.focus({ preventScroll: true })
        return
      }
      default:
    }

    function reveal(key: string): void {
      const point = positions.get(key)
      const box = element.current?.getBoundingClientRect()
      if (!point || !box) return
      const { x, y } = flow.flowToScreenPosition(point)
      const zoom = flow.getZoom()
      const inside = x >= box.left + 8 && x + 208 * zoom <= box.right - 8 && y >= box.top + 30 && y + 84 * zoom <= box.bottom - 48
      if (!inside) void flow.setCenter(point.x + 104, point.y + 42, { zoom, duration: 160 })
    }
  }, [request, session, canvas, flow, element, positions])
}
