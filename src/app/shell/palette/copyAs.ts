import type { Format } from '../../../core/index.ts'
import type { Session } from '../../state/index.ts'

/**
 * Writes the open workflow as a file of its own in the other format, and opens it. A copy, since the
 * name of a file says its format: text of the other one under the old name could not be read again.
 */
export async function copyAs({ backend, document, files, view }: Session, format: Format): Promise<void> {
  const { document: open, path } = document.getState()
  if (!open || path === null) return
  const stem = path.replace(/\.[^./]+$/, '')
  const answer = await backend.export({ text: open.text, format: open.format, to: format, name: stem.split('/').at(-1) ?? stem })
  if (!answer.ok) return view.dispatch({ type: 'toast', tone: 'error', text: answer.failure.message })
  const { content, diagnostics } = answer.value
  if ((await files.create(`${stem}.${format}`, content)) && diagnostics.length > 0) {
    view.dispatch({ type: 'toast', text: diagnostics.map(({ message }) => message).join(' ') })
  }
}
