import { Monitor, Moon, PanelLeft, PanelRight, Search, Sun, TriangleAlert } from 'lucide-react'
import type { Actions } from './action.ts'

export const viewActions: Actions = ({ view }) => {
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
      off: null,
      run: () => view.dispatch({ type: 'palette', query: palette === null ? '' : null }),
    },
    { id: 'view.left', group, label: panels.left ? 'Hide files and kinds' : 'Show files and kinds', icon: PanelLeft, off: null, run: () => view.dispatch({ type: 'panel', panel: 'left', open: !panels.left }) },
    { id: 'view.right', group, label: panels.right ? 'Hide text and inspector' : 'Show text and inspector', icon: PanelRight, off: null, run: () => view.dispatch({ type: 'panel', panel: 'right', open: !panels.right }) },
    { id: 'view.problems', group, label: 'Show problems', icon: TriangleAlert, off: null, run: () => view.dispatch({ type: 'tab', tab: 'problems' }) },
    { id: 'view.dark', group, label: 'Switch to dark', icon: Moon, off: theme === 'dark' ? 'It is dark now.' : null, run: () => view.dispatch({ type: 'theme', theme: 'dark' }) },
    { id: 'view.light', group, label: 'Switch to light', icon: Sun, off: theme === 'light' ? 'It is light now.' : null, run: () => view.dispatch({ type: 'theme', theme: 'light' }) },
    { id: 'view.system', group, label: 'Follow the system: light or dark', icon: Monitor, off: theme === 'system' ? 'It follows the system now.' : null, run: () => view.dispatch({ type: 'theme', theme: 'system' }) },
  ]
}
