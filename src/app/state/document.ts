import { createStore } from 'zustand/vanilla'
import { minimalEdit, unreachable, type Analysis, type Command, type Diagnostic, type EditMeta, type EditOrigin, type HistorySelection, type TextEdit, type WorkflowDocument } from '../../core/index.ts'
import type { Analyst } from './analyst.ts'
import type { DocumentCore, Edited } from './core.ts'
import type { Change, Clash, DocumentAction, DocumentState, DocumentStore, EntryOptions, Outcome, Resolution } from './documentState.ts'
import { formatOfDraft } from './formatWork.ts'
import { project } from './projection.ts'

export type * from './documentState.ts'

const NOTHING: DocumentState = {
  path: null,
  document: null,
  projection: null,
  saved: null,
  dirty: false,
  saving: false,
  saveError: null,
  clash: null,
  deleted: false,
  change: null,
  refusal: null,
  textOnly: null,
  opened: 0,
}

function replaceAll(before: string, after: string): readonly TextEdit[] {
  const edit = minimalEdit(before, after)
  return edit ? [edit] : []
}

/** The text that a clash ends with, and what the history calls it; null when the document's own stays. */
function answerOf(resolution: Resolution, { theirs, found }: Clash): { readonly text: string; readonly label: string } | null {
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

const OK: Outcome = { ok: true }

export type DocumentSetup = {
  readonly core: DocumentCore
  readonly analyst: Analyst
  /** What is selected now, recorded with each change so that undo can bring it back. */
  readonly selection: () => HistorySelection
  /** Milliseconds of a steady clock. */
  readonly now: () => number
}

/** The open file: its text, what is derived from it, and whether it is saved. */
export function createDocumentStore({ core, analyst, selection, now }: DocumentSetup): DocumentStore {
  const store = createStore<DocumentState>(() => NOTHING)
  let full: Analysis | null = null

  function set(next: Partial<DocumentState>): void {
    store.setState(next)
  }

  function analyseNow(document: WorkflowDocument): Analysis {
    if (full?.revision !== document.revision) full = core.analyse(document, full)
    return full
  }

  /** Take over a changed document. Typing is analysed off the typing path, all else at once. */
  function take(edited: Edited, origin: EditOrigin, command?: Command): void {
    const { document, edits } = edited
    const { saved, textOnly, deleted } = store.getState()
    const change: Change = {
      revision: document.revision,
      origin,
      edits,
      ...(edited.selection && { selection: edited.selection }),
      ...(command && { command }),
    }
    const common = { document, change, dirty: deleted || document.text !== saved?.text, refusal: null }
    if (textOnly !== null) return set(common)
    const immediate = origin !== 'text' && !analyst.isLarge(document)
    if (immediate) {
      analyst.cancel()
      set({ ...common, projection: project(analyseNow(document)) })
    } else {
      set(common)
      later(document)
    }
  }

  function later(document: WorkflowDocument): void {
    analyst.later(document, () => project(analyseNow(document)), (result) => {
      // Asynchronous results are dropped when the text has moved on.
      if (store.getState().document?.revision !== document.revision) return
      if ('tooSlow' in result) set({ textOnly: result.tooSlow })
      else set({ projection: result.projection })
    })
  }

  function meta({ origin, label, coalesce, selection: before, selectionAfter }: EntryOptions & { readonly origin: EditOrigin }): EditMeta {
    return {
      origin,
      at: now(),
      selection: before ?? selection(),
      ...(selectionAfter && { selectionAfter }),
      ...(label !== undefined && { label }),
      ...(coalesce !== undefined && { coalesce }),
    }
  }

  function refuse(diagnostics: readonly Diagnostic[]): Outcome {
    set({ refusal: { diagnostics } })
    return { ok: false, diagnostics }
  }

  function open(action: Extract<DocumentAction, { type: 'open' }>): void {
    analyst.cancel()
    full = null
    const opened = core.open(action.text, { name: action.path })
    const textOnly = analyst.refuses(opened)
    const base: DocumentState = {
      ...NOTHING,
      path: action.path,
      document: opened,
      saved: { text: action.text, etag: action.etag },
      textOnly,
      opened: store.getState().opened + 1,
      change: { revision: opened.revision, origin: 'file', edits: [] },
    }
    if (textOnly !== null) {
      store.setState(base, true)
    } else if (analyst.isLarge(opened)) {
      store.setState(base, true)
      later(opened)
    } else {
      store.setState({ ...base, projection: project(analyseNow(opened)) }, true)
    }
    if (action.draft !== undefined && action.draft !== action.text) {
      const format = formatOfDraft(action.path, action.text, action.draft)
      take(core.edit(opened, replaceAll(action.text, action.draft), { origin: 'file', label: 'Unsaved edits' }, format), 'file')
    }
  }

  function dispatch(action: DocumentAction): Outcome {
    const state = store.getState()
    const { document } = state
    switch (action.type) {
      case 'open':
        open(action)
        return OK
      case 'close':
        analyst.cancel()
        full = null
        store.setState({ ...NOTHING, opened: store.getState().opened }, true)
        return OK
      case 'edit': {
        if (!document || action.edits.length === 0) return OK
        take(core.edit(document, action.edits, meta(action)), action.origin)
        return OK
      }
      case 'command': {
        if (!document) return OK
        if (state.textOnly !== null) return refuse([{ code: 'refused/rule', severity: 'error', message: state.textOnly, path: [] }])
        const { command, origin } = action
        const result = core.command(document, analyseNow(document), command, meta(action))
        if (!result.ok) return refuse(result.diagnostics)
        if (result.value.document !== document) take(result.value, origin, command)
        return OK
      }
      case 'paste': {
        if (!document) return OK
        if (state.textOnly !== null) return refuse([{ code: 'refused/rule', severity: 'error', message: state.textOnly, path: [] }])
        const { text, after, origin } = action
        const result = core.paste(document, analyseNow(document), { text, ...(after !== undefined && { after }) }, meta(action))
        if (!result.ok) return refuse(result.diagnostics)
        take(result.value, origin, { type: 'paste', text, ...(after !== undefined && { after }) })
        const { keys, notices, renamed } = result.value
        return { ok: true, pasted: { keys, notices, renamed } }
      }
      case 'undo':
      case 'redo': {
        const edited = document && core[action.type](document)
        if (edited) take(edited, action.type)
        return OK
      }
      case 'saving':
        set({ saving: true, saveError: null })
        return OK
      case 'saved':
        set({
          saving: false,
          saveError: null,
          clash: null,
          deleted: false,
          saved: { text: action.text, etag: action.etag },
          dirty: document?.text !== action.text,
          document: document && core.seal(document),
        })
        return OK
      case 'saveFailed':
        set({ saving: false, saveError: action.reason })
        return OK
      case 'clash':
        set({ saving: false, clash: action.clash })
        return OK
      case 'deletedOnDisk':
        set({ deleted: true, dirty: true, clash: null })
        return OK
      case 'changedOnDisk':
        // It is back: what is unsaved is what differs from what was known, not that it was gone.
        set({ deleted: false, dirty: document !== null && document.text !== state.saved?.text })
        return changedOnDisk(action.text, action.etag)
      case 'resolve':
        return resolve(action)
      case 'renamed':
        set({ path: action.path })
        return OK
      case 'seal':
        // The same text and revision: nothing to analyse or to redraw.
        if (document) set({ document: core.seal(document) })
        return OK
      default:
        return unreachable(action)
    }
  }

  function changedOnDisk(text: string, etag: string): Outcome {
    const { document, saved, dirty } = store.getState()
    if (!document || etag === saved?.etag) return OK
    if (text === document.text || text === saved?.text) {
      set({ saved: { text, etag }, dirty: document.text !== text, clash: null })
    } else if (dirty) {
      set({ clash: { found: 'on disk', base: saved?.text ?? null, theirs: text, etag } })
    } else {
      set({ saved: { text, etag } })
      take(core.edit(document, replaceAll(document.text, text), { origin: 'file', label: 'Change on disk' }), 'file')
    }
    return OK
  }

  function resolve(resolution: Resolution): Outcome {
    const { clash, document, saved: before } = store.getState()
    if (!clash || !document) return OK
    // What another page has not saved is no version of the file.
    const saved = clash.found === 'in another tab' ? before : { text: clash.theirs, etag: clash.etag }
    set({ clash: null, saved, dirty: document.text !== saved?.text })
    const answer = answerOf(resolution, clash)
    if (answer !== null && answer.text !== document.text) {
      take(core.edit(document, replaceAll(document.text, answer.text), { origin: 'file', label: answer.label }), 'file')
    }
    return OK
  }

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    dispatch,
    analysis() {
      const { document, textOnly } = store.getState()
      return document && textOnly === null ? analyseNow(document) : null
    },
  }
}
