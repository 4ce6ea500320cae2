import { ShieldCheck, ShieldOff, History, ListOrdered, Play, Square, Terminal } from 'lucide-react'
import { isRunning } from '../../state/index.ts'
import type { Actions } from './action.ts'

export const runActions: Actions = ({ run, runs, tools, view, workspace }) => {
  const trusted = workspace.getState().tools?.trusted ?? false
  const running = isRunning(run.getState())
  return [
    // Said why it cannot be done when pressed, so the shortcut is heard all the same.
    { id: 'run.start', group: 'Run', label: 'Run', icon: Play, keys: ['Mod', 'Enter'], off: running ? 'This file is already running.' : runs.hindrance(), run: () => void runs.start() },
    { id: 'run.stop', group: 'Run', label: 'Stop the run', icon: Square, keys: ['Mod', '.'], notIn: ['text'], off: running ? null : 'Nothing runs.', run: () => void runs.stop() },
    { id: 'run.show', group: 'Run', label: 'Show the run', icon: Terminal, off: null, run: () => view.dispatch({ type: 'tab', tab: 'run' }) },
    { id: 'run.events', group: 'Run', label: 'Show the events of the run', icon: ListOrdered, off: null, run: () => view.dispatch({ type: 'tab', tab: 'events' }) },
    {
      id: 'run.trust', group: 'Run', icon: trusted ? ShieldOff : ShieldCheck, off: workspace.getState().tools === null ? 'The tools of the folder are not known yet.' : null,
      label: trusted ? 'Stop trusting this folder' : 'Trust this folder: let its code and servers run',
      run: () => (trusted ? void tools.trust(false) : tools.askTrust()),
    },
    { id: 'run.history', group: 'Run', label: 'Show the history of runs', icon: History, off: null, run: () => view.dispatch({ type: 'tab', tab: 'history' }) },
  ]
}
