import type { Projection, WorkflowDocument } from '../../core/index.ts'
import type { ReadInWorker, Unread } from './killableAnalysis.ts'

/** Up to this many characters a text is analysed after every key, above it after a pause in typing. */
export const SMALL = 100_000
/**
 * Above this many characters it is analysed in a worker. Below, reading again only what changed takes
 * less on the page's own thread than sending the text to another.
 */
export const LARGE = 1_000_000
/** A text of more lines and separators than this has so many small parts that reading it takes as long as a large one. */
export const DENSE = 60_000
/** Above this many characters a file is edited as text only. */
export const TOO_LARGE = 4_000_000
/** Milliseconds without a key that count as a pause in typing. */
export const TYPING_PAUSE = 150

/** What came of a reading: `slow` while it goes on and takes long, `unread` when it ended without a result. */
export type Analysed = { readonly projection: Projection } | { readonly slow: string } | { readonly unread: string }

/** Decides when and where a text is analysed. */
export type Analyst = {
  isLarge(document: WorkflowDocument): boolean
  /** Why this file is not analysed at all, or null. */
  refuses(document: WorkflowDocument): string | null
  /**
   * Analyses soon, off the typing path: small texts by `here` after the next paint, larger ones by
   * `here` after a pause, large ones in a worker. A later call replaces one that has not begun. What takes
   * long in the worker is told as slow first, and with its end.
   */
  later(document: WorkflowDocument, here: () => Projection, done: (result: Analysed) => void): void
  /**
   * The same for a change that was made elsewhere than by typing: nobody waits for a pause, but the text is
   * to be seen first. It is true when the text is so long that this is worth while; else nothing is begun,
   * and it is analysed at once.
   */
  afterText(document: WorkflowDocument, here: () => Projection, done: (result: Analysed) => void): boolean
  cancel(): void
}

/** What the analyst needs of a browser. */
export type AnalystHost = {
  afterPaint(work: () => void): void
  afterPause(work: () => void): void
  readonly inWorker: ReadInWorker
}

const SLOW = 'This file takes long to read. It is drawn as soon as it is read.'

const UNREAD: { readonly [why in Exclude<Unread, 'left'>]: string } = {
  'too slow': 'This file takes more than half a minute to read, so it is open as text only. Split it to see it drawn.',
  failed: 'This file could not be read to the end, so it is open as text only. Reload the page to try again.',
}

export function createAnalyst(host: AnalystHost): Analyst {
  // The last request wins: a callback that finds another ticket does nothing.
  let ticket = 0
  const isDense = rememberingDensity()
  const isLarge = (document: WorkflowDocument) => document.text.length > LARGE || isDense(document)

  function begin(soon: (work: () => void) => void, here: () => Projection, done: (result: Analysed) => void): void {
    ticket += 1
    const mine = ticket
    soon(() => {
      if (mine === ticket) done({ projection: here() })
    })
  }

  function later(document: WorkflowDocument, here: () => Projection, done: (result: Analysed) => void): void {
    if (!isLarge(document)) return begin(document.text.length <= SMALL ? host.afterPaint : host.afterPause, here, done)
    ticket += 1
    const mine = ticket
    host.afterPause(() => {
      if (mine !== ticket) return
      const slow = () => {
        if (mine === ticket) done({ slow: SLOW })
      }
      void host.inWorker(document, slow).then((result) => {
        if (mine !== ticket || result === 'left') return
        done(typeof result === 'string' ? { unread: UNREAD[result] } : { projection: result })
      })
    })
  }

  return {
    isLarge,
    refuses: (document) =>
      document.text.length > TOO_LARGE ? 'This file is larger than 4 MB, so it is open as text only. Split it to see it drawn.' : null,
    later,
    afterText(document, here, done) {
      if (document.text.length <= SMALL) return false
      if (isLarge(document)) later(document, here, done)
      else begin(host.afterPaint, here, done)
      return true
    },
    cancel() {
      ticket += 1
    },
  }
}

/** Is a text made of very many small parts? It is counted anew only when the text became another one or much longer. */
function rememberingDensity(): (document: WorkflowDocument) => boolean {
  let counted: { readonly name: string | undefined; readonly length: number; readonly isDense: boolean } | null = null
  return ({ text, name }) => {
    if (text.length <= DENSE) return false
    if (counted?.name !== name || counted === null || Math.abs(text.length - counted.length) > counted.length / 10) {
      counted = { name, length: text.length, isDense: hasMoreParts(text, DENSE) }
    }
    return counted.isDense
  }
}

function hasMoreParts(text: string, most: number): boolean {
  let parts = 0
  for (const _ of text.matchAll(/[\n,[{]/g)) {
    parts += 1
    if (parts > most) return true
  }
  return false
}
