import { createContext, use } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Point } from '../state/index.ts'

/** How much of a node can be read at a zoom. */
export type Distance = 'near' | 'middle' | 'far'

export function distanceAt(zoom: number): Distance {
  return zoom >= 0.75 ? 'near' : zoom >= 0.4 ? 'middle' : 'far'
}

/** Kinds that are offered: on an edge, at the end of a thread that was let go over empty canvas, or at a place. */
export type Offered = { readonly client: Point } & (
  | { readonly type: 'insert'; readonly edge: string }
  | { readonly type: 'connect'; readonly from: string; readonly side: 'source' | 'target'; readonly at: Point }
  | { readonly type: 'add'; readonly at: Point }
)

/** What only the canvas is concerned with. */
export type CanvasState = {
  readonly distance: Distance
  /** The node whose id is being typed. */
  readonly renaming: string | null
  /** Connecting by keyboard: the node that the edge starts from. */
  readonly connecting: string | null
  /** Positions on their way: of nodes in hand, or moving to a new layout. They win over the layout's. */
  readonly moving: ReadonlyMap<string, Point> | null
  readonly offer: Offered | null
  /** The node whose note is being written. */
  readonly noting: string | null
  /** What was typed into notes and could not be written, by file and node. */
  readonly notes: ReadonlyMap<string, string>
  /** The node whose edges the keyboard goes through. */
  readonly around: string | null
  /** Until when an edge counts as pointed at. */
  readonly linger: ReturnType<typeof setTimeout> | undefined
}

export type CanvasStore = StoreApi<CanvasState>

export function createCanvasStore(distance: Distance = 'near'): CanvasStore {
  return createStore<CanvasState>(() => ({ distance, renaming: null, connecting: null, moving: null, offer: null, noting: null, notes: new Map(), around: null, linger: undefined }))
}

export const CanvasContext = createContext<CanvasStore | null>(null)

export function useCanvasStore(): CanvasStore {
  const store = use(CanvasContext)
  if (!store) throw new Error('useCanvasStore outside of the canvas')
  return store
}

/**
 * How far the canvas is looked at from, for what there are very many of: a subscription of each to the
 * store would be asked anew with every frame of a drag.
 */
export const DistanceContext = createContext<Distance>('near')

export function useDistance(): Distance {
  return use(DistanceContext)
}

export function useCanvas<T>(select: (state: CanvasState) => T): T {
  return useStore(useCanvasStore(), select)
}
