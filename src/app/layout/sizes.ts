import type { GraphNode } from '../../core/index.ts'

/** Measures of the picture, in canvas pixels. */
export const NODE_WIDTH = 208
export const NODE_HEIGHT = 84
/** From the left edge of one column to the next. */
export const COLUMN = 260
/** Least room between two nodes of a column. */
export const GAP = 36
/** The note above a node: a line of text, and some air. */
export const NOTE = 22

export type Size = { readonly width: number; readonly height: number; /** Room above the node that belongs to it. */ readonly above: number }

export function sizeOf(node: GraphNode): Size {
  const above = node.note ? NOTE : 0
  return node.kind === 'branch' ? { width: 168, height: 40, above } : { width: NODE_WIDTH, height: NODE_HEIGHT, above }
}
