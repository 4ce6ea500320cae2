import { useOnViewportChange, useReactFlow, type ReactFlowProps } from '@xyflow/react'
import { useCallback, useEffect, useMemo, useRef, type RefObject } from 'react'
import { useDocument, useLayout, useServing, useSession } from '../state/index.ts'
import { distanceAt, useCanvasStore } from './canvasStore.ts'
import { isAsFitted, viewportOf } from './fit.ts'
import type { CardNode } from './picture.ts'

type Place = { x: number; y: number; zoom: number }

/** The layout and the file that the view was last fitted to; `isFirst` until a file has been fitted once. */
type Fitted = { readonly arranged: number; readonly path: string | null; readonly opened: number; readonly isFirst: boolean }

type Viewport = Pick<ReactFlowProps<CardNode>, 'onInit' | 'onPaneClick' | 'onSelectionEnd' | 'onMoveStart' | 'onMoveEnd' | 'onDoubleClick'>

/**
 * Zoom and pan: they change by hand, when somebody asks to see all, and when a file is opened or arranged; and while all
 * is shown as it was fitted, with the room for it. Never otherwise.
 */
export function useViewport(element: RefObject<HTMLDivElement | null>): Viewport {
  const session = useSession()
  const { document: file, graph, view } = session
  const canvas = useCanvasStore()
  const flow = useReactFlow()
  const arranged = useLayout((state) => state.arranged)
  const path = useDocument((state) => state.path)
  const ready = useRef(false)
  const opened = useDocument((state) => state.opened)
  const fitted = useRef<Fitted>({ arranged: 0, path: null, opened: 0, isFirst: true })

  useOnViewportChange({
    onChange: useCallback(
      ({ zoom }) => {
        const distance = distanceAt(zoom)
        // In steps: every change restyles all that is drawn.
        if (distance !== 'near') {
          const away = String(Math.round(2 ** (Math.round(Math.log2(1 / zoom) * 4) / 4) * 100) / 100)
          const { style } = element.current ?? {}
          if (style && style.getPropertyValue('--away') !== away) style.setProperty('--away', away)
        }
        if (canvas.getState().distance !== distance) canvas.setState({ distance })
      },
      [canvas, element],
    ),
  })

  /** Where the view was led to show all; null until then. */
  const last = useRef<Place | null>(null)
  const show = useCallback(
    (wanted: Place, duration: number) => {
      last.current = wanted
      return flow.setViewport(wanted, { duration })
    },
    [flow],
  )
  const refit = useCallback(
    (duration: number) => {
      const box = element.current?.getBoundingClientRect()
      const shown = session.document.getState().projection?.view
      const wanted = box && box.height > 0 && shown && viewportOf(shown, session.layout.getState(), box)
      if (wanted) void show(wanted, duration)
    },
    [element, session, show],
  )

  const fit = useCallback(() => {
    if (!ready.current) return
    const before = fitted.current
    fitted.current = { ...before, path, opened, isFirst: before.isFirst || before.opened !== opened }
    if (before.opened !== opened && path !== null) {
      // A file that is shown again is shown where it was left.
      if (before.path !== null) session.openFiles.keep(before.path, 'canvas', flow.getViewport())
      const kept = session.openFiles.kept(path, 'canvas')
      if (kept !== null) {
        fitted.current = { arranged, path, opened, isFirst: false }
        last.current = null
        void flow.setViewport(kept as Place)
        return
      }
    }
    if (before.arranged === arranged) return
    const { isFirst } = fitted.current
    fitted.current = { arranged, path, opened, isFirst: false }
    const box = element.current?.getBoundingClientRect()
    const shown = session.document.getState().projection?.view
    // By where the nodes go, not by where they are: they may still be on their way.
    const wanted = box && shown && viewportOf(shown, session.layout.getState(), box)
    if (wanted) void show(wanted, isFirst ? 0 : 320)
  }, [arranged, path, opened, flow, session, element, show])

  useEffect(fit, [fit])

  useServing(({ type }) => {
    if (type === 'fit') refit(160)
  })

  // While all of it is shown as it was fitted, it stays so when the regions around the canvas open, close or resize.
  useEffect(() => {
    const plane = element.current
    if (!plane) return
    const observer = new ResizeObserver(() => {
      if (isAsFitted(flow.getViewport(), last.current)) refit(0)
    })
    observer.observe(plane)
    return () => observer.disconnect()
  }, [element, flow, refit, path])

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
        const at = flow.screenToFlowPosition(client)
        // What there is to offer is known once the reader has come.
        file.whenRead(() => graph.palette().length > 0 && canvas.setState({ offer: { type: 'add', at, client } }))
      },
    }),
    [fit, view, file, graph, flow, element, canvas],
  )
}
