import { useReactFlow } from '@xyflow/react'
import type { RefObject } from 'react'
import { CARD_MIDDLE, CARD_SIZE } from '../../core/index.ts'
import { nextEdge, useServing, useSession, type Point, type Positions } from '../state/index.ts'
import { edgeName } from './edgeName.ts'
import { useCanvasStore } from './canvasStore.ts'
import { focusNode } from './focusNode.ts'
import { middleOf } from './threads.ts'
import type { Strand } from './weave.ts'

/** How far the field of a note reaches beyond its node. */
const NOTE_FIELD: Point = { x: 44, y: 120 }

/** Serves what other panes ask of the canvas. */
export function useRequests(element: RefObject<HTMLDivElement | null>, strands: ReadonlyMap<string, Strand>, positions: Positions): void {
  const session = useSession()
  const canvas = useCanvasStore()
  const flow = useReactFlow()

  useServing((request) => {
    switch (request.type) {
      case 'renameNode':
        if (session.graph.readOnly() !== null) return
        // Where no name is drawn none can be typed.
        if (canvas.getState().distance === 'far') comeNear(request.key)
        canvas.setState({ renaming: request.key })
        return
      case 'revealNode': {
        reveal(request.key)
        if (request.focus) focusNode(element.current, request.key)
        return
      }
      case 'editNote':
        if (session.graph.noNotes() !== null) return
        // Where text is not drawn it cannot be written either.
        if (canvas.getState().distance !== 'near') comeNear(request.key)
        else reveal(request.key, NOTE_FIELD)
        canvas.setState({ noting: request.key })
        return
      case 'connectFrom':
        if (session.graph.readOnly() === null) canvas.setState({ connecting: request.key })
        return
      case 'nextEdge':
        goToEdge(request.step)
        return
      case 'insertOn': {
        const strand = strands.get(request.edge)
        if (!strand || session.graph.readOnly() !== null) return
        canvas.setState({ offer: { type: 'insert', edge: request.edge, client: flow.flowToScreenPosition(middleOf(strand)) } })
        return
      }
      case 'revealEdge': {
        const strand = strands.get(request.edge)
        if (strand) show(middleOf(strand))
        return
      }
      case 'focusCanvas':
        element.current?.focus({ preventScroll: true })
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

    /** The edges of a node in turn; the keyboard stays on the canvas. */
    function goToEdge(step: 1 | -1): void {
      const shown = session.document.getState().projection?.view
      const { selection } = session.view.getState()
      const { around } = canvas.getState()
      const selected = shown?.edges.find(({ key }) => key === selection.edge)
      const at = selected ? (around === selected.from || around === selected.to ? around : selected.from) : selection.nodes.at(-1)
      if (!shown || at === undefined) return
      canvas.setState({ around: at })
      const edge = nextEdge(shown, at, selection.edge, step)
      if (!edge) return session.view.dispatch({ type: 'announce', text: `${at} has no edges.` })
      session.view.dispatch({ type: 'selectEdge', edge: edge.key })
      const strand = strands.get(edge.key)
      if (strand) {
        session.view.dispatch({ type: 'announce', text: `${edgeName(strand)}. I inserts, Delete removes, arrow keys go to its ends.` })
        show(middleOf(strand))
      }
      element.current?.focus({ preventScroll: true })
    }

    function show(point: Point): void {
      const box = element.current?.getBoundingClientRect()
      const { x, y } = flow.flowToScreenPosition(point)
      if (box && (x < box.left + 20 || x > box.right - 20 || y < box.top + 20 || y > box.bottom - 60)) void flow.setCenter(point.x, point.y, { zoom: flow.getZoom(), duration: 160 })
    }

    function comeNear(key: string): void {
      const point = positions.get(key)
      if (point) void flow.setCenter(point.x + CARD_MIDDLE.x, point.y + CARD_MIDDLE.y, { zoom: 1, duration: 160 })
    }

    /** `room`: what must be in view beside the node itself, to its right and above. */
    function reveal(key: string, room: Point = { x: 0, y: 0 }): void {
      const point = positions.get(key)
      const box = element.current?.getBoundingClientRect()
      if (!point || !box) return
      const { x, y } = flow.flowToScreenPosition(point)
      const zoom = flow.getZoom()
      const inside = x >= box.left + 8 && x + (CARD_SIZE.width + room.x) * zoom <= box.right - 8 && y - room.y * zoom >= box.top + 30 && y + CARD_SIZE.height * zoom <= box.bottom - 48
      if (!inside) void flow.setCenter(point.x + CARD_MIDDLE.x, point.y + CARD_MIDDLE.y, { zoom, duration: 160 })
    }
  })
}
