import { createContext, use } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Point } from '../state/index.ts'

/** How much of a node can be read at a zoom. */
export type Distance = 'near' | 'middle' | 'far'

export function distanceAt(zoom: number): Distance {
  return zoom >= 0.75 ? 'near' : zoom >= 0.4 ? 'middle' : 'far'
}

/** What only the canvas is concerned with. */
export type CanvasState = {
  readonly distance: Distance
  /** The node whose id is being typed. */
  readonly renaming: string | null
  /** Connecting by keyboard: the node that the edge starts from. */
  readonly connecting: string | null
  /** Positions on their way: of nodes in hand, or moving to a new layout. They win over the layout's. */
  readonly moving: ReadonlyMap<string, Point> | null
  /** A thread was let go over empty canvas: kinds are offered there. */
  readonly offer: { readonly from: string; readonly at: Point; readonly client: Point; readonly side: 'source' | 'target' } | null
}

export type CanvasStore = StoreApi<CanvasState>

export function createCanvasStore(): CanvasStore {
  return createStore<CanvasState>(() => ({ distance: 'near', renaming: null, connecting: null, moving: null, offer: null }))
}

export const CanvasContext = createContext<CanvasStore | null>(null)

export function useCanvasStore(): CanvasStore {
  const store = use(CanvasContext)
  if (!store) throw new Error('useCanvasStore outside of the canvas')
  return store
}

export function useCanvas<T>(select: (state: CanvasState) => T): T {
  return useStore(useCanvasStore(), select)
}
