import { getViewportForBounds, useOnViewportChange, useReactFlow, type ReactFlowProps } from '@xyflow/react'
import { useCallback, useEffect, useMemo, useRef, type RefObject } from 'react'
import { useDocument, useLayout, useSession, useView } from '../state/index.ts'
import { distanceAt, useCanvasStore } from './canvasStore.ts'
import { boundsOf, FIT } from './fit.ts'
import type { CardNode } from './picture.ts'

type Viewport = Pick<ReactFlowProps<CardNode>, 'onInit' | 'onPaneClick' | 'onSelectionEnd' | 'onMoveStart' | 'onMoveEnd' | 'onDoubleClick'>

/** Zoom and pan: they change by hand, and when a file is opened or arranged; never otherwise. */
export function useViewport(element: RefObject<HTMLDivElement | null>): Viewport {
  const session = useSession()
  const { graph, view } = session
  const canvas = useCanvasStore()
  const flow = useReactFlow()
  const arranged = useLayout((state) => state.arranged)
  const path = useDocument((state) => state.path)
  const ready = useRef(false)
  const fitted = useRef({ arranged: 0, path })

  useOnViewportChange({
    onChange: useCallback(
      ({ zoom }) => {
        const distance = distanceAt(zoom)
        // In steps: every change restyles all that is drawn.
        if (distance === 'far') {
          const away = String(Math.round(2 ** (Math.round(Math.log2(1 / zoom) * 4) / 4) * 100) / 100)
          const { style } = element.current ?? {}
          if (style && style.getPropertyValue('--away') !== away) style.setProperty('--away', away)
        }
        if (canvas.getState().distance !== distance) canvas.setState({ distance })
      },
      [canvas, element],
    ),
  })

  const fit = useCallback(() => {
    if (!ready.current || fitted.current.arranged === arranged) return
    const opened = fitted.current.path !== path || fitted.current.arranged === 0
    fitted.current = { arranged, path }
    const box = element.current?.getBoundingClientRect()
    const shown = session.document.getState().projection?.view.nodes ?? []
    const bounds = boundsOf(shown, session.layout.getState().positions)
    if (!box || !bounds) return
    // By where the nodes go, not by where they are: they may still be on their way.
    const { minZoom, maxZoom, padding } = FIT
    void flow.setViewport(getViewportForBounds(bounds, box.width, box.height, minZoom, maxZoom, padding), { duration: opened ? 0 : 320 })
  }, [arranged, path, flow, session, element])

  useEffect(fit, [fit])

  const request = useView((state) => state.request)
  useEffect(() => {
    if (request?.type === 'fit') void flow.fitView({ ...FIT, duration: 160 })
  }, [request, flow])

  return useMemo(
    () => ({
      onInit: () => {
        ready.current = true
        fit()
      },
      onPaneClick: () => {
        view.dispatch({ type: 'select', nodes: [] })
        element.current?.focus({ preventScroll: true })
      },
      // The keyboard follows the hand: what was boxed can be copied or deleted at once.
      onSelectionEnd: () => element.current?.focus({ preventScroll: true }),
      onMoveStart: () => element.current?.setAttribute('data-panning', ''),
      onMoveEnd: () => element.current?.removeAttribute('data-panning'),
      onDoubleClick: (event) => {
        if (!(event.target instanceof Element) || !event.target.classList.contains('react-flow__pane') || graph.readOnly() !== null) return
        const client = { x: event.clientX, y: event.clientY }
        if (graph.palette().length > 0) canvas.setState({ offer: { type: 'add', at: flow.screenToFlowPosition(client), client } })
      },
    }),
    [fit, view, graph, flow, element, canvas],
  )
}
