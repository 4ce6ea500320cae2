import { Asterisk, Braces, ChevronsDownUp, ChevronsUpDown, FileJson, FileText, ListTree, Locate, Search, TextCursorInput, WandSparkles, AlignLeft, CircleArrowDown, ArrowLeftRight, type LucideIcon } from 'lucide-react'
import type { TextCommand } from '../../state/index.ts'
import { copyAs } from '../export/index.ts'
import { NO_FILE, type Action, type Actions } from './action.ts'

/** What the text editor does at its caret; it hears the keys itself. */
const AT_CARET: readonly { readonly command: TextCommand; readonly label: string; readonly icon: LucideIcon; readonly keys: readonly string[] }[] = [
  { command: 'complete', label: 'Complete what is typed', icon: Asterisk, keys: ['Mod', 'Space'] },
  { command: 'definition', label: 'Go to the definition', icon: Locate, keys: ['F12'] },
  { command: 'references', label: 'Find all references', icon: Search, keys: ['Shift', 'F12'] },
  { command: 'rename', label: 'Rename in the text', icon: TextCursorInput, keys: ['F2'] },
  { command: 'fix', label: 'Fix the problem at the caret', icon: WandSparkles, keys: ['Mod', '.'] },
  { command: 'nextProblem', label: 'Go to the next problem', icon: CircleArrowDown, keys: ['Alt', 'F8'] },
  { command: 'symbols', label: 'Go to a symbol', icon: ListTree, keys: ['Mod', 'Shift', 'O'] },
  { command: 'format', label: 'Format the text', icon: AlignLeft, keys: ['Shift', 'Alt', 'F'] },
  { command: 'fold', label: 'Fold everything', icon: ChevronsDownUp, keys: [] },
  { command: 'unfold', label: 'Unfold everything', icon: ChevronsUpDown, keys: [] },
]

export const textActions: Actions = (session) => {
  const { view, document } = session
  const { document: open } = document.getState()
  const noFile = open === null ? NO_FILE : null
  const other = open?.format === 'json' ? 'yaml' : 'json'
  return [
    { id: 'text.focus', group: 'Text', label: 'Go to the text', icon: FileText, keys: ['Alt', 'T'], inFields: true, off: noFile, run: () => view.dispatch({ type: 'request', request: { type: 'focusText' } }) },
    ...AT_CARET.map(({ command, label, icon, keys }): Action => ({
      id: `text.${command}`,
      group: 'Text',
      label,
      icon,
      ...(keys.length > 0 && { keys }),
      reach: 'text',
      heardByPane: true,
      off: noFile,
      run: () => view.dispatch({ type: 'request', request: { type: 'textCommand', command } }),
    })),
    { id: 'text.convert', group: 'Text', label: `Convert to ${other.toUpperCase()}`, icon: other === 'json' ? Braces : ArrowLeftRight, off: noFile, run: () => view.dispatch({ type: 'request', request: { type: 'convert', to: other } }) },
    { id: 'text.copy-as', group: 'Text', label: `Make a ${other.toUpperCase()} copy`, icon: FileJson, off: noFile, run: () => void copyAs(session, other) },
  ]
}
