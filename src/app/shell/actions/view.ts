import { ArrowLeftRight, CircleArrowDown, CircleArrowUp, FormInput, Keyboard, Monitor, Moon, PanelBottom, PanelLeft, PanelRight, Search, Sun, TriangleAlert, Workflow } from 'lucide-react'
import { goToProblem } from '../problems.ts'
import { goToRegion } from '../focusRegions.ts'
import type { Session } from '../../state/index.ts'
import { NO_FILE, type Actions } from './action.ts'

export const viewActions: Actions = (session) => {
  const { view, document } = session
  const noFile = document.getState().path === null ? NO_FILE : null
  const noProblems = (document.getState().projection?.diagnostics.length ?? 0) === 0 ? 'There are no problems.' : null
  const { panels, theme, palette } = view.getState()
  const group = 'View'
  return [
    {
      id: 'view.palette',
      group,
      label: 'Find or do anything',
      icon: Search,
      keys: ['Mod', 'K'],
      inFields: true,
      atOnce: true,
      off: null,
      run: () => view.dispatch({ type: 'palette', query: palette === null ? '' : null }),
    },
    { id: 'view.left', group, label: panels.left ? 'Hide files and kinds' : 'Show files and kinds', icon: PanelLeft, off: null, run: () => view.dispatch({ type: 'panel', panel: 'left', open: !panels.left }) },
    { id: 'view.right', group, label: panels.right ? 'Hide text and inspector' : 'Show text and inspector', icon: PanelRight, off: null, run: () => view.dispatch({ type: 'panel', panel: 'right', open: !panels.right }) },
    { id: 'view.bottom', group, label: panels.bottom ? 'Hide problems and runs' : 'Show problems and runs', icon: PanelBottom, keys: ['Mod', 'J'], atOnce: true, off: null, run: () => view.dispatch({ type: 'panel', panel: 'bottom', open: !panels.bottom }) },
    { id: 'view.problems', group, label: 'Show problems', icon: TriangleAlert, keys: ['Mod', 'Shift', 'M'], atOnce: true, off: null, run: () => showProblems(session) },
    { id: 'view.problem.next', group, label: 'Next problem', icon: CircleArrowDown, keys: ['F8'], off: noFile ?? noProblems, run: () => goToProblem(session, 1) },
    { id: 'view.problem.previous', group, label: 'Previous problem', icon: CircleArrowUp, keys: ['Shift', 'F8'], off: noFile ?? noProblems, run: () => goToProblem(session, -1) },
    { id: 'view.region.next', group, label: 'Next part of the page', icon: ArrowLeftRight, keys: ['F6'], inFields: true, atOnce: true, off: null, run: () => goToRegion(session, 1) },
    { id: 'view.region.previous', group, label: 'Previous part of the page', icon: ArrowLeftRight, keys: ['Shift', 'F6'], inFields: true, atOnce: true, off: null, run: () => goToRegion(session, -1) },
    { id: 'view.canvas', group, label: 'Go to the canvas', icon: Workflow, keys: ['Alt', 'C'], inFields: true, atOnce: true, off: noFile, run: () => goToRegion(session, 'canvas') },
    { id: 'view.fields', group, label: 'Go to the fields', icon: FormInput, keys: ['Alt', 'I'], inFields: true, atOnce: true, off: noFile, run: () => goToRegion(session, 'inspector') },
    { id: 'view.shortcuts', group, label: 'Show all shortcuts', icon: Keyboard, keys: ['?'], alsoKeys: [['Mod', '/']], notIn: ['text'], atOnce: true, off: null, run: () => view.dispatch({ type: 'sheet', sheet: { type: 'shortcuts' } }) },
    { id: 'view.dark', group, label: 'Switch to dark', icon: Moon, off: theme === 'dark' ? 'It is dark now.' : null, run: () => view.dispatch({ type: 'theme', theme: 'dark' }) },
    { id: 'view.light', group, label: 'Switch to light', icon: Sun, off: theme === 'light' ? 'It is light now.' : null, run: () => view.dispatch({ type: 'theme', theme: 'light' }) },
    { id: 'view.system', group, label: 'Follow the system: light or dark', icon: Monitor, off: theme === 'system' ? 'It follows the system now.' : null, run: () => view.dispatch({ type: 'theme', theme: 'system' }) },
  ]
}

/** Opens the list and puts the keyboard into it. */
function showProblems(session: Session): void {
  session.view.dispatch({ type: 'tab', tab: 'problems' })
  // Once the region is open: a closed one takes no focus.
  setTimeout(() => goToRegion(session, 'bottom'), 0)
}
