import type * as Monaco from 'monaco-editor/editor/editor.api'
import type { DocumentStore } from '../state/index.ts'
import { referenceContext } from './completion-context.ts'
import { createViewMap } from './view-map.ts'

const LANGUAGES = ['yaml', 'json']

/** Completion of ids from the document itself, and the fixes of its problems. */
export function registerProviders(monaco: typeof Monaco, store: DocumentStore): () => void {
  const registered = [
    monaco.languages.registerCompletionItemProvider(LANGUAGES, {
      triggerCharacters: ['[', ',', ' ', '-', '"'],
      provideCompletionItems: (model, position) => ({ suggestions: idSuggestions(monaco, store, model, position) }),
    }),
    monaco.languages.registerCodeActionProvider(LANGUAGES, {
      provideCodeActions: (model, range) => ({ actions: fixesAt(monaco, store, model, range), dispose: () => undefined }),
    }),
  ]
  return () => {
    for (const each of registered) each.dispose()
  }
}

function idSuggestions(monaco: typeof Monaco, store: DocumentStore, model: Monaco.editor.ITextModel, position: Monaco.Position): Monaco.languages.CompletionItem[] {
  const context = referenceContext(model.getValue(), model.getOffsetAt(position))
  const { projection } = store.getState()
  if (!context || !projection) return []
  const start = model.getPositionAt(context.start)
  const range = { startLineNumber: start.lineNumber, startColumn: start.column, endLineNumber: position.lineNumber, endColumn: position.column }
  return projection.view.nodes
    .filter((node) => node.ghost === undefined && node.id !== '' && node.id !== context.node)
    .map((node) => ({
      label: { label: node.id, description: node.kind },
      kind: monaco.languages.CompletionItemKind.Reference,
      detail: node.summary.split('\n')[0] ?? '',
      insertText: inList(model.getLanguageId(), model.getLineContent(position.lineNumber), node.id),
      range,
      // Before what the schema offers at the same place.
      sortText: `0${String(node.index).padStart(6, '0')}`,
    }))
}

/** An id that YAML would read as something else, or JSON not at all, is written in quotes. */
function inList(language: string, line: string, id: string): string {
  if (/"[^"]*$/.test(line) && language === 'json') return id
  if (language === 'json') return JSON.stringify(id)
  return /^[A-Za-z_][\w-]*$/.test(id) && !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(id) ? id : JSON.stringify(id)
}

function fixesAt(monaco: typeof Monaco, store: DocumentStore, model: Monaco.editor.ITextModel, at: Monaco.Range): Monaco.languages.CodeAction[] {
  const { projection, document } = store.getState()
  if (!projection || !document || projection.revision !== document.revision) return []
  const map = createViewMap(document.text)
  return projection.diagnostics.flatMap((diagnostic) => {
    if (!diagnostic.range || !diagnostic.fixes) return []
    const range = map.range(diagnostic.range)
    if (!monaco.Range.areIntersectingOrTouching(range, at)) return []
    const marker = { ...range, message: diagnostic.message.replaceAll('`', ''), severity: monaco.MarkerSeverity.Error }
    return diagnostic.fixes.map(({ title, edits }, index) => ({
      title: title.replaceAll('`', ''),
      kind: 'quickfix',
      diagnostics: [marker],
      isPreferred: index === 0,
      edit: {
        edits: edits.map((edit) => ({
          resource: model.uri,
          versionId: model.getVersionId(),
          textEdit: { range: map.range(edit.range), text: edit.text.replace(/\r\n?/g, '\n') },
        })),
      },
    }))
  })
}
