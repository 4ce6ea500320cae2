import type * as Monaco from 'monaco-editor/editor/editor.api'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { analyse, editText, openDocument, type Analysis, type WorkflowDocument } from '../../core/index.ts'
import type { DocumentState, DocumentStore } from '../state/index.ts'
import { colourTemplates } from './template-colours.ts'

const TEXT = "name: n\nworkflow:\n  steps:\n    - id: a\n      tool: echo\n      input: '{{ .trigger }}'\n"

type Shown = Pick<DocumentState, 'document' | 'projection'>

/** An editor that shows all of its text, and a store whose analysis stands at a revision. */
function desk(first: Shown) {
  let state = first
  const heard = new Set<(state: Shown, before: Shown) => void>()
  const quickAnalysis = vi.fn<() => Analysis | null>(() => state.document && analyse(state.document))
  const store = {
    getState: () => state,
    quickAnalysis,
    subscribe(listener: (state: Shown, before: Shown) => void) {
      heard.add(listener)
      return () => heard.delete(listener)
    },
  }
  const set = vi.fn<(decorations: readonly unknown[]) => void>()
  const silent = () => ({ dispose() {} })
  const editor = {
    createDecorationsCollection: () => ({ set, clear() {} }),
    onDidScrollChange: silent,
    onDidLayoutChange: silent,
    onDidChangeModelLanguage: silent,
    getVisibleRanges: () => [{ startLineNumber: 1, endLineNumber: 6 }],
    getModel: () => ({ getLineCount: () => 7 }),
  }
  const stop = colourTemplates(editor as unknown as Monaco.editor.IStandaloneCodeEditor, store as unknown as DocumentStore)
  return {
    quickAnalysis,
    set,
    stop,
    become(next: Shown) {
      const before = state
      state = next
      for (const listener of heard) listener(next, before)
    },
  }
}

const projected = ({ revision }: WorkflowDocument) => ({ revision }) as DocumentState['projection']

describe('the colours of templates', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('wait for the analysis of a text that is read after a pause, and ask for none before', () => {
    const opened = openDocument({ text: TEXT, name: 'a.yaml', format: 'yaml' })
    const { quickAnalysis, set, become, stop } = desk({ document: opened, projection: projected(opened) })
    vi.runAllTimers()
    expect(set).toHaveBeenCalledTimes(1)
    expect(set.mock.calls[0]![0].length).toBeGreaterThan(0)

    quickAnalysis.mockClear()
    const typed = editText(opened, [{ range: { start: 6, end: 7 }, text: 'more' }])
    expect(typed.revision).not.toBe(opened.revision)
    become({ document: typed, projection: projected(opened) })
    vi.runAllTimers()
    expect(quickAnalysis).not.toHaveBeenCalled()

    become({ document: typed, projection: projected(typed) })
    vi.runAllTimers()
    expect(set).toHaveBeenCalledTimes(2)
    stop()
  })
})
