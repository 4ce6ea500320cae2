import { ArrowDown, ArrowUp, Redo2, Search, Undo2, Workflow } from 'lucide-react'
import type { Session } from '../../state/index.ts'
import { sayNotLoaded } from '../parts/index.ts'
import { NO_FILE, type Actions } from './action.ts'

export const editActions: Actions = (session) => {
  const { view, document } = session
  const { search } = view.getState()
  const noSearch = search ? null : 'Find something first.'
  const noFile = document.getState().path === null ? NO_FILE : null
  const dialect = document.getState().projection?.dialect
  const noFlow = dialect === 'dag' ? session.graph.readOnly() : dialect === 'flow' ? 'This is a flow already.' : 'Only nodes that need each other can be turned into a flow.'
  const turnIntoFlow = () => {
    const outcome = document.dispatch({ type: 'command', command: { type: 'toFlow' }, origin: 'canvas' })
    if (!outcome.ok) return
    view.dispatch({ type: 'announce', text: 'The file is a flow now. Undo takes it back.' })
    void session.arrange()
  }
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
    { id: 'edit.flow', group: 'Edit', label: 'Turn into a flow', hint: 'edges with conditions and loops', icon: Workflow, off: noFile ?? noFlow, run: turnIntoFlow },
    // The text pane has a search of its own.
    { id: 'edit.find', group: 'Edit', label: 'Find in the file', hint: 'ids, prompts, tools', icon: Search, keys: ['Mod', 'F'], notIn: ['text'], atOnce: true, off: noFile, run: () => view.dispatch({ type: 'palette', query: '@' }) },
    { id: 'edit.find-next', group: 'Edit', label: 'Next hit', hint: hint(search), icon: ArrowDown, keys: ['F3'], off: noFile ?? noSearch, run: () => void goOn(session, 1) },
    { id: 'edit.find-previous', group: 'Edit', label: 'Previous hit', hint: hint(search), icon: ArrowUp, keys: ['Shift', 'F3'], off: noFile ?? noSearch, run: () => void goOn(session, -1) },
  ]
}

/** With the palette, which began the search, comes what goes on with it. */
async function goOn(session: Session, step: 1 | -1): Promise<void> {
  const part = await import('../palette/find.ts').catch(() => sayNotLoaded(session))
  part?.goOn(session, step)
}

function hint(search: { readonly query: string } | null): string {
  return search ? `of ${search.query}` : ''
}
