import { copyText } from '../parts/copyText.ts'
import type { Session } from '../../state/index.ts'

/** Puts a text into the system's clipboard from a menu; by keyboard the browser's own event does it. */
export async function copyToClipboard(session: Session, text: string): Promise<boolean> {
  return text !== '' && copyText(session, text, { instead: 'Use Ctrl+C on the canvas.' })
}

/** Cuts from a menu: nothing is removed that is not on the clipboard first. */
export async function cutToClipboard(session: Session): Promise<void> {
  const { selection } = session.view.getState()
  if (!(await copyToClipboard(session, session.graph.copySelected()))) return
  // What is selected by now was not copied.
  if (session.view.getState().selection === selection) session.graph.cutSelected()
}

/** Pastes from a menu: not every browser lets a page read the clipboard without its own shortcut. */
export async function pasteFromClipboard({ graph, view }: Session): Promise<void> {
  let text: string
  try {
    text = await navigator.clipboard.readText()
  } catch {
    view.dispatch({ type: 'toast', tone: 'error', text: 'This page may not read the clipboard by itself. Use Ctrl+V on the canvas.' })
    return
  }
  if (text.trim() === '') view.dispatch({ type: 'toast', tone: 'error', text: 'The clipboard holds no text. Copy nodes, or YAML or JSON of nodes, first.' })
  else graph.paste(text)
}
