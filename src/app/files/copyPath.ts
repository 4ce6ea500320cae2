import type { Session } from '../state/index.ts'

/** Puts a file's path, relative to the folder, onto the clipboard. */
export async function copyPath({ view }: Session, path: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(path)
    view.dispatch({ type: 'toast', text: `Copied \`${path}\`.` })
  } catch {
    view.dispatch({ type: 'toast', tone: 'error', text: `This browser does not let the page use the clipboard. The path is \`${path}\`.` })
  }
}
