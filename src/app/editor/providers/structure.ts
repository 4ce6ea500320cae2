import type * as Monaco from 'monaco-editor/editor/editor.api'
import { folds, outline, rangesAround, unreachable, type OutlineEntry } from '../../../core/index.ts'
import type { ViewMap } from '../view-map.ts'
import type { Desk } from './desk.ts'

/** What the text is made of: symbols to go to, parts to fold, selections that grow. */
export function structureProviders(desk: Desk, languages: string[]): Monaco.IDisposable[] {
  const { monaco, session } = desk
  const changed = new monaco.Emitter<Monaco.languages.FoldingRangeProvider>()
  const folding: Monaco.languages.FoldingRangeProvider = {
    onDidChange: changed.event,
    provideFoldingRanges(model) {
      const { document, projection } = session.document.getState()
      // While the analysis lags the folds of before move with the text.
      const read = document && projection?.revision === document.revision ? desk.analysis(model) : null
      return read && folds(read.analysis).map(({ first, last, kind }) => ({
        start: first,
        end: last,
        ...(kind === 'comment' && { kind: monaco.languages.FoldingRangeKind.Comment }),
      }))
    },
  }
  const follow = session.document.subscribe((state, before) => {
    if (state.projection !== before.projection) changed.fire(folding)
  })
  return [
    { dispose: follow },
    changed,
    monaco.languages.registerFoldingRangeProvider(languages, folding),
    monaco.languages.registerDocumentSymbolProvider(languages, {
      displayName: 'Heddle',
      provideDocumentSymbols(model) {
        const read = desk.analysis(model, 'atAnyCost')
        return read && outline(read.analysis).map((entry) => symbolOf(monaco, read.map, entry))
      },
    }),
    monaco.languages.registerSelectionRangeProvider(languages, {
      provideSelectionRanges(model, positions) {
        const read = desk.analysis(model)
        if (!read) return []
        return positions.map((position) => rangesAround(read.analysis, read.map.offset(position)).map((range) => ({ range: read.map.range(range) })))
      },
    }),
  ]
}

function symbolOf(monaco: typeof Monaco, map: ViewMap, { name, detail, kind, range, selection, children }: OutlineEntry): Monaco.languages.DocumentSymbol {
  return {
    name: name === '' ? '(no name)' : name,
    detail,
    kind: kindOf(monaco, kind),
    tags: [],
    range: map.range(range),
    selectionRange: map.range(selection),
    children: children.map((child) => symbolOf(monaco, map, child)),
  }
}

function kindOf({ languages: { SymbolKind } }: typeof Monaco, kind: OutlineEntry['kind']): Monaco.languages.SymbolKind {
  switch (kind) {
    case 'field':
      return SymbolKind.Field
    case 'items':
      return SymbolKind.Array
    case 'item':
      return SymbolKind.Class
    case 'map':
      return SymbolKind.Object
    default:
      return unreachable(kind)
  }
}
