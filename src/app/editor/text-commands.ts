import type * as Monaco from 'monaco-editor/editor/editor.api'
import type { TextCommand } from '../state/index.ts'

/** The editor's own names of what the menus and the palette offer. */
const IDS: { readonly [Command in TextCommand]: string } = {
  complete: 'editor.action.triggerSuggest',
  definition: 'editor.action.revealDefinition',
  references: 'editor.action.goToReferences',
  rename: 'editor.action.rename',
  fix: 'editor.action.quickFix',
  nextProblem: 'editor.action.marker.next',
  symbols: 'editor.action.quickOutline',
  format: 'editor.action.formatDocument',
  fold: 'editor.foldAll',
  unfold: 'editor.unfoldAll',
}

/** Does what was asked for elsewhere, with the keyboard in the text. */
export function runTextCommand(editor: Monaco.editor.IStandaloneCodeEditor, command: TextCommand): void {
  editor.focus()
  editor.trigger('heddle', IDS[command], null)
}
