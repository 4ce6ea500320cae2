import { Redo2, Search, Undo2 } from 'lucide-react'
import { NO_FILE, type Actions } from './action.ts'

export const editActions: Actions = (session) => {
  const { view, document } = session
  const noFile = document.getState().path === null ? NO_FILE : null
  return [
    { id: 'edit.undo', group: 'Edit', label: 'Undo', icon: Undo2, keys: ['Mod', 'Z'], off: session.canUndo() ? null : 'Nothing to undo.', run: () => session.undo() },
    {
      id: 'edit.redo',
      group: 'Edit',
      label: 'Redo',
      icon: Redo2,
      keys: ['Mod', 'Shift', 'Z'],
      alsoKeys: [['Mod', 'Y']],
      off: session.canRedo() ? null : 'Nothing to redo.',
      run: () => session.redo(),
    },
    // The text pane has a search of its own.
    { id: 'edit.find', group: 'Edit', label: 'Find nodes', hint: 'ids, prompts, tools', icon: Search, keys: ['Mod', 'F'], off: noFile, run: () => view.dispatch({ type: 'palette', query: '@' }) },
  ]
}
