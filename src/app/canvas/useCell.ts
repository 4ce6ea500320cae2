import { useStore } from '@xyflow/react'
import { cellOf, sameCell, type Cell } from './cell.ts'

/** The part of the canvas that is in view, coarsely; null when all is to be drawn. A pan changes it rarely. */
export function useCell(on: boolean): Cell | null {
  return useStore((state) => (on ? cellOf(state.transform, state.width, state.height) : null), sameCell)
}
