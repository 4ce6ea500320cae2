import type { Session } from '../../state/index.ts'

/** What is said of it: when it worked, where that cannot be seen, and what can be done where the browser forbids it. */
export type CopyWords = { readonly done?: string; readonly instead: string }

/** Puts a text onto the clipboard; false when the browser does not let the page, which is said. */
export async function copyText({ view }: Session, text: string, { done, instead }: CopyWords): Promise<boolean> {
  try {
    // Missing altogether where the page came over plain HTTP from another machine.
    await navigator.clipboard.writeText(text)
  } catch {
    view.dispatch({ type: 'toast', tone: 'error', text: `The browser does not let this page use the clipboard. ${instead}` })
    return false
  }
  if (done !== undefined) view.dispatch({ type: 'toast', text: done })
  return true
}
