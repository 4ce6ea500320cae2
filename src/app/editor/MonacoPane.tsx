import type * as Monaco from 'monaco-editor/editor/editor.api'
import { useEffect, useRef } from 'react'
import type { Format } from '../../core/index.ts'
import { askedSince, lastAsked, useSession, type Asked, type Session } from '../state/index.ts'
import { bindDocument } from './binding.ts'
import { onUndo, setUpMonaco } from './load-monaco.ts'
import { OWNER, toMarkers } from './markers.ts'
import { markChangedLines } from './changed-lines.ts'
import { editorOptions, tuneModel } from './options.ts'
import { registerProviders } from './providers/index.ts'
import { runTextCommand } from './text-commands.ts'
import { syncSelection } from './selection-sync.ts'
import { colourTemplates } from './template-colours.ts'
import { applyTheme } from './theme.ts'
import { createViewMap, viewText } from './view-map.ts'

const monaco = setUpMonaco()

const languageOf = (format: Format) => format

/** What this pane keeps of a file is kept under this name. */
const PANE = 'text'

/** Monaco, as a view of the open document. Mounted anew for each file. */
export default function MonacoPane() {
  const session = useSession()
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (host.current) return mount(host.current, session)
    return undefined
  }, [session])
  return <div className="text-pane-editor" ref={host} />
}

function mount(element: HTMLElement, session: Session): () => void {
  const { document: store, view } = session
  const opened = store.getState()
  const open = opened.document
  const format = open?.format ?? 'yaml'
  const uri = monaco.Uri.from({ scheme: 'heddle', path: `/${opened.path ?? 'untitled'}`, query: String(Date.now()) })
  const model = monaco.editor.createModel(viewText(open?.text ?? ''), languageOf(format), uri)
  model.setEOL(monaco.editor.EndOfLineSequence.LF)

  applyTheme(monaco, isDark())
  const editor = monaco.editor.create(element, {
    model,
    ...editorOptions(getComputedStyle(document.documentElement).getPropertyValue('--font-mono')),
  })
  tuneModel(model)

  let pathNow = opened.path ?? ''

  function mark(): void {
    const { document: current, projection } = store.getState()
    // Marks of an older text would stand at the wrong places: keep the old ones, they move with the text.
    if (!current || !projection || projection.revision !== current.revision) return
    monaco.editor.setModelMarkers(model, OWNER, toMarkers(monaco, createViewMap(current.text), projection.diagnostics))
  }

  function serve(request: Asked): void {
    const current = store.getState().document
    if (!current) return
    if (request.type === 'focusText') editor.focus()
    if (request.type === 'textCommand') runTextCommand(editor, request.command)
    if (request.type === 'revealText') {
      const range = createViewMap(current.text).range(request.range)
      editor.setSelection(range)
      editor.revealRangeInCenterIfOutsideViewport(range)
      if (request.focus) editor.focus()
    }
  }

  const themeObserver = new MutationObserver(() => applyTheme(monaco, isDark()))
  themeObserver.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })

  const stops = [
    tellCaret(editor, view),
    bindDocument(editor, model, store),
    syncSelection(monaco, editor, session),
    colourTemplates(editor, store),
    markChangedLines(monaco, editor, store),
    registerProviders(monaco, session, model),
    onUndo({ undo: () => session.undo(), redo: () => session.redo() }),
    () => themeObserver.disconnect(),
    store.subscribe((state, before) => {
      // Saved under another name, it is still the file of this pane.
      if (state.opened === opened.opened && state.path !== null) pathNow = state.path
      if (state.projection !== before.projection) mark()
      const language = languageOf(state.document?.format ?? format)
      if (language !== model.getLanguageId()) monaco.editor.setModelLanguage(model, language)
    }),
    view.subscribe((state, before) => {
      for (const request of askedSince(state, lastAsked(before))) serve(request)
    }),
  ]
  mark()

  // A file that is shown again is shown where it was left.
  const left = session.openFiles.kept(opened.path ?? '', PANE)
  if (left !== null) editor.restoreViewState(left as Monaco.editor.ICodeEditorViewState)

  return () => {
    session.openFiles.keep(pathNow, PANE, editor.saveViewState())
    for (const stop of stops) stop()
    editor.dispose()
    model.dispose()
  }
}

/** Where the caret is told is no part of the text: it follows a few times a second, and no key waits for it to be drawn. */
const CARET_EVERY = 120

function tellCaret(editor: Monaco.editor.IStandaloneCodeEditor, view: Session['view']): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null
  const listener = editor.onDidChangeCursorPosition(() => {
    timer ??= setTimeout(() => {
      timer = null
      const position = editor.getPosition()
      if (position) view.dispatch({ type: 'cursor', cursor: { line: position.lineNumber, column: position.column } })
    }, CARET_EVERY)
  })
  return () => {
    if (timer !== null) clearTimeout(timer)
    listener.dispose()
  }
}

function isDark(): boolean {
  return document.documentElement.dataset.theme === 'dark'
}
