import { createStore } from 'zustand/vanilla'
import { unreachable, type Command, type Diagnostic, type EditMeta, type EditOrigin, type HistorySelection, type Projection, type WorkflowDocument } from '../../core/index.ts'
import { createAnalyses } from './analyses.ts'
import type { Analysed, Analyst } from './analyst.ts'
import type { DocumentCore, Edited, Reader } from './core.ts'
import { reduceFile, replaceAll } from './documentFile.ts'
import { createOpening, NOTHING } from './documentOpening.ts'
import type { Change, DocumentAction, DocumentState, DocumentStore, EntryOptions, FileAction, OpenAction, Outcome, Parked } from './documentState.ts'
import { withElsewhere, type Elsewhere } from './elsewhere.ts'
import { isSeenFirst } from './seenFirst.ts'

export type * from './documentState.ts'

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
  const analyses = createAnalyses(core, analyst)
  const opening = createOpening({ core, analyst, now })
  /** What the core found alone, and what the server found beside it. */
  let bare: Projection | null = null
  let elsewhere: Elsewhere | null = null

  function complete(projection: Projection, { text }: WorkflowDocument): Projection {
    bare = projection
    return withElsewhere(projection, text, elsewhere)
  }

  function set(next: Partial<DocumentState>): void {
    store.setState(next)
  }

  /**
   * Take over a changed document. Typing is analysed off the typing path. All else is analysed at once, or,
   * where the text is long, once the change can be seen in it.
   */
  function take(edited: Edited, origin: EditOrigin, command?: Command): void {
    const { document, edits } = edited
    analyses.dropTrial()
    const { saved, textOnly, reading, deleted } = store.getState()
    const change: Change = {
      revision: document.revision,
      origin,
      edits,
      ...(edited.selection && { selection: edited.selection }),
      ...(command && { command }),
    }
    const common = { document, change, dirty: deleted || document.text !== saved?.text, refusal: null }
    if (textOnly !== null && !reading) return set(common)
    const reader = origin !== 'text' && !analyst.isLarge(document) ? core.reader() : null
    if (reader === null) {
      set(common)
      later(document)
    } else if (isSeenFirst(origin) && analyst.afterText(document, () => projectNow(document, reader), (result) => arrived(document, result))) {
      // It was asked for before the panes hear of the change: what it finds is then drawn together with the change.
      set(common)
    } else {
      analyst.cancel()
      set({ ...common, projection: complete(projectNow(document, reader), document), textOnly: null, reading: false })
    }
  }

  function projectNow(document: WorkflowDocument, reader: Reader): Projection {
    return reader.project(analyses.of(document, reader))
  }

  function later(document: WorkflowDocument): void {
    // Large texts are read in a worker, which has a reader of its own.
    if (core.reader() === null && !analyst.isLarge(document)) return whenRead(() => {
      const { document: now } = store.getState()
      const reader = core.reader()
      if (reader !== null && now?.revision === document.revision) set({ projection: complete(projectNow(now, reader), now) })
    })
    const here = () => {
      const reader = core.reader()
      if (reader === null) throw new Error('Only large texts are read while there is no reader.')
      return projectNow(document, reader)
    }
    analyst.later(document, here, (result) => arrived(document, result))
  }

  /** What was found in a document comes in. */
  function arrived(document: WorkflowDocument, result: Analysed): void {
    // Asynchronous results are dropped when the text has moved on.
    if (store.getState().document?.revision !== document.revision) return
    // A graph that is drawn already lags rather than goes away.
    if ('slow' in result) set(store.getState().projection === null ? { textOnly: result.slow, reading: true } : {})
    else if ('unread' in result) set({ textOnly: result.unread, reading: false })
    else set({ projection: complete(result.projection, document), textOnly: null, reading: false })
  }

  /** Brings what is derived from the text up to it now; what costs too much for that stays behind. */
  function catchUp(): void {
    const { document, projection, textOnly } = store.getState()
    const reader = core.reader()
    if (!document || !projection || textOnly !== null || reader === null || projection.revision === document.revision || analyst.isLarge(document)) return
    analyst.cancel()
    set({ projection: complete(projectNow(document, reader), document) })
  }

  function whenRead(work: () => void): void {
    const { opened: mine } = store.getState()
    core.onceThere(() => {
      if (store.getState().opened === mine) work()
    })
  }

  function dispatchWhenRead(action: DocumentAction): Outcome {
    whenRead(() => void dispatch(action))
    return OK
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

  function open(action: OpenAction): void {
    const { state, document } = opening.stateOf(action)
    show({ state, analysis: null })
    bare = state.projection
    const drafted = opening.withDraft(document, action)
    if (drafted) take(drafted, 'file')
  }

  /** Makes a document the shown one; what is derived from its text is made anew only where it is missing. */
  function show({ state, analysis }: Parked): void {
    analyst.cancel()
    analyses.begin(analysis)
    bare = null
    elsewhere = null
    const { document, projection, textOnly, reading } = state
    const reader = core.reader()
    if (!document || (textOnly !== null && !reading) || projection?.revision === document.revision) {
      store.setState(state, true)
    } else if (reader === null || analyst.isLarge(document)) {
      store.setState(state, true)
      later(document)
    } else {
      store.setState({ ...state, projection: complete(projectNow(document, reader), document), textOnly: null, reading: false }, true)
    }
  }

  function onFile(action: FileAction): Outcome {
    const { next, rewrite } = reduceFile(store.getState(), action, core)
    set(next)
    const { document } = store.getState()
    if (rewrite && document) take(core.edit(document, replaceAll(document.text, rewrite.text), { origin: 'file', label: rewrite.label }), 'file')
    return OK
  }

  function dispatch(action: DocumentAction): Outcome {
    const state = store.getState()
    const { document } = state
    switch (action.type) {
      case 'open':
        open(action)
        return OK
      case 'unpark':
        show(action.parked)
        return OK
      case 'close':
        analyst.cancel()
        analyses.begin(null)
        store.setState(NOTHING, true)
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
        const reader = core.reader()
        if (reader === null) return dispatchWhenRead(action)
        const result = analyses.carryOut(document, command, meta(action), reader)
        if (!result.ok) return refuse(result.diagnostics)
        if (result.value.document !== document) take(result.value, origin, command)
        return result.value.notices ? { ok: true, notices: result.value.notices } : OK
      }
      case 'paste': {
        if (!document) return OK
        if (state.textOnly !== null) return refuse([{ code: 'refused/rule', severity: 'error', message: state.textOnly, path: [] }])
        const { text, after, origin } = action
        const reader = core.reader()
        if (reader === null) return dispatchWhenRead(action)
        const result = reader.paste(document, analyses.of(document, reader), { text, ...(after !== undefined && { after }) }, meta(action))
        if (!result.ok) return refuse(result.diagnostics)
        take(result.value, origin, { type: 'paste', text, ...(after !== undefined && { after }) })
        const { keys, notices, renamed, outputs } = result.value
        return { ok: true, pasted: { keys, notices, renamed, outputs } }
      }
      case 'undo':
      case 'redo': {
        const edited = document && core[action.type](document)
        if (edited) take(edited, action.type)
        return OK
      }
      case 'saving':
      case 'saved':
      case 'saveFailed':
      case 'clash':
      case 'deletedOnDisk':
      case 'unreadableOnDisk':
      case 'changedOnDisk':
      case 'resolve':
      case 'renamed':
        return onFile(action)
      case 'checkedElsewhere': {
        const { projection } = state
        if (document?.revision !== action.revision || projection?.revision !== action.revision) return OK
        elsewhere = { text: document.text, keys: projection.view.nodes.map(({ key }) => key), diagnostics: action.diagnostics }
        // A document that was parked holds what was found of it then; a large one is not read again for that.
        if (bare === null && (action.diagnostics.length === 0 || analyst.isLarge(document))) return OK
        const reader = core.reader()
        if (bare !== null) set({ projection: complete(bare, document) })
        else if (reader !== null) set({ projection: complete(projectNow(document, reader), document) })
        else later(document)
        return OK
      }
      case 'seal':
        // The same text and revision: nothing to analyse or to redraw.
        if (document) set({ document: core.seal(document) })
        return OK
      default:
        return unreachable(action)
    }
  }

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    dispatch,
    quickAnalysis() {
      const { document, textOnly } = store.getState()
      if (!document || textOnly !== null) return null
      const reader = core.reader()
      return analyses.known(document) ?? (reader === null || analyst.isLarge(document) ? null : analyses.of(document, reader))
    },
    catchUp,
    whenRead,
    analysis() {
      const { document, textOnly } = store.getState()
      const reader = core.reader()
      return document && textOnly === null && reader !== null ? analyses.of(document, reader) : null
    },
    tryOut(command) {
      const { document, textOnly } = store.getState()
      const reader = core.reader()
      if (!document || textOnly !== null || reader === null) return null
      return analyses.tryOut(document, command, meta({ origin: 'canvas' }), reader)
    },
    park() {
      const state = store.getState()
      // Asked-for words and refusals belong to the moment; the change is one that no pane has yet to follow.
      const { document } = state
      return document && { state: { ...state, refusal: null, change: { revision: document.revision, origin: 'file', edits: [] } }, analysis: analyses.last() }
    },
    prepare: opening.prepare,
    applyParked: opening.applyParked,
  }
}
