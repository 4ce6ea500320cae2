import { useEffect } from 'react'
import { useSession, type Session } from '../state/index.ts'
import { actionFor, actionsOf, inReach, type Action } from './actions/index.ts'

/** The shortcuts of all actions. Those that a pane hears in a way of its own are left to it. */
export function useShortcuts(): void {
  const session = useSession()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.isComposing || event.defaultPrevented) return
      const action = heard(event, session)
      if (!action) return
      event.preventDefault()
      event.stopPropagation()
      if (action.off === null) action.run()
      else sayWhyNot(action, session)
    }
    // Before the panes see the key: the text editor has an undo of its own that would win.
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [session])
}

/** The action that a key asks for where it was pressed; null where it means something else. */
export function heard(event: KeyboardEvent, session: Session): Action | null {
  const { target } = event
  const within = (selector: string) => target instanceof Element && target.closest(selector) !== null
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey
  // Signs and arrows that are typed into a field, or that work a menu, mean themselves.
  if (plain && !/^F\d/.test(event.key) && within('input, textarea, [contenteditable], [role="menu"], [role="listbox"], [data-testid="text-pane"]')) return null
  // Plain keys on a button press it.
  if (plain && (event.key === 'Enter' || event.key === ' ') && within('button, a, [role="tab"]')) return null
  const action = actionFor(actionsOf(session), event, (reach) => inReach(reach, target))
  if (!action) return null
  // A button of the canvas is not the canvas: Delete on it must not delete what is selected.
  if (plain && action.reach === 'canvas' && within('button')) return null
  if (action.inFields) return action
  // A field that is not part of the document keeps its own undo; a dialog keeps the keys that are pressed in it.
  if (within('[data-own-undo], [role="dialog"], [role="alertdialog"]')) return null
  // While the text pane's own search is open, its keys go on with that one.
  if (action.id.startsWith('edit.find-') && document.querySelector('[data-testid="text-pane"] .find-widget.visible')) return null
  if (action.notIn?.some((reach) => inReach(reach, target))) return null
  return action
}

/** A shortcut that cannot be done now is heard all the same: the browser must not do its own with it. */
function sayWhyNot({ off, group }: Action, { view }: Session): void {
  if (off === null) return
  // Whoever asked to run waits for something to happen; an undo too many needs no words on the screen.
  if (group === 'Run') view.dispatch({ type: 'toast', tone: 'error', text: off })
  else view.dispatch({ type: 'announce', text: off })
}
