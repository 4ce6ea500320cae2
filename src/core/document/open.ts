import type { Format } from '../source/tree.ts'
import { emptyHistory } from './history.ts'
import type { WorkflowDocument } from './types.ts'

/**
 * Opens a text for editing. Never throws: whatever is wrong with the text is found by `analyse`.
 *
 * @param file `text` as it is on disk (byte order mark and line ends included), its `format`, and its
 *   `name` for messages.
 */
export function openDocument(file: { readonly text: string; readonly format: Format; readonly name?: string }): WorkflowDocument {
  const { text, format, name } = file
  return { text, format, ...(name === undefined ? {} : { name }), revision: 0, history: emptyHistory }
}
