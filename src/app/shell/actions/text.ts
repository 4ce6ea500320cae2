import { FileJson, FileText } from 'lucide-react'
import { copyAs } from '../palette/copyAs.ts'
import { NO_FILE, type Actions } from './action.ts'

export const textActions: Actions = (session) => {
  const { view, document } = session
  const { document: open } = document.getState()
  const noFile = open === null ? NO_FILE : null
  const other = open?.format === 'json' ? 'yaml' : 'json'
  return [
    { id: 'text.focus', group: 'Text', label: 'Go to the text', icon: FileText, off: noFile, run: () => view.dispatch({ type: 'request', request: { type: 'focusText' } }) },
    { id: 'text.copy-as', group: 'Text', label: `Make a ${other.toUpperCase()} copy`, icon: FileJson, off: noFile, run: () => void copyAs(session, other) },
  ]
}
