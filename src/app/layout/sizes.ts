import { CARD_SIZE, type GraphEdge, type GraphNode } from '../../core/index.ts'
import { oneLine } from '../shell/parts/condition.ts'
import type { Direction, Point } from '../state/index.ts'
// Not by way of the index: a worker lays out, too, and has no use for the rest of the page.
import { nodeSize } from '../state/nodeSize.ts'

/** From the edge of one column to the next, along the way that the graph runs; of rows when it runs down. */
export const STRIDE: { readonly [D in Direction]: number } = { right: 260, down: 164 }
/** Least room between two nodes of a column. */
export const GAP = 36

/**
 * A node as the layout sees it, whichever way the graph runs: `length` along the way, `breadth` across
 * it, `before` the room across that belongs to it on its upper side.
 */
export type Box = { readonly length: number; readonly breadth: number; readonly before: number }

export function boxOf(node: GraphNode, direction: Direction): Box {
  const { width, height, above } = nodeSize(node)
  // The note of a node lies along the way when the graph runs down: the stride has room for it.
  return direction === 'right' ? { length: width, breadth: height, before: above } : { length: height, breadth: width, before: 0 }
}

/** The widest label is cut there. */
const MOST_LABEL = 168
/** A letter of a condition, the least that a label says ("4 of 6"), and what is around its words: its own edge, and air to the nodes. */
const LETTER = 7.3
const LEAST_WORDS = 46
const AROUND = 29

/**
 * How much further apart two columns stand so that the label of an edge between them covers neither. It
 * counts as one of a few words as soon as there may be one: what is said on an edge later moves nothing.
 */
export function labelRoom({ kind, condition, budget }: Pick<GraphEdge, 'kind' | 'condition' | 'budget'>, direction: Direction): number {
  if (kind !== 'flow' || budget === undefined || direction === 'down') return 0
  const letters = condition === undefined ? 0 : oneLine(condition).length
  return Math.ceil(Math.min(MOST_LABEL, Math.max(letters * LETTER, LEAST_WORDS) + AROUND)) - (STRIDE.right - CARD_SIZE.width)
}

/** The place of a node by how far along and across it stands, and the reverse: each is its own inverse. */
export function turn({ x, y }: Point, direction: Direction): Point {
  return direction === 'right' ? { x, y } : { x: y, y: x }
}
