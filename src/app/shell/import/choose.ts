import type { Session } from '../../state/index.ts'
import { textsOf } from './incoming.ts'

/** Takes in files from outside: workflows of Heddle are created at once, others are shown in a sheet first. */
export async function takeFiles(session: Session, files: readonly File[]): Promise<void> {
  const { incoming, refused } = await textsOf(files)
  if (refused.length > 0) session.view.dispatch({ type: 'toast', tone: 'error', text: refused.slice(0, 3).join(' ') })
  if (incoming.length > 0) await takeTexts(session, incoming)
}

/** The same for texts. Reading other tools' files takes code that comes when it is asked for. */
export async function takeTexts(session: Session, incoming: readonly { readonly name: string; readonly text: string }[]): Promise<void> {
  const room = await import('./takeIn.ts').catch(() => null)
  if (room !== null) return room.takeIn(session, incoming)
  session.view.dispatch({ type: 'toast', tone: 'error', text: 'The server does not answer: nothing was brought in. Start it again and try once more.' })
}

/** Lets the user choose files to take in. */
export function chooseFiles(session: Session): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.accept = '.yaml,.yml,.json'
  input.addEventListener('change', () => void takeFiles(session, [...(input.files ?? [])]))
  input.click()
}

export async function importFromClipboard(session: Session): Promise<void> {
  try {
    const text = await navigator.clipboard.readText()
    await takeTexts(session, [{ name: '', text }])
  } catch {
    session.view.dispatch({ type: 'toast', tone: 'error', text: 'The browser does not let this page read the clipboard. Paste with the keyboard, or choose a file.' })
  }
}
