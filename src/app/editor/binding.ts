import type * as Monaco from 'monaco-editor/editor/editor.api'
import { applyEdits, composeEdits, mapOffset, minimalEdit, type Range, type TextEdit, type WorkflowDocument } from '../../core/index.ts'
import type { DocumentStore } from '../state/index.ts'
import { createViewMap, viewText, type ViewMap } from './view-map.ts'

type Editor = Monaco.editor.IStandaloneCodeEditor
type Model = Monaco.editor.ITextModel

/** Typing that belongs together is one entry of the history, as is a word in composition; a paste, a line break, a second cursor is its own. */
function isTyping(changes: readonly Monaco.editor.IModelContentChange[]): boolean {
  const [only, ...others] = changes
  if (!only || others.length > 0) return false
  const inserted = only.text.length === 1 && only.text !== '\n' && only.rangeLength === 0
  const erased = only.text === '' && only.rangeLength === 1
  return inserted || erased
}

/**
 * Ties the editor's model to the document: what is typed becomes edits of the document, what others
 * do to the document is done to the model. The document is the truth; the model is a view of it.
 */
export function bindDocument(editor: Editor, model: Model, store: DocumentStore): () => void {
  let map: ViewMap = createViewMap(store.getState().document?.text ?? '')
  let dispatching = false
  let applying = false
  let composing = false
  /** What others changed during composition: edits of the text that the model shows. */
  let waiting: readonly TextEdit[] = []

  function onModelChange(event: Monaco.editor.IModelContentChangedEvent): void {
    if (applying) return
    const typed = map.edits(event.changes)
    const edits = waiting.length === 0 ? typed : through(waiting, typed)
    dispatching = true
    try {
      store.dispatch({ type: 'edit', edits, origin: 'text', label: 'Typing', ...((isTyping(event.changes) || (composing && event.changes.length === 1)) && { coalesce: 'typing' }) })
    } finally {
      dispatching = false
    }
    if (waiting.length === 0) {
      map = createViewMap(store.getState().document?.text ?? '')
    } else {
      // The model does not show the others' changes yet: go on from what it does show.
      waiting = through(typed, waiting)
      map = createViewMap(applyEdits(map.text, typed))
    }
  }

  function onDocument(state: { document: WorkflowDocument | null; change: { edits: readonly TextEdit[]; origin: string } | null }): void {
    if (dispatching || !state.document || !state.change || state.document.text === map.text) return
    if (composing) {
      waiting = composeEdits(waiting, state.change.edits)
      return
    }
    show(state.document.text, state.change.edits, state.change.origin)
  }

  /** Brings the model to `text`. `edits` lead there from what it shows now, if they are given. */
  function show(text: string, edits: readonly TextEdit[], origin: string): void {
    const next = createViewMap(text)
    // The editor knows its lines already; a large text's are not counted here again.
    const rangeOf = map.same ? ({ start, end }: Range) => monacoRange(model, start, end) : map.range
    const operations = edits.map((edit) => ({ range: rangeOf(edit.range), text: edit.text.replace(/\r\n?/g, '\n'), forceMoveMarkers: false }))
    applying = true
    try {
      model.applyEdits(operations)
      // Where both texts are shown as they are, what leads from one to the other leads there in the editor too.
      if (edits.length === 0 || !map.same || !next.same || model.getValueLength() !== text.length) settleRest(viewText(text))
    } finally {
      applying = false
    }
    map = next
    if ((origin === 'undo' || origin === 'redo') && edits.length > 0) revealChange(edits)
  }

  /** Line ends met or a mark moved: the model cannot say it, so the rest is said as one edit. */
  function settleRest(wanted: string): void {
    const shown = model.getValue()
    const rest = shown === wanted ? null : minimalEdit(shown, wanted)
    if (rest) model.applyEdits([{ range: createViewMap(shown).range(rest.range), text: rest.text }])
  }

  /** After undo and redo the place of the change is shown; the caret goes there if it is in this pane. */
  function revealChange(edits: readonly TextEdit[]): void {
    let shift = 0
    let place = 0
    for (const { range, text } of edits) {
      place = range.start + shift + text.length
      shift += text.length - (range.end - range.start)
    }
    const position = map.same ? model.getPositionAt(place) : map.position(place)
    if (editor.hasTextFocus()) editor.setPosition(position)
    editor.revealPositionInCenterIfOutsideViewport(position)
  }

  function settle(): void {
    composing = false
    if (waiting.length === 0) return
    waiting = []
    const text = store.getState().document?.text ?? ''
    show(text, [], 'file')
  }

  const listeners = [
    model.onDidChangeContent(onModelChange),
    editor.onDidCompositionStart(() => {
      composing = true
    }),
    editor.onDidCompositionEnd(settle),
  ]
  const unsubscribe = store.subscribe(onDocument)
  return () => {
    unsubscribe()
    for (const listener of listeners) listener.dispose()
  }
}

function monacoRange(model: Model, start: number, end: number): Monaco.IRange {
  const from = model.getPositionAt(start)
  const to = model.getPositionAt(end)
  return { startLineNumber: from.lineNumber, startColumn: from.column, endLineNumber: to.lineNumber, endColumn: to.column }
}

/** Edits of a text as edits of what `others` made of it. */
function through(others: readonly TextEdit[], edits: readonly TextEdit[]): readonly TextEdit[] {
  return edits.map(({ range, text }) => ({
    range: { start: mapOffset(others, range.start, 'before'), end: mapOffset(others, range.end, range.start === range.end ? 'before' : 'after') },
    text,
  }))
}
