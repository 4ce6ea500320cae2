import { ArrowLeft, ArrowRight, Copy, FilePlus, Files, Pencil, RotateCcw, Save, SaveAll, Trash2, X } from 'lucide-react'
import { NO_FILE, type Action, type Actions } from './action.ts'

export const fileActions: Actions = (session) => {
  const { document, files, openFiles, tabs, workspace } = session
  const { path } = document.getState()
  const { tabs: open, closed } = tabs.getState()
  const { autosave } = workspace.getState()
  const noFile = path === null ? NO_FILE : null
  const alone = open.length < 2 ? 'No other file is open.' : null
  return [
    // Saved again though nothing changed: a user who presses it twice must not get the browser's own dialog.
    { id: 'file.save', group: 'File', label: 'Save', icon: Save, keys: ['Mod', 'S'], inFields: true, off: path === null ? NO_FILE : null, run: () => void files.save() },
    { id: 'file.new', group: 'File', label: 'New workflow', icon: FilePlus, keys: ['Alt', 'N'], off: null, run: () => workspace.dispatch({ type: 'dialog', dialog: { type: 'new', folder: '' } }) },
    { id: 'file.rename', group: 'File', label: 'Rename the file', icon: Pencil, off: noFile, run: () => path !== null && workspace.dispatch({ type: 'dialog', dialog: { type: 'rename', path } }) },
    {
      id: 'file.rename-listed',
      group: 'File',
      label: 'Rename the file in the list',
      icon: Pencil,
      keys: ['F2'],
      reach: 'files',
      // The list knows which of its files has the keyboard; from anywhere else it is the open one.
      heardByPane: true,
      off: noFile,
      run: () => path !== null && workspace.dispatch({ type: 'dialog', dialog: { type: 'rename', path, inList: true } }),
    },
    { id: 'file.duplicate', group: 'File', label: 'Duplicate the file', icon: Copy, off: noFile, run: () => path !== null && void session.folder.duplicate(path) },
    { id: 'file.delete', group: 'File', label: 'Delete the file', icon: Trash2, off: noFile, run: () => path !== null && void session.folder.remove(path) },
    { id: 'file.autosave', group: 'File', label: autosave ? 'Turn autosave off' : 'Turn autosave on', hint: 'writes the file after a pause', icon: SaveAll, off: null, run: () => workspace.dispatch({ type: 'autosave', on: !autosave }) },
    { id: 'tab.close', group: 'File', label: 'Close the tab', icon: X, keys: ['Alt', 'W'], off: noFile, run: () => path !== null && void openFiles.close(path) },
    { id: 'tab.reopen', group: 'File', label: 'Open the closed tab again', icon: RotateCcw, keys: ['Alt', 'Shift', 'T'], off: closed.length === 0 ? 'No tab was closed.' : null, run: () => void openFiles.reopen() },
    { id: 'tab.next', group: 'File', label: 'Next tab', icon: ArrowRight, keys: ['Alt', 'PageDown'], alsoKeys: [['Mod', 'PageDown']], off: alone, run: () => void openFiles.step(1) },
    { id: 'tab.previous', group: 'File', label: 'Previous tab', icon: ArrowLeft, keys: ['Alt', 'PageUp'], alsoKeys: [['Mod', 'PageUp']], off: alone, run: () => void openFiles.step(-1) },
    { id: 'tab.close-others', group: 'File', label: 'Close the other tabs', icon: X, off: noFile ?? alone, run: () => path !== null && void openFiles.closeOthers(path) },
    ...open.slice(0, 8).map((tab, index): Action => ({ id: `tab.${index + 1}`, group: 'File', label: `Go to tab ${index + 1}: ${tab.path}`, icon: Files, keys: ['Alt', String(index + 1)], off: null, run: () => void openFiles.showAt(index) })),
    ...(open.length > 0 ? [{ id: 'tab.last', group: 'File', label: 'Go to the last tab', icon: Files, keys: ['Alt', '9'], off: null, run: () => void openFiles.showAt(-1) } satisfies Action] : []),
  ]
}
