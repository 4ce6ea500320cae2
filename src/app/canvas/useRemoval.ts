import { useEffect, type RefObject } from 'react'
import { useSession } from '../state/index.ts'

/**
 * Delete on the canvas. What nobody depends on goes at once. Otherwise what would go with it is shown as
 * long as the key is held; letting go does it, Escape lets it be.
 */
export function useRemoval(element: RefObject<HTMLDivElement | null>): void {
  const session = useSession()
  useEffect(() => {
    const { document, graph, view } = session
    let held: string | null = null
    const done = () => {
      held = null
      view.dispatch({ type: 'foresee', foresight: null })
    }
    // Focus first: it has the page laid out, which costs nothing while nothing has changed.
    const remove = () => {
      element.current?.focus({ preventScroll: true })
      graph.removeSelected()
    }
    const down = (event: KeyboardEvent) => {
      const { target, key } = event
      if (held !== null) {
        if (key === held) event.preventDefault()
        else done()
        if (key === 'Escape') event.stopPropagation()
        return
      }
      if ((key !== 'Delete' && key !== 'Backspace') || event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return
      if (!(target instanceof Element) || !element.current?.contains(target) || target.closest('input, textarea, button, [contenteditable], [role="menu"]')) return
      event.preventDefault()
      event.stopPropagation()
      const reason = graph.readOnly()
      if (reason !== null) return view.dispatch({ type: 'announce', text: reason })
      const foresight = graph.foreseeRemoval()
      if (!foresight) return
      if (!foresight.grave) return remove()
      held = key
      view.dispatch({ type: 'foresee', foresight })
    }
    const up = ({ key }: KeyboardEvent) => {
      if (held === null || key !== held) return
      held = null
      remove()
      // After the removal: what was foreseen goes from the screen together with the nodes.
      done()
    }
    const away = () => held !== null && done()
    // What was shown is what goes: when something else is selected, or the file changes, nothing does.
    const stops = [
      view.subscribe((state, before) => state.selection !== before.selection && away()),
      document.subscribe((state, before) => state.document !== before.document && away()),
    ]
    window.addEventListener('keydown', down, { capture: true })
    window.addEventListener('keyup', up, { capture: true })
    window.addEventListener('blur', away)
    return () => {
      for (const stop of stops) stop()
      away()
      window.removeEventListener('keydown', down, { capture: true })
      window.removeEventListener('keyup', up, { capture: true })
      window.removeEventListener('blur', away)
    }
  }, [session, element])
}
