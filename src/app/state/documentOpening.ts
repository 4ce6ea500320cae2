import type { WorkflowDocument } from '../../core/index.ts'
import type { Analyst } from './analyst.ts'
import type { DocumentCore, Edited } from './core.ts'
import { reduceFile, replaceAll } from './documentFile.ts'
import type { DocumentState, DocumentStore, OpenAction } from './documentState.ts'
import { formatOfDraft } from './formatWork.ts'

/** The state while no file is open. */
export const NOTHING: DocumentState = {
  path: null,
  document: null,
  projection: null,
  saved: null,
  dirty: false,
  saving: false,
  saveError: null,
  clash: null,
  deleted: false,
  trouble: null,
  change: null,
  refusal: null,
  textOnly: null,
  reading: false,
  opened: 0,
}

type Setup = { readonly core: DocumentCore; readonly analyst: Analyst; readonly now: () => number }

export type Opening = Pick<DocumentStore, 'prepare' | 'applyParked'> & {
  /** The state of a file as it comes from disk, and its document. Each is numbered. */
  stateOf(action: OpenAction): { readonly state: DocumentState; readonly document: WorkflowDocument }
  /** The document with the unsaved text of an earlier session over it; null when there is none. */
  withDraft(document: WorkflowDocument, action: OpenAction): Edited | null
}

/** How files become documents, and what happens to those that are open but not shown. */
export function createOpening({ core, analyst, now }: Setup): Opening {
  let opened = 0

  function stateOf(action: OpenAction): { readonly state: DocumentState; readonly document: WorkflowDocument } {
    const document = core.open(action.text, { name: action.path })
    opened += 1
    const state: DocumentState = {
      ...NOTHING,
      path: action.path,
      document,
      saved: { text: action.text, etag: action.etag },
      textOnly: analyst.refuses(document),
      // Of the text of the file, which is this document's first.
      projection: action.projection ?? null,
      opened,
      change: { revision: document.revision, origin: 'file', edits: [] },
    }
    return { state, document }
  }

  function withDraft(document: WorkflowDocument, { path, text, draft }: OpenAction): Edited | null {
    if (draft === undefined || draft === text) return null
    return core.edit(document, replaceAll(text, draft), { origin: 'file', label: 'Unsaved edits', at: now() }, formatOfDraft(path, text, draft))
  }

  return {
    stateOf,
    withDraft,
    prepare(action) {
      const { state, document } = stateOf(action)
      const drafted = withDraft(document, action)
      return { state: drafted ? { ...state, document: drafted.document, dirty: true } : state, analysis: null }
    },
    applyParked({ state: before, analysis }, action) {
      const { next, rewrite } = reduceFile(before, action, core)
      const state = { ...before, ...next }
      if (!rewrite || !state.document) return { state, analysis }
      const { document } = core.edit(state.document, replaceAll(state.document.text, rewrite.text), { origin: 'file', label: rewrite.label })
      return { state: { ...state, document, dirty: document.text !== state.saved?.text }, analysis }
    },
  }
}
