import * as monaco from 'monaco-editor/editor/editor.api'
import 'monaco-editor/features/register.all'
import { jsonDefaults } from 'monaco-editor/languages/features/json/register'
import { RedoCommand, UndoCommand } from 'monaco-editor/editor/browser/editorExtensions'
import editorWorker from 'monaco-editor/editor/editor.worker?worker&url'
import { workerWhenReachable } from './reachable-worker.ts'
import { registerYaml } from './yaml-language.ts'

/** Our history stands behind every way to undo: keys, menu and the editor's own palette. */
export type UndoHandlers = { undo(): void; redo(): void }

let handlers: UndoHandlers | null = null

/** Who undoes now. The commands are the editor's and global; the handlers are the open document's. */
export function onUndo(next: UndoHandlers): () => void {
  handlers = next
  return () => {
    if (handlers === next) handlers = null
  }
}

function claim(command: typeof UndoCommand, name: keyof UndoHandlers): void {
  // Above the editor's own implementations, which go as high as 10,000.
  command.addImplementation(100_000, 'heddle', () => {
    if (!handlers || !anyOfOurs()) return false
    handlers[name]()
    return true
  })
}

/** A text field of a dialog keeps its own undo. */
function anyOfOurs(): boolean {
  return monaco.editor.getEditors().some((editor) => editor.hasTextFocus() || editor.hasWidgetFocus())
}

/** Sets the editor up once: its worker, languages, undo. What it knows of workflows is registered with each file. */
export function setUpMonaco(): typeof monaco {
  self.MonacoEnvironment = { getWorker: () => workerWhenReachable(editorWorker) }
  registerYaml(monaco)
  claim(UndoCommand, 'undo')
  claim(RedoCommand, 'redo')
  // The same on every system; the editor has another key for it on some.
  monaco.editor.addKeybindingRules([{ keybinding: monaco.KeyMod.Shift | monaco.KeyMod.Alt | monaco.KeyCode.KeyF, command: 'editor.action.formatDocument', when: 'editorTextFocus && !editorReadonly' }])
  // Of the editor's own JSON only the colours: all else comes from the core, for YAML and JSON alike.
  jsonDefaults.setModeConfiguration({ tokens: true })
  return monaco
}
