import * as monaco from 'monaco-editor/editor/editor.api'
import 'monaco-editor/features/register.all'
import { jsonDefaults } from 'monaco-editor/languages/features/json/register'
import { RedoCommand, UndoCommand } from 'monaco-editor/editor/browser/editorExtensions'
import EditorWorker from 'monaco-editor/editor/editor.worker?worker'
import JsonWorker from 'monaco-editor/language/json/json.worker?worker'
import { configureMonacoYaml } from 'monaco-yaml'
import { registerYaml } from './yaml-language.ts'
import YamlWorker from './yaml.worker.ts?worker'

export type SchemaOf = { readonly [key: string]: unknown }

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

/**
 * Since 0.53 the editor's `createWebWorker` ignores `label` and `createData`, which monaco-yaml
 * relies on: make the worker here, wake it, and hand it its data.
 */
function withYamlWorker(api: typeof monaco): typeof monaco {
  type Options = Parameters<typeof monaco.editor.createWebWorker>[0] & { readonly label?: string; readonly createData?: unknown }
  const createWebWorker = ((options: Options) => {
    if (options.label !== 'yaml') return api.editor.createWebWorker(options)
    const worker = new YamlWorker()
    worker.postMessage('ignore')
    worker.postMessage(options.createData)
    const { host, keepIdleModels } = options
    return api.editor.createWebWorker({ worker: Promise.resolve(worker), ...(host && { host }), ...(keepIdleModels !== undefined && { keepIdleModels }) })
  }) as typeof api.editor.createWebWorker
  return { ...api, editor: { ...api.editor, createWebWorker } }
}

/** Sets the editor up once: workers, languages, undo, the schema of the files it opens. */
export function setUpMonaco(schema: SchemaOf): typeof monaco {
  self.MonacoEnvironment = {
    getWorker(_id, label) {
      return label === 'json' ? new JsonWorker() : new EditorWorker()
    },
  }
  registerYaml(monaco)
  claim(UndoCommand, 'undo')
  claim(RedoCommand, 'redo')

  // Problems come from Heddle's own analysis; the language workers complete and explain.
  configureMonacoYaml(withYamlWorker(monaco), {
    enableSchemaRequest: false,
    validate: false,
    hover: true,
    completion: true,
    format: { enable: false },
    schemas: [{ uri: 'heddle://schema/dag.json', fileMatch: ['*'], schema: schema as never }],
  })
  jsonDefaults.setDiagnosticsOptions({
    validate: false,
    enableSchemaRequest: false,
    schemas: [{ uri: 'heddle://schema/dag.json', fileMatch: ['*'], schema }],
  })
  jsonDefaults.setModeConfiguration({ completionItems: true, hovers: true, documentSymbols: true, tokens: true, foldingRanges: true, selectionRanges: true })
  return monaco
}
