import type { WorkflowDocument } from '../../core/index.ts'
import type { Projection } from './projection.ts'

/** Up to this many characters a text is analysed after every key, above it after a pause in typing. */
export const SMALL = 100_000
/**
 * Above this many characters it is analysed in a worker. Below, reading again only what changed takes
 * less on the page's own thread than sending the text to another.
 */
export const LARGE = 1_000_000
/** Above this many characters a file is edited as text only. */
export const TOO_LARGE = 4_000_000
/** Milliseconds without a key that count as a pause in typing. */
export const TYPING_PAUSE = 150

export type Analysed = { readonly projection: Projection } | { readonly tooSlow: string }

/** Decides when and where a text is analysed. */
export type Analyst = {
  isLarge(document: WorkflowDocument): boolean
  /** Why this file is not analysed at all, or null. */
  refuses(document: WorkflowDocument): string | null
  /**
   * Analyses soon, off the typing path: small texts by `here` after the next paint, larger ones by
   * `here` after a pause, large ones in a worker. A later call replaces one that has not begun.
   */
  later(document: WorkflowDocument, here: () => Projection, done: (result: Analysed) => void): void
  cancel(): void
}

/** What the analyst needs of a browser. */
export type AnalystHost = {
  afterPaint(work: () => void): void
  afterPause(work: () => void): void
  /** Resolves with null when it took longer than the limit and was stopped. */
  inWorker(document: WorkflowDocument): Promise<Projection | null>
}

const TOO_SLOW = 'This file takes more than two seconds to read, so it is open as text only. Split it to see it drawn.'

export function createAnalyst(host: AnalystHost): Analyst {
  // The last request wins: a callback that finds another ticket does nothing.
  let ticket = 0
  return {
    isLarge: (document) => document.text.length > LARGE,
    refuses: (document) =>
      document.text.length > TOO_LARGE ? 'This file is larger than 4 MB, so it is open as text only. Split it to see it drawn.' : null,
    later(document, here, done) {
      ticket += 1
      const mine = ticket
      const { length } = document.text
      if (length <= LARGE) {
        const soon = length <= SMALL ? host.afterPaint : host.afterPause
        soon(() => {
          if (mine === ticket) done({ projection: here() })
        })
        return
      }
      host.afterPause(() => {
        if (mine !== ticket) return
        void host.inWorker(document).then((projection) => {
          if (mine === ticket) done(projection ? { projection } : { tooSlow: TOO_SLOW })
        })
      })
    },
    cancel() {
      ticket += 1
    },
  }
}
