import type * as Monaco from 'monaco-editor/editor/editor.api'
import { contentLines, diffLines } from '../../core/index.ts'
import type { DocumentState, DocumentStore } from '../state/index.ts'
import { changesOf, type Change } from './changes-of.ts'

type Editor = Monaco.editor.IStandaloneCodeEditor

/** So long after the last change of the text: whoever types waits for nothing. */
const PAUSE = 400
/** Longer texts are compared when somebody asks for it. */
const LONGEST = 1_500_000

const WORDS: { readonly [kind in Change['kind']]: string } = {
  added: 'Added since the file was saved.',
  changed: 'Changed since the file was saved.',
  removed: 'Lines were removed here since the file was saved.',
}

/** Marks beside the numbers of the lines which differ from the saved file: what was added, changed and removed. */
export function markChangedLines(monaco: typeof Monaco, editor: Editor, store: DocumentStore): () => void {
  const marks = editor.createDecorationsCollection()
  let timer: ReturnType<typeof setTimeout> | undefined

  function mark(): void {
    const { document, saved } = store.getState()
    const count = editor.getModel()?.getLineCount() ?? 0
    if (!document || !saved || document.text === saved.text || document.text.length > LONGEST) return marks.clear()
    const changes = changesOf(diffLines(contentLines(saved.text), contentLines(document.text)))
    marks.set(
      changes.map(({ kind, first, last }) => ({
        range: new monaco.Range(Math.min(first, count), 1, Math.min(last, count), 1),
        options: {
          isWholeLine: true,
          linesDecorationsClassName: `line-change line-${kind}`,
          linesDecorationsTooltip: WORDS[kind],
          stickiness: monaco.editor.TrackedRangeStickiness.NeverGrowsWhenTypingAtEdges,
        },
      })),
    )
  }

  function later(state: DocumentState, before: DocumentState): void {
    if (state.document?.text === before.document?.text && state.saved === before.saved) return
    clearTimeout(timer)
    timer = setTimeout(mark, PAUSE)
  }

  mark()
  const stop = store.subscribe(later)
  return () => {
    stop()
    clearTimeout(timer)
    marks.clear()
  }
}
