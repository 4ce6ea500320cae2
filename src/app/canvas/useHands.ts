import type { NodeChange, ReactFlowProps } from '@xyflow/react'
import { useCallback, useMemo } from 'react'
import { useSession, type Point } from '../state/index.ts'
import { useCanvasStore } from './canvasStore.ts'
import type { CardNode } from './picture.ts'

type Hands = Pick<ReactFlowProps<CardNode>, 'onNodesChange' | 'onNodeDragStop' | 'onSelectionDragStop' | 'onNodeClick' | 'onNodeMouseEnter' | 'onNodeMouseLeave'>

/** What pointers do to nodes and edges: select and drag. The stores decide; the canvas only reports. */
export function useHands(): Hands {
  const { document, layout, view } = useSession()
  const canvas = useCanvasStore()

  const onNodesChange = useCallback(
    (changes: NodeChange<CardNode>[]) => {
      const moved = new Map<string, Point>()
      const before = view.getState().selection.nodes
      const selected = new Set(before)
      for (const change of changes) {
        if (change.type === 'position' && change.position && change.dragging) moved.set(change.id, change.position)
        if (change.type === 'select') {
          if (change.selected) selected.add(change.id)
          else selected.delete(change.id)
        }
      }
      if (moved.size > 0) canvas.setState(({ moving }) => ({ moving: new Map([...(moving ?? []), ...moved]) }))
      // Selecting an edge reports its nodes as left, too: that must not take the edge's selection away.
      if (selected.size !== before.length || before.some((key) => !selected.has(key))) view.dispatch({ type: 'select', nodes: [...selected] })
    },
    [canvas, view],
  )

  const drop = useCallback(() => {
    const { moving } = canvas.getState()
    if (!moving) return
    // One drag is one entry of the history, and ends a burst of typing.
    document.dispatch({ type: 'seal' })
    layout.dispatch({ type: 'move', positions: moving, anchor: document.getState().document?.history.done.at(-1) ?? null })
    canvas.setState({ moving: null })
  }, [canvas, document, layout])

  return useMemo(
    () => ({
      onNodesChange,
      onNodeDragStop: drop,
      onSelectionDragStop: drop,
      onNodeClick: (event, node) => {
        // A plain click on one of many chosen nodes means that one.
        if (!event.shiftKey && !event.ctrlKey && !event.metaKey && view.getState().selection.nodes.length > 1) view.dispatch({ type: 'select', nodes: [node.id] })
      },
      onNodeMouseEnter: (_event, node) => view.dispatch({ type: 'hover', hover: { kind: 'node', key: node.id } }),
      onNodeMouseLeave: () => view.dispatch({ type: 'hover', hover: null }),
    }),
    [onNodesChange, drop, view],
  )
}
