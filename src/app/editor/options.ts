import type * as Monaco from 'monaco-editor/editor/editor.api'

/**
 * How a model behaves. To be called once its editor stands: the first one brings the editor's own
 * defaults to all models, and with them the colours of bracket pairs, for which it would read all brackets of the text anew
 * after every change.
 */
export function tuneModel(model: Monaco.editor.ITextModel): void {
  model.updateOptions({ tabSize: 2, insertSpaces: true, bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false } })
}

/** How the text pane looks and behaves, whatever file is open. */
export function editorOptions(fontFamily: string): Monaco.editor.IStandaloneEditorConstructionOptions {
  return {
    ariaLabel: 'Text of the workflow',
    // Its own dark theme for that would stand on a light page: ours is readable on whatever ground it brings.
    autoDetectHighContrast: false,
    automaticLayout: true,
    fontFamily,
    fontSize: 12.5,
    lineHeight: 20,
    // Prompts are prose.
    wordWrap: 'on',
    wrappingIndent: 'deepIndent',
    minimap: { enabled: false },
    scrollBeyondLastLine: false,
    renderLineHighlight: 'line',
    overviewRulerBorder: false,
    overviewRulerLanes: 2,
    lineNumbersMinChars: 3,
    lineDecorationsWidth: 6,
    folding: true,
    showFoldingControls: 'mouseover',
    guides: { indentation: false },
    padding: { top: 6, bottom: 24 },
    fixedOverflowWidgets: true,
    quickSuggestions: { other: true, comments: false, strings: true },
    suggest: { showWords: false },
    wordBasedSuggestions: 'off',
    // The file keeps its line ends whatever they are.
    unusualLineTerminators: 'off',
    unicodeHighlight: { ambiguousCharacters: false },
    stickyScroll: { enabled: false },
    accessibilityPageSize: 50,
    smoothScrolling: false,
    detectIndentation: false,
    bracketPairColorization: { enabled: false },
    largeFileOptimizations: true,
  }
}
