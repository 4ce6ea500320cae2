import type { Session } from '../state/index.ts'
import { actionFor, actionsOf, inReach } from './actions/index.ts'
import { sayNotLoaded } from './parts/index.ts'

/** What the canvas hears in a way of its own, and what adds a kind that is not known yet. */
const OF_CANVAS = /^(?:Delete|Backspace|ContextMenu|\d)$/

/** Moves the keyboard, and those of which somebody keeps whether they are down. */
const NEVER = /^(?:Tab|Control|Shift|Alt|Meta)$/

/**
 * Keys and menus that ask for what reads and changes texts, before that has come: they are kept, and given
 * to their targets, in their order, once it is there. Everything else is done at once: moving about,
 * selecting, typing into fields. To be called before anything else hears the window's events.
 */
export function holdInput(session: Session): void {
  let held: { readonly target: EventTarget; readonly again: () => Event }[] = []

  function hold(event: Event, again: () => Event): void {
    if (event.target === null) return
    event.preventDefault()
    event.stopImmediatePropagation()
    held.push({ target: event.target, again })
    if (held.length === 1) session.core.load().then(release, giveUp)
  }

  function onKey(event: KeyboardEvent): void {
    // What was let go of what is held, and whatever is pressed after it, waits for its turn.
    const isOurs = held.length > 0 ? !isTyped(event) : event.type === 'keydown' && !isTyped(event) && asks(event, session)
    if (isOurs && event.isTrusted && !NEVER.test(event.key)) hold(event, () => new KeyboardEvent(event.type, event))
  }

  function onMenu(event: MouseEvent): void {
    if (event.target instanceof Element && event.target.closest('.canvas')) hold(event, () => new MouseEvent(event.type, event))
  }

  /** Done much later it would surprise: it is said that it was not done. */
  function giveUp(): void {
    held = []
    sayNotLoaded(session)
  }

  function release(): void {
    for (const { target, again } of held) (target instanceof Node && target.isConnected ? target : document.body).dispatchEvent(again())
  }

  function stop(): void {
    window.removeEventListener('keydown', onKey, { capture: true })
    window.removeEventListener('keyup', onKey, { capture: true })
    window.removeEventListener('contextmenu', onMenu, { capture: true })
  }

  if (session.core.reader() !== null) return
  window.addEventListener('keydown', onKey, { capture: true })
  window.addEventListener('keyup', onKey, { capture: true })
  window.addEventListener('contextmenu', onMenu, { capture: true })
  session.core.onArrival(stop)
}

function isTyped({ target, isComposing }: KeyboardEvent): boolean {
  return isComposing || (target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role="menu"], [role="dialog"], [role="alertdialog"]') !== null)
}

function asks(event: KeyboardEvent, session: Session): boolean {
  if (OF_CANVAS.test(event.key)) return true
  return actionFor(actionsOf(session), event, (reach) => inReach(reach, event.target)) !== null
}
