import type * as Monaco from 'monaco-editor/editor/editor.api'
import { conf, language } from 'monaco-editor/languages/definitions/yaml/yaml'

/** Colours of YAML, and where the caret goes after Enter. */
export function registerYaml(monaco: typeof Monaco): void {
  monaco.languages.register({ id: 'yaml', extensions: ['.yaml', '.yml'], aliases: ['YAML'] })
  monaco.languages.setMonarchTokensProvider('yaml', language)
  const { None, Indent } = monaco.languages.IndentAction
  monaco.languages.setLanguageConfiguration('yaml', {
    ...conf,
    onEnterRules: [
      // `prompt: |`, `prompt: >-  # note`: the text stands deeper.
      { beforeText: /^\s*(?:- )*[^\s#].*[:-]\s+[|>][-+\d]*\s*(?:#.*)?$/, action: { indentAction: Indent } },
      // `- needs:`: what follows stands deeper than the key, which itself stands behind the dash.
      { beforeText: /^\s*- .*:\s*$/, action: { indentAction: Indent, appendText: '  ' } },
      { beforeText: /:\s*$/, action: { indentAction: Indent } },
      // `- id: draft`: the next key stands below the first one.
      { beforeText: /^\s*- [^\s#'"[{][^:]*:\s.*$/, action: { indentAction: None, appendText: '  ' } },
    ],
  })
}
