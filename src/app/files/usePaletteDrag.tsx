import { useRef, useState, type PointerEvent as ReactPointerEvent, type ReactNode } from 'react'
import type { PaletteKind } from '../../core/index.ts'
import { KindTile } from '../shell/parts/index.ts'
import { useSession } from '../state/index.ts'

/** Less than this is a click. */
const SLACK = 5

/**
 * Dragging a kind out of the palette with mouse, pen or finger. Where it is let go is told to the
 * canvas, which alone knows where that is on its plane.
 */
export function usePaletteDrag(): { readonly start: (event: ReactPointerEvent<HTMLElement>, kind: PaletteKind) => void; readonly wasDrag: () => boolean; readonly ghost: ReactNode } {
  const { view } = useSession()
  const [kindInHand, setKindInHand] = useState<PaletteKind | null>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const dragged = useRef(false)

  function start(event: ReactPointerEvent<HTMLElement>, kind: PaletteKind): void {
    if (event.button !== 0) return
    const from = { x: event.clientX, y: event.clientY }
    let dragging = false
    dragged.current = false

    const move = ({ clientX, clientY }: PointerEvent) => {
      if (!dragging && Math.hypot(clientX - from.x, clientY - from.y) < SLACK) return
      if (!dragging) {
        dragging = true
        dragged.current = true
        setKindInHand(kind)
      }
      if (ghost.current) ghost.current.style.transform = `translate(${clientX - 12}px, ${clientY - 12}px)`
    }
    const stop = () => {
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', up)
      window.removeEventListener('pointercancel', stop)
      window.removeEventListener('keydown', key, { capture: true })
      setKindInHand(null)
    }
    const up = ({ clientX, clientY }: PointerEvent) => {
      stop()
      if (!dragging) return
      // The click that may follow has been sent by then; the next one is one again.
      setTimeout(() => {
        dragged.current = false
      }, 0)
      view.dispatch({ type: 'request', request: { type: 'drop', kind: kind.kind, x: clientX, y: clientY } })
    }
    const key = (pressed: KeyboardEvent) => {
      if (pressed.key !== 'Escape') return
      pressed.stopPropagation()
      stop()
    }
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', up)
    window.addEventListener('pointercancel', stop)
    window.addEventListener('keydown', key, { capture: true })
  }

  return {
    start,
    wasDrag: () => dragged.current,
    ghost: kindInHand && (
      <div className="palette-ghost" ref={ghost}>
        <KindTile kind={kindInHand.kind} />
      </div>
    ),
  }
}
