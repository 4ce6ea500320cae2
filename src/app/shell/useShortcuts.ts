import { useEffect } from 'react'
import { useSession, type Session } from '../state/index.ts'

/** The shortcuts that work wherever the keyboard is. Those of one pane live in that pane. */
export function useShortcuts(): void {
  const session = useSession()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.isComposing || event.defaultPrevented) return
      const action = actionOf(event, session)
      if (!action) return
      event.preventDefault()
      event.stopPropagation()
      action()
    }
    // Before the panes see the key: the text editor has an undo of its own that would win.
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [session])
}

function actionOf(event: KeyboardEvent, session: Session): (() => void) | null {
  const mod = event.metaKey || event.ctrlKey
  const within = (selector: string) => event.target instanceof Element && event.target.closest(selector) !== null
  if (mod && !event.altKey) {
    const key = event.key.toLowerCase()
    // A field that is not part of the document keeps its own undo.
    const ownUndo = within('[data-own-undo]')
    if (key === 'z' && !event.shiftKey && !ownUndo) return () => session.undo()
    if (((key === 'z' && event.shiftKey) || (key === 'y' && !event.shiftKey)) && !ownUndo) return () => session.redo()
    if (event.shiftKey) return null
    if (key === 'k') return () => session.view.dispatch({ type: 'palette', query: session.view.getState().palette === null ? '' : null })
    // The text pane has a search of its own.
    if (key === 'f' && !within('[data-testid="text-pane"]')) return () => session.view.dispatch({ type: 'palette', query: '@' })
    if (key === 's') return () => void session.files.save()
    if (key === 'enter' && !within('[role="dialog"]')) return () => void session.runs.start()
    if (key === '.') return () => void session.runs.stop()
    return null
  }
  if (event.key === 'F2' && !within('[data-testid="text-pane"], [role="dialog"]')) {
    const key = session.view.getState().selection.nodes.at(-1)
    if (key !== undefined) return () => session.view.dispatch({ type: 'request', request: { type: 'renameNode', key } })
  }
  return null
}
