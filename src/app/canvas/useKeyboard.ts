import { useCallback, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'
import type { GraphView } from '../../core/index.ts'
import { useSession, type Point, type Positions } from '../state/index.ts'
import { useCanvasStore } from './canvasStore.ts'
import { neighbour, type Direction } from './neighbour.ts'
import { focusNode } from './focusNode.ts'

const DIRECTIONS = new Map<string, Direction>([
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
])

const STEP = 12

/** The canvas by keyboard: every handler ignores keys that are typed into a field. */
export function useKeyboard(element: RefObject<HTMLDivElement | null>, view: GraphView, positions: Positions) {
  const session = useSession()
  const canvas = useCanvasStore()

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const { target } = event
    if (event.defaultPrevented || event.nativeEvent.isComposing || !(target instanceof HTMLElement)) return
    if (target.closest('input, textarea, button, [contenteditable], [role="menu"]')) return
    if (press(event)) {
      event.preventDefault()
      event.stopPropagation()
    }
  }

  // Tab reaches every node; what it reaches is selected, so that all panes show it.
  const onFocus = useCallback(
    (event: FocusEvent<HTMLDivElement>) => {
      const { target } = event
      if (!target.classList.contains('react-flow__node') || !target.matches(':focus-visible')) return
      const key = target.dataset['id']
      const known = session.document.getState().projection?.view.nodes.some((node) => node.key === key)
      if (key !== undefined && known && !session.view.getState().selection.nodes.includes(key)) session.view.dispatch({ type: 'select', nodes: [key] })
    },
    [session],
  )

  return { onKeyDown, onFocus, tabIndex: -1 }

  function press(event: KeyboardEvent): boolean {
    const { selection } = session.view.getState()
    const last = selection.nodes.at(-1)
    const mod = event.metaKey || event.ctrlKey
    const direction = DIRECTIONS.get(event.key)
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) return openMenu(selection.nodes.at(-1), selection.edge)
    if (mod) return false
    if (direction && event.altKey) return nudge(direction, selection.nodes)
    if (direction && selection.edge !== null) return along(direction, selection.edge)
    if (direction) return go(direction, last, event.shiftKey)
    if (event.key !== 'Escape') return false
    if (session.layout.getState().searching) {
      session.stopArranging()
      return true
    }
    // From an edge back to the node that one came from.
    const { around } = canvas.getState()
    if (selection.edge !== null && around !== null && positions.has(around)) {
      session.view.dispatch({ type: 'select', nodes: [around] })
      focusNode(element.current, around)
    } else session.view.dispatch({ type: 'select', nodes: [] })
    return true
  }

  /** The menu of a mouse's right button, at what the keyboard is on. */
  function openMenu(node: string | undefined, edge: string | null): boolean {
    const plane = element.current
    const on = edge !== null ? plane?.querySelector(`.thread[data-key="${CSS.escape(edge)}"] .thread-line`) : node !== undefined ? plane?.querySelector(`.react-flow__node[data-id="${CSS.escape(node)}"]`) : null
    const target = on ?? plane
    if (!target) return false
    const { left, top, width, height } = target.getBoundingClientRect()
    target.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: left + width / 2, clientY: top + height / 2 }))
    return true
  }

  function go(direction: Direction, from: string | undefined, extend: boolean): boolean {
    const keys = view.nodes.map(({ key }) => key)
    const next = from === undefined ? keys.find((key) => positions.has(key)) : neighbour(positions, keys, from, direction)
    if (next === null || next === undefined) return true
    const { nodes } = session.view.getState().selection
    session.view.dispatch({ type: 'select', nodes: extend ? [...nodes.filter((key) => key !== next), next] : [next] })
    session.view.dispatch({ type: 'request', request: { type: 'revealNode', key: next } })
    focusNode(element.current, next)
    return true
  }

  /** From an edge to the node at one of its ends. */
  function along(direction: Direction, key: string): boolean {
    const edge = view.edges.find((each) => each.key === key)
    if (!edge) return false
    const next = direction === 'left' || direction === 'up' ? edge.from : edge.to
    session.view.dispatch({ type: 'select', nodes: [next] })
    session.view.dispatch({ type: 'request', request: { type: 'revealNode', key: next } })
    focusNode(element.current, next)
    return true
  }

  function nudge(direction: Direction, keys: readonly string[]): boolean {
    const dx = direction === 'left' ? -STEP : direction === 'right' ? STEP : 0
    const dy = direction === 'up' ? -STEP : direction === 'down' ? STEP : 0
    const moved = new Map<string, Point>()
    for (const key of keys) {
      const point = positions.get(key)
      if (point) moved.set(key, { x: point.x + dx, y: point.y + dy })
    }
    if (moved.size === 0) return false
    session.document.dispatch({ type: 'seal' })
    session.layout.dispatch({ type: 'move', positions: moved, anchor: session.document.getState().document?.history.done.at(-1) ?? null })
    return true
  }
}
