import { useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react'
import { useSession } from '../state/index.ts'

/** Less than this is a click. */
const SLACK = 6

/** Dragging a tab along the bar: it changes places with a neighbour as soon as it is past its middle. */
export function useTabDrag(bar: RefObject<HTMLUListElement | null>) {
  const { tabs, view } = useSession()
  const [dragged, setDragged] = useState<string | null>(null)
  const moved = useRef(false)

  function move(path: string, index: number): void {
    tabs.dispatch({ type: 'move', path, index })
    view.dispatch({ type: 'announce', text: `${path} is tab ${index + 1} of ${tabs.getState().tabs.length}.` })
  }

  function start(event: ReactPointerEvent<HTMLElement>, path: string): void {
    moved.current = false
    if (event.button !== 0 || event.pointerType === 'touch') return
    const from = event.clientX
    let dragging = false

    const follow = ({ clientX }: PointerEvent) => {
      if (!dragging && Math.abs(clientX - from) < SLACK) return
      if (!dragging) setDragged(path)
      dragging = true
      moved.current = true
      const boxes = [...(bar.current?.children ?? [])].map((tab) => tab.getBoundingClientRect())
      const at = tabs.getState().tabs.findIndex((tab) => tab.path === path)
      const [left, right] = [boxes[at - 1], boxes[at + 1]]
      if (left && clientX < left.left + left.width / 2) tabs.dispatch({ type: 'move', path, index: at - 1 })
      else if (right && clientX > right.left + right.width / 2) tabs.dispatch({ type: 'move', path, index: at + 1 })
    }
    const stop = () => {
      window.removeEventListener('pointermove', follow)
      window.removeEventListener('pointerup', stop)
      window.removeEventListener('pointercancel', stop)
      setDragged(null)
      // The click that ends a drag has been sent by then.
      setTimeout(() => {
        moved.current = false
      }, 0)
    }
    window.addEventListener('pointermove', follow)
    window.addEventListener('pointerup', stop)
    window.addEventListener('pointercancel', stop)
  }

  return { start, move, dragged, wasDrag: () => moved.current }
}
