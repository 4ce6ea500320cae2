import type * as Monaco from 'monaco-editor/editor/editor.api'
import { complete, dialectNamed, unreachable, type Completion, type Insertion } from '../../../core/index.ts'
import { namesOfTools } from '../../state/index.ts'
import type { Desk } from './desk.ts'

/** Keys, values, ids and whole nodes, as the place of the caret wants them. */
export function completionProvider(desk: Desk): Monaco.languages.CompletionItemProvider {
  const { monaco, session } = desk
  return {
    triggerCharacters: ['[', ',', ' ', '-', '"', "'", '{', '.'],
    provideCompletionItems(model, position) {
      const open = desk.shown(model)
      const { projection } = session.document.getState()
      if (!open || !projection) return { suggestions: [] }
      const { agents, models, tools } = session.workspace.getState()
      const found = complete(open.document.text, open.document.format, open.map.offset(position), {
        dialect: dialectNamed(projection.dialect),
        view: projection.view,
        names: { agents, tools: namesOfTools(tools).map(({ name }) => name), models: models.filter(({ available }) => available).map(({ name }) => name) },
      })
      return { suggestions: found.map((completion, index) => itemOf(monaco, completion, open.map.range(completion.range), index)) }
    },
    resolveCompletionItem: (item: Item) => ({ ...item, documentation: { value: item.help() } }),
  }
}

/** What is offered, with its help for when it is looked at. */
type Item = Monaco.languages.CompletionItem & Pick<Completion, 'help'>

function itemOf(monaco: typeof Monaco, completion: Completion, range: Monaco.IRange, index: number): Item {
  const { CompletionItemInsertTextRule: rule } = monaco.languages
  const { label, detail, help, insert, filter, goesOn } = completion
  return {
    label: { label, description: detail },
    kind: kindOf(monaco, completion.kind),
    help,
    range,
    insertText: snippetOf(insert),
    insertTextRules: rule.InsertAsSnippet | rule.KeepWhitespace,
    filterText: filter,
    // The core's order: what is likely first.
    sortText: String(index).padStart(6, '0'),
    ...(goesOn && { command: { id: 'editor.action.triggerSuggest', title: 'Go on' } }),
  }
}

function kindOf({ languages: { CompletionItemKind } }: typeof Monaco, kind: Completion['kind']): Monaco.languages.CompletionItemKind {
  switch (kind) {
    case 'key':
      return CompletionItemKind.Property
    case 'value':
      return CompletionItemKind.EnumMember
    case 'node':
      return CompletionItemKind.Reference
    case 'name':
      return CompletionItemKind.Value
    case 'variable':
      return CompletionItemKind.Variable
    case 'function':
      return CompletionItemKind.Function
    case 'pattern':
      return CompletionItemKind.Snippet
    default:
      return unreachable(kind)
  }
}

/** An insertion in the editor's notation. */
export function snippetOf({ text, stops }: Insertion): string {
  const plain = (part: string) => part.replace(/[\\$}]/g, (mark) => `\\${mark}`).replace(/\r\n?/g, '\n')
  let written = ''
  let reached = 0
  for (const [index, { start, end }] of stops.entries()) {
    const example = plain(text.slice(start, end))
    // The caret ends at the last place, unless an example stands there to be typed over.
    const number = index === stops.length - 1 && example === '' ? 0 : index + 1
    written += `${plain(text.slice(reached, start))}\${${number}${example === '' ? '' : `:${example}`}}`
    reached = end
  }
  return written + plain(text.slice(reached))
}
