import type { Session } from '../../state/index.ts'

/** Puts a text into the system's clipboard from a menu; by keyboard the browser's own event does it. */
export async function copyToClipboard({ view }: Session, text: string): Promise<void> {
  if (text === '') return
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    view.dispatch({ type: 'toast', tone: 'error', text: 'This page may not write to the clipboard by itself. Use Ctrl+C on the canvas.' })
  }
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
