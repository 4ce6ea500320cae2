import { FilePlus, Save } from 'lucide-react'
import { NO_FILE, type Actions } from './action.ts'

export const fileActions: Actions = ({ document, files }) => {
  const { path } = document.getState()
  return [
    // Saved again though nothing changed: a user who presses it twice must not get the browser's own dialog.
    { id: 'file.save', group: 'File', label: 'Save', icon: Save, keys: ['Mod', 'S'], inFields: true, off: path === null ? NO_FILE : null, run: () => void files.save() },
    { id: 'file.new', group: 'File', label: 'New workflow', icon: FilePlus, off: null, run: () => void files.create('workflow.yaml', 'name: workflow\nnodes: []\n') },
  ]
}
