import type * as Monaco from 'monaco-editor/editor/editor.api'
import type { Analysis, Range, WorkflowDocument } from '../../../core/index.ts'
import type { Session } from '../../state/index.ts'
import { createViewMap, type ViewMap, type ViewPosition } from '../view-map.ts'

/** The open document as the language features look at it: asked for when one of them is used, never on a key. */
export type Desk = {
  readonly monaco: typeof Monaco
  readonly session: Session
  /** The document that a model shows, with its places; null for a model of another pane. */
  shown(model: Monaco.editor.ITextModel): { readonly document: WorkflowDocument; readonly map: ViewMap } | null
  /**
   * The analysis of what a model shows. A very large file is analysed in a worker, which does not give it:
   * then only `atAnyCost`, for what somebody asked for by a key.
   */
  analysis(model: Monaco.editor.ITextModel, atAnyCost?: 'atAnyCost'): { readonly analysis: Analysis; readonly map: ViewMap } | null
}

export function createDesk(monaco: typeof Monaco, session: Session, own: Monaco.editor.ITextModel): Desk {
  const { document: store } = session
  let map: ViewMap | null = null

  function shown(model: Monaco.editor.ITextModel) {
    const { document } = store.getState()
    if (model !== own || !document) return null
    if (map?.text !== document.text) map = createViewMap(document.text)
    return { document, map }
  }

  return {
    monaco,
    session,
    shown,
    analysis(model, atAnyCost) {
      const open = shown(model)
      if (!open) return null
      const analysis = atAnyCost ? store.analysis() : store.quickAnalysis()
      return analysis && { analysis, map: open.map }
    },
  }
}

/** A place of a model as an offset of the document. */
export function offsetOf(map: ViewMap, { lineNumber, column }: ViewPosition): number {
  return map.offset({ lineNumber, column })
}

/** A range of a model as one of the document. */
export function rangeOf(map: ViewMap, range: Monaco.IRange): Range {
  return {
    start: map.offset({ lineNumber: range.startLineNumber, column: range.startColumn }),
    end: map.offset({ lineNumber: range.endLineNumber, column: range.endColumn }),
  }
}
