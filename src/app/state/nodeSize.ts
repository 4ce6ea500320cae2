import { sizeOf, type Direction, type GraphNode } from '../../core/index.ts'

export type { Direction }

/** The measures of a node, in canvas pixels; `above` is the room of its note, which belongs to it. */
export type NodeSize = { readonly width: number; readonly height: number; readonly above: number }

/** So many lines of a note are drawn; all of it can be read in a tooltip and where it is edited. */
export const NOTE_LINES = 3
const NOTE_LINE = 16
const NOTE_AIR = 6
/** The line above a node that says when it is done: where a run begins, or under which condition. */
const WHEN_LINE = 22
/** About so many characters fit on a line of a note. */
const NOTE_WIDTH = 31

/** How large a node is drawn: every pane that draws or lays out asks here. */
export function nodeSize(node: GraphNode): NodeSize {
  const note = node.note ? NOTE_AIR + NOTE_LINE * noteLines(node.note) : 0
  return { ...sizeOf(node), above: note + (node.entry || node.condition !== undefined ? WHEN_LINE : 0) }
}

function noteLines(note: string): number {
  let lines = 0
  for (const line of note.split('\n')) {
    lines += Math.max(1, Math.ceil(line.length / NOTE_WIDTH))
    if (lines >= NOTE_LINES) return NOTE_LINES
  }
  return lines
}
