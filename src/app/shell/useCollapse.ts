import { useCallback, useLayoutEffect } from 'react'
import { usePanelRef, type OnPanelResize } from 'react-resizable-panels'
import { useSession, useView, type ViewState } from '../state/index.ts'

/**
 * Ties a panel that can be closed to the view store: its button and dragging it shut are the same.
 * @param closed its size in pixels when closed.
 * @param needed false keeps it closed whatever the user wants: there is nothing to show in it.
 */
export function useCollapse(panel: keyof ViewState['panels'], closed: number, needed = true) {
  const { view } = useSession()
  const wanted = useView(({ panels }) => panels[panel])
  const open = wanted && needed
  const panelRef = usePanelRef()

  useLayoutEffect(() => {
    const handle = panelRef.current
    if (!handle || handle.isCollapsed() === !open) return
    if (open) handle.expand()
    else handle.collapse()
  }, [open, panelRef])

  const onResize = useCallback<NonNullable<OnPanelResize>>(
    ({ inPixels }, _id, before) => {
      // The first report is of the mount, the others are of somebody's doing.
      if (before !== undefined && needed) view.dispatch({ type: 'panel', panel, open: inPixels > closed + 1 })
    },
    [view, panel, closed, needed],
  )

  return { open, panelRef, onResize }
}
