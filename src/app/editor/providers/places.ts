import type * as Monaco from 'monaco-editor/editor/editor.api'
import { definitionAt, hoverAt, referencesAt, renamingAt } from '../../../core/index.ts'
import type { Desk } from './desk.ts'

type Languages = typeof Monaco.languages

/** Hover texts, definition, references and highlights of what is named at a place. */
export function placeProviders(desk: Desk, { registerHoverProvider, registerDefinitionProvider, registerReferenceProvider, registerDocumentHighlightProvider, DocumentHighlightKind }: Languages, languages: string[]): Monaco.IDisposable[] {
  return [
    registerHoverProvider(languages, {
      provideHover(model, position) {
        const read = desk.analysis(model)
        const found = read && hoverAt(read.analysis, read.map.offset(position))
        return found && { range: read.map.range(found.range), contents: [{ value: found.text }] }
      },
    }),
    registerDefinitionProvider(languages, {
      provideDefinition(model, position) {
        const read = desk.analysis(model, 'atAnyCost')
        const found = read && definitionAt(read.analysis, read.map.offset(position))
        if (!found) return null
        const { from, name, whole } = found
        return [{ uri: model.uri, originSelectionRange: read.map.range(from), range: read.map.range(whole), targetSelectionRange: read.map.range(name) }]
      },
    }),
    registerReferenceProvider(languages, {
      provideReferences(model, position) {
        const read = desk.analysis(model, 'atAnyCost')
        return read && referencesAt(read.analysis, read.map.offset(position)).map(({ range }) => ({ uri: model.uri, range: read.map.range(range) }))
      },
    }),
    registerDocumentHighlightProvider(languages, {
      provideDocumentHighlights(model, position) {
        const read = desk.analysis(model)
        return read && referencesAt(read.analysis, read.map.offset(position)).map(({ range, role }) => ({
          range: read.map.range(range),
          kind: role === 'definition' ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
        }))
      },
    }),
  ]
}

/** F2 renames the node, as one change of the document that every reference follows. */
export function renameProvider(desk: Desk): Monaco.languages.RenameProvider {
  const { session } = desk
  function renaming(model: Monaco.editor.ITextModel, position: Monaco.Position) {
    const read = desk.analysis(model, 'atAnyCost')
    if (!read) return null
    const found = renamingAt(read.analysis, read.map.offset(position))
    return { found, map: read.map }
  }
  return {
    resolveRenameLocation(model, position) {
      const at = renaming(model, position)
      const nowhere = { range: { startLineNumber: position.lineNumber, startColumn: position.column, endLineNumber: position.lineNumber, endColumn: position.column }, text: '' }
      if (!at) return { ...nowhere, rejectReason: 'No file is open.' }
      if (!at.found.ok) return { ...nowhere, rejectReason: plain(at.found.diagnostics) }
      return { range: at.map.range(at.found.value.range), text: at.found.value.name }
    },
    provideRenameEdits(model, position, to) {
      const at = renaming(model, position)
      if (!at) return { edits: [] }
      if (!at.found.ok) return { edits: [], rejectReason: plain(at.found.diagnostics) }
      const command = at.found.value.command(to)
      // A variable is no node that could be selected.
      const isNode = command.type === 'rename'
      const outcome = session.document.dispatch({ type: 'command', command, origin: 'canvas', ...(isNode && { selectionAfter: { nodes: [to.trim()] } }) })
      if (!outcome.ok) return { edits: [], rejectReason: plain(outcome.diagnostics) }
      if (isNode) session.view.dispatch({ type: 'select', nodes: [to.trim().normalize('NFC')] })
      session.view.dispatch({ type: 'announce', text: `Renamed ${at.found.value.name} to ${to.trim()}.` })
      // The document has changed and the editor has followed: nothing is left for it to do.
      return { edits: [] }
    },
  }
}

function plain(diagnostics: readonly { readonly message: string }[]): string {
  return diagnostics.map(({ message }) => message.replaceAll('`', '')).join(' ')
}
