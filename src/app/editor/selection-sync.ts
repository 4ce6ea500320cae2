import type * as Monaco from 'monaco-editor/editor/editor.api'
import { nodeAmong, rangeAmong } from '../../core/index.ts'
import type { Session } from '../state/index.ts'
import { createViewMap } from './view-map.ts'

type Editor = Monaco.editor.IStandaloneCodeEditor

/** Long enough that a caret on its way through the file does not light up every node. */
const SETTLE = 80

/**
 * The caret selects its node everywhere, a node selected elsewhere is lit and shown here. Neither
 * side ever takes the focus from the other.
 */
export function syncSelection(monaco: typeof Monaco, editor: Editor, session: Session): () => void {
  const { document, view } = session
  const lit = editor.createDecorationsCollection()
  let timer: ReturnType<typeof setTimeout> | undefined
  let reading: ReturnType<typeof setTimeout> | undefined
  /** The selection that the caret made: it is lit, but not scrolled to. */
  let byCaret: readonly string[] | null = null
  /** The caret moved in a text that is not read yet: its node is selected when it is. */
  let unread = false

  /** The places of the current text, if they are known: neither typing nor a click waits for them. */
  function known() {
    const { projection, document: open } = document.getState()
    return open && projection?.revision === open.revision ? { places: projection, text: open.text } : null
  }

  function selectAtCaret(): void {
    unread = false
    // Whoever has gone on to the canvas or the form means what is selected there, not where the caret was.
    if (!editor.hasTextFocus()) return
    const now = known()
    const position = editor.getPosition()
    unread = now === null
    if (!now || now.places.stale || !position) return
    const key = nodeAmong(now.places, now.text, createViewMap(now.text).offset(position))
    byCaret = key === undefined ? [] : [key]
    view.dispatch({ type: 'select', nodes: byCaret })
  }

  function light(): void {
    const { selection } = view.getState()
    if (selection.nodes.length === 0) return lit.clear()
    const now = known()
    if (!now || now.places.stale) return
    const map = createViewMap(now.text)
    const ranges = selection.nodes.flatMap((key) => rangeAmong(now.places, key) ?? []).map((range) => map.range(range))
    lit.set(
      ranges.map((range) => ({
        range,
        options: { isWholeLine: true, className: 'node-lines', linesDecorationsClassName: 'node-lines-edge', stickiness: monaco.editor.TrackedRangeStickiness.NeverGrowsWhenTypingAtEdges },
      })),
    )
    const [first] = ranges
    if (first && byCaret !== selection.nodes && !editor.hasTextFocus()) {
      editor.revealLinesInCenterIfOutsideViewport(first.startLineNumber, Math.min(first.endLineNumber, first.startLineNumber + 8), monaco.editor.ScrollType.Smooth)
    }
  }

  /** Are all of them still there? Then a selection that replaces them is somebody's choice, and not what is left of a former one. */
  function stand(keys: readonly string[]): boolean {
    const nodes = document.getState().projection?.view.nodes ?? []
    return keys.every((key) => nodes.some((node) => node.key === key))
  }

  function follow(): void {
    clearTimeout(reading)
    // After what is drawn of the change: the selection must not hold the canvas up.
    reading = setTimeout(() => {
      if (unread) selectAtCaret()
      light()
    }, 0)
  }

  const listener = editor.onDidChangeCursorPosition((event) => {
    // Only a person moves the selection: edits from elsewhere shift the caret too.
    if (!editor.hasTextFocus() || event.reason === monaco.editor.CursorChangeReason.ContentFlush || event.reason === monaco.editor.CursorChangeReason.RecoverFromMarkers) return
    clearTimeout(timer)
    timer = setTimeout(selectAtCaret, SETTLE)
  })
  const unsubscribe = [
    view.subscribe((state, before) => {
      if (state.selection === before.selection) return
      if (state.selection.nodes !== byCaret && stand(before.selection.nodes)) {
        clearTimeout(timer)
        unread = false
      }
      light()
    }),
    document.subscribe((state, before) => {
      if (state.projection !== before.projection) follow()
    }),
  ]
  light()
  return () => {
    clearTimeout(timer)
    clearTimeout(reading)
    listener.dispose()
    lit.clear()
    for (const stop of unsubscribe) stop()
  }
}
