import { useCallback, useLayoutEffect } from 'react'
import { usePanelRef, type OnPanelResize } from 'react-resizable-panels'
import { useSession, useView, type ViewState } from '../state/index.ts'

/**
 * Ties a panel that can be closed to the view store: its button and dragging it shut are the same.
 * @param closed its size in pixels when closed.
 */
export function useCollapse(panel: keyof ViewState['panels'], closed: number) {
  const { view } = useSession()
  const open = useView(({ panels }) => panels[panel])
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
      if (before !== undefined) view.dispatch({ type: 'panel', panel, open: inPixels > closed + 1 })
    },
    [view, panel, closed],
  )

  return { open, panelRef, onResize }
}
