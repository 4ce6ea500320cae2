import type * as Monaco from 'monaco-editor/editor/editor.api'
import { mendsAt, type Mend } from '../../../core/index.ts'
import { toMarkers } from '../markers.ts'
import { rangeOf, type Desk } from './desk.ts'

const MEND = 'heddle.mend'

/** The fixes of the problems at a place, and one for all problems of a kind. Each is one change of the document. */
export function fixProviders(desk: Desk, languages: string[]): Monaco.IDisposable[] {
  const { monaco, session } = desk
  const { document: store } = session
  return [
    monaco.editor.registerCommand(MEND, (_accessor: unknown, mend: Mend, revision: number) => {
      // Made for a text that has changed since: its places are no longer those.
      if (store.getState().document?.revision !== revision) return
      store.dispatch({ type: 'edit', edits: mend.edits, origin: 'problems', label: plain(mend.title) })
    }),
    monaco.languages.registerCodeActionProvider(
      languages,
      {
        provideCodeActions(model, range) {
          const open = desk.shown(model)
          const { projection } = store.getState()
          if (!open || !projection || projection.revision !== open.document.revision) return { actions: [], dispose: () => undefined }
          const actions = mendsAt(projection.diagnostics, rangeOf(open.map, range)).map((mend) => ({
            title: plain(mend.title),
            kind: 'quickfix',
            diagnostics: toMarkers(monaco, open.map, [mend.diagnostic]),
            isPreferred: mend.preferred,
            command: { id: MEND, title: plain(mend.title), arguments: [mend, projection.revision] },
          }))
          return { actions, dispose: () => undefined }
        },
      },
      { providedCodeActionKinds: ['quickfix'] },
    ),
  ]
}

function plain(title: string): string {
  return title.replaceAll('`', '')
}
