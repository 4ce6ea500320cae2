// Parts of the editor that its package ships without types.
declare module 'monaco-editor/editor/browser/editorExtensions' {
  type MultiCommand = {
    /** The highest priority is asked first; the first that returns true has served the command. */
    addImplementation(priority: number, name: string, implementation: () => boolean): { dispose(): void }
  }
  export const UndoCommand: MultiCommand
  export const RedoCommand: MultiCommand
}

declare module 'monaco-editor/languages/definitions/yaml/yaml' {
  import type { languages } from 'monaco-editor/editor/editor.api'
  export const conf: languages.LanguageConfiguration
  export const language: languages.IMonarchLanguage
}
