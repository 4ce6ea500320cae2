import type * as Monaco from 'monaco-editor/editor/editor.api'
import type { Session } from '../../state/index.ts'
import { completionProvider } from './completion.ts'
import { createDesk } from './desk.ts'
import { fixProviders } from './fixes.ts'
import { placeProviders, renameProvider } from './places.ts'
import { structureProviders } from './structure.ts'

const LANGUAGES = ['yaml', 'json']

/** Everything that the editor knows of a workflow comes from the core, for both formats alike. */
export function registerProviders(monaco: typeof Monaco, session: Session, model: Monaco.editor.ITextModel): () => void {
  const desk = createDesk(monaco, session, model)
  const registered = [
    monaco.languages.registerCompletionItemProvider(LANGUAGES, completionProvider(desk)),
    ...placeProviders(desk, monaco.languages, LANGUAGES),
    monaco.languages.registerRenameProvider(LANGUAGES, renameProvider(desk)),
    ...structureProviders(desk, LANGUAGES),
    ...fixProviders(desk, LANGUAGES),
    monaco.languages.registerDocumentFormattingEditProvider(LANGUAGES, {
      displayName: 'Heddle',
      provideDocumentFormattingEdits(shown) {
        // One change of the document, which the editor follows; what is returned would be a second one.
        if (shown === model) session.format.layOut()
        return []
      },
    }),
  ]
  return () => {
    for (const each of registered) each.dispose()
  }
}
