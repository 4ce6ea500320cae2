import type * as Monaco from 'monaco-editor/editor/editor.api'
import { dialectNamed, templateTokensIn, type TemplateToken } from '../../core/index.ts'
import type { DocumentStore } from '../state/index.ts'
import { createViewMap, type ViewMap } from './view-map.ts'

type Editor = Monaco.editor.IStandaloneCodeEditor

/** Milliseconds after a key or a scroll: colours that stand move with the text meanwhile. */
const PAUSE = 60
/** Lines around what is seen that are coloured before they come into sight. */
const MARGIN = 30

/** Colours the templates in the lines that are seen, when there is time for it, never in a key's own turn. */
export function colourTemplates(editor: Editor, store: DocumentStore): () => void {
  const colours = editor.createDecorationsCollection()
  let timer: ReturnType<typeof setTimeout> | undefined
  let map: ViewMap | null = null

  function colour(): void {
    const { document, projection } = store.getState()
    // A text whose reading waits for a pause is not read sooner for its colours: they follow what is known of it.
    if (!document || projection?.revision !== document.revision) return
    const analysis = store.quickAnalysis()
    // Where the text cannot be read, what was known of it stands.
    if (!analysis?.reading || analysis.stale || analysis.revision !== document.revision) return
    const seen = editor.getVisibleRanges()
    const [first, last] = [seen[0], seen.at(-1)]
    if (!first || !last) return
    if (map?.text !== document.text) map = createViewMap(document.text)
    const within = {
      start: map.offset({ lineNumber: Math.max(1, first.startLineNumber - MARGIN), column: 1 }),
      end: map.offset({ lineNumber: Math.min(editor.getModel()?.getLineCount() ?? 1, last.endLineNumber + MARGIN), column: Number.MAX_SAFE_INTEGER }),
    }
    const tokens = document.text.includes('{{') ? templateTokensIn(analysis.reading.source, dialectNamed(analysis.dialect), within) : []
    const places = map
    colours.set(tokens.map((token) => decorationOf(token, places)))
  }

  function later(): void {
    clearTimeout(timer)
    timer = setTimeout(colour, PAUSE)
  }

  const listeners = [editor.onDidScrollChange(later), editor.onDidLayoutChange(later), editor.onDidChangeModelLanguage(later)]
  const unsubscribe = store.subscribe((state, before) => {
    if (state.projection !== before.projection || state.document !== before.document) later()
  })
  later()
  return () => {
    clearTimeout(timer)
    unsubscribe()
    for (const listener of listeners) listener.dispose()
    colours.clear()
  }
}

function decorationOf({ kind, range }: TemplateToken, map: ViewMap): Monaco.editor.IModelDeltaDecoration {
  // NeverGrowsWhenTypingAtEdges: what is typed beside a piece has no colour until it is read.
  return { range: map.range(range), options: { inlineClassName: `template-token template-${kind}`, stickiness: 1 } }
}
