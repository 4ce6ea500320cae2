import type { Selection, Session } from '../state/index.ts'
import { sayNotLoaded } from './parts/index.ts'
import { heard } from './useShortcuts.ts'

/** What the canvas hears in a way of its own, and what adds a kind that is not known yet. */
const OF_CANVAS = /^(?:Delete|Backspace|ContextMenu|\d)$/

/** Moves the keyboard, and those of which somebody keeps whether they are down. */
const NEVER = /^(?:Tab|Control|Shift|Alt|Meta)$/

type Held = { readonly target: EventTarget; readonly again: () => Event }

/** What the keys that are held were pressed for. */
type Meant = { readonly opened: number; readonly selection: Selection }

/**
 * Keys and menus that ask for what reads and changes texts, before that has come: they are kept, and given
 * to their targets, in their order, once it is there, if the same is selected then. Everything else is done
 * at once: moving about, selecting, typing into fields, what the browser itself does with a key. To be
 * called before anything else hears the window's events.
 */
export function holdInput(session: Session): void {
  let held: readonly Held[] = []
  let meant: Meant | null = null
  /** Keys whose going down is held: their coming up is too. */
  const down = new Set<string>()

  function hold(event: Event, again: () => Event): void {
    if (event.target === null) return
    event.preventDefault()
    event.stopImmediatePropagation()
    held = [...held, { target: event.target, again }]
    if (meant !== null) return
    meant = now(session)
    session.core.load().then(release, () => {
      // Done much later it would surprise: it is said that it was not done.
      forget()
      sayNotLoaded(session)
    })
  }

  function forget(): void {
    held = []
    meant = null
    down.clear()
  }

  function onKey(event: KeyboardEvent): void {
    if (!event.isTrusted || NEVER.test(event.key)) return
    const key = event.code || event.key
    const waits = event.type === 'keyup' ? down.delete(key) : !isTyped(event) && (asks(event, session) || (meant !== null && isForCanvas(event)))
    if (!waits) return
    if (event.type === 'keydown') down.add(key)
    hold(event, () => new KeyboardEvent(event.type, event))
  }

  function onMenu(event: MouseEvent): void {
    if (event.target instanceof Element && event.target.closest('.canvas')) hold(event, () => new MouseEvent(event.type, event))
  }

  function release(): void {
    const [given, before] = [held, meant]
    forget()
    if (before === null) return
    const { opened, selection } = now(session)
    // Where none was open, the file that came is the one that was waited for.
    if (before.opened !== 0 && opened !== before.opened) return sayNotDone('Another file is open by now; nothing was done.')
    if (!sameSelection(selection, before.selection)) return sayNotDone('Something else is selected by now; nothing was done.')
    for (const { target, again } of given) (target instanceof Node && target.isConnected ? target : document.body).dispatchEvent(again())
  }

  function sayNotDone(text: string): void {
    session.view.dispatch({ type: 'toast', tone: 'error', text })
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

function now({ document, view }: Session): Meant {
  return { opened: document.getState().opened, selection: view.getState().selection }
}

function sameSelection(a: Selection, b: Selection): boolean {
  return a.edge === b.edge && a.nodes.length === b.nodes.length && a.nodes.every((key, index) => key === b.nodes[index])
}

function isTyped({ target, isComposing }: KeyboardEvent): boolean {
  return isComposing || isWithin(target, 'input, textarea, select, [contenteditable], [role="menu"], [role="dialog"], [role="alertdialog"]')
}

function asks(event: KeyboardEvent, session: Session): boolean {
  if (isPlain(event) && OF_CANVAS.test(event.key)) return true
  const action = heard(event, session)
  return action !== null && !action.atOnce
}

/** What is pressed after a key that waits may go on with it: arrows and Enter end what C begins. */
function isForCanvas(event: KeyboardEvent): boolean {
  return isPlain(event) && isWithin(event.target, '.canvas') && !isWithin(event.target, 'button')
}

function isPlain({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey
}

function isWithin(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}
