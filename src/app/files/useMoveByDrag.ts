import { useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react'
import { useSession } from '../state/index.ts'

/** Less than this is a click. */
const SLACK = 6

/** Dragging a file onto a folder, or between the top's own files, moves it there. */
export function useMoveByDrag(list: RefObject<HTMLElement | null>) {
  const { folder } = useSession()
  const [state, setState] = useState<{ readonly dragged: string | null; readonly target: string | null }>({ dragged: null, target: null })
  const moved = useRef(false)

  /** The folder under the pointer; empty is the top, null is none. */
  function folderAt(x: number, y: number): string | null {
    const row = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-row], .files-list')
    if (!row || !list.current?.contains(row)) return null
    const key = row.dataset.folder ?? row.dataset.row ?? ''
    return key.slice(0, key.lastIndexOf('/') + 1)
  }

  function start(event: ReactPointerEvent<HTMLElement>, path: string): void {
    moved.current = false
    if (event.button !== 0 || event.pointerType === 'touch') return
    const from = { x: event.clientX, y: event.clientY }
    const home = path.slice(0, path.lastIndexOf('/') + 1)
    let target: string | null = null

    const follow = ({ clientX, clientY }: PointerEvent) => {
      if (!moved.current && Math.hypot(clientX - from.x, clientY - from.y) < SLACK) return
      moved.current = true
      const under = folderAt(clientX, clientY)
      target = under === home ? null : under
      setState({ dragged: path, target })
    }
    const stop = () => {
      window.removeEventListener('pointermove', follow)
      window.removeEventListener('pointerup', drop)
      window.removeEventListener('pointercancel', stop)
      window.removeEventListener('keydown', key, { capture: true })
      setState({ dragged: null, target: null })
      // The click that ends a drag has been sent by then.
      setTimeout(() => {
        moved.current = false
      }, 0)
    }
    const drop = () => {
      const goal = target
      stop()
      if (goal !== null) void folder.rename(path, `${goal}${path.slice(home.length)}`)
    }
    const key = (pressed: KeyboardEvent) => {
      if (pressed.key !== 'Escape' || !moved.current) return
      pressed.stopPropagation()
      stop()
    }
    window.addEventListener('pointermove', follow)
    window.addEventListener('pointerup', drop)
    window.addEventListener('pointercancel', stop)
    window.addEventListener('keydown', key, { capture: true })
  }

  return { ...state, start, wasDrag: () => moved.current }
}
