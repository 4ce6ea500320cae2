import { editsBetween, minimalEdit, unreachable, type TextEdit } from '../../core/index.ts'
import type { DocumentCore } from './core.ts'
import type { Clash, DocumentState, FileAction, Resolution } from './documentState.ts'

/** What becomes of a document's state; `rewrite` is a text that replaces its own, entered in the history under `label`. */
export type FileStep = { readonly next: Partial<DocumentState>; readonly rewrite?: Rewrite }

type Rewrite = { readonly text: string; readonly label: string }

/** What an event of the file on disk, or of saving it, does to the document that shows it. */
export function reduceFile(state: DocumentState, action: FileAction, core: DocumentCore): FileStep {
  const { document, saved, clash } = state
  switch (action.type) {
    case 'saving':
      return { next: { saving: true, saveError: null } }
    case 'saved':
      return {
        next: {
          saving: false,
          saveError: null,
          clash: null,
          deleted: false,
          trouble: null,
          saved: { text: action.text, etag: action.etag },
          dirty: document?.text !== action.text,
          document: document && core.seal(document),
        },
      }
    case 'saveFailed':
      return { next: { saving: false, saveError: action.reason } }
    case 'clash':
      return { next: { saving: false, clash: action.clash } }
    case 'deletedOnDisk':
      return { next: { deleted: true, trouble: null, dirty: true, clash: null } }
    case 'unreadableOnDisk':
      return { next: { trouble: action.reason, deleted: false, saving: false, dirty: document !== null && document.text !== saved?.text } }
    case 'changedOnDisk':
      return changedOnDisk(state, action.text, action.etag)
    case 'resolve':
      return clash && document ? resolve(state, clash, action) : { next: {} }
    case 'renamed':
      return { next: { path: action.path } }
    default:
      return unreachable(action)
  }
}

function changedOnDisk({ document, saved }: DocumentState, text: string, etag: string): FileStep {
  if (!document) return { next: {} }
  // It is back, if it was gone: what is unsaved is what differs from what was known, not that it was gone.
  const dirty = document.text !== saved?.text
  const here = { deleted: false, trouble: null }
  if (etag === saved?.etag) return { next: { ...here, dirty } }
  if (text === document.text || text === saved?.text) return { next: { ...here, saved: { text, etag }, dirty: document.text !== text, clash: null } }
  if (dirty) return { next: { ...here, dirty, clash: { found: 'on disk', base: saved?.text ?? null, theirs: text, etag } } }
  return { next: { ...here, saved: { text, etag }, dirty: false, clash: null }, rewrite: { text, label: 'Change on disk' } }
}

function resolve({ document, saved: before }: DocumentState, clash: Clash, resolution: Resolution): FileStep {
  // What another page has not saved is no version of the file.
  const saved = clash.found === 'in another tab' ? before : { text: clash.theirs, etag: clash.etag }
  const next = { clash: null, saved, dirty: document?.text !== saved?.text }
  const rewrite = answerOf(resolution, clash)
  return rewrite !== null && rewrite.text !== document?.text ? { next, rewrite } : { next }
}

/** The text that a clash ends with, and what the history calls it; null when the document's own stays. */
function answerOf(resolution: Resolution, { theirs, found }: Clash): Rewrite | null {
  switch (resolution.take) {
    case 'theirs':
      return { text: theirs, label: found === 'in another tab' ? 'Take the edits of another tab' : 'Take the file on disk' }
    case 'merged':
      return { text: resolution.text, label: 'Merge both texts' }
    case 'mine':
      return null
    default:
      return unreachable(resolution)
  }
}

/** Above this many edits a text has been written anew rather than changed. */
const MOST_EDITS = 500

/** Edits that make one text of another: those of the lines that differ, so that the caret stays in what is the same. */
export function replaceAll(before: string, after: string): readonly TextEdit[] {
  const edits = editsBetween(before, after)
  if (edits.length <= MOST_EDITS) return edits
  const edit = minimalEdit(before, after)
  return edit ? [edit] : []
}
