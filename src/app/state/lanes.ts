/** The lanes of ways back, below the nodes that they join: how deep the first one lies, and how far each is from the next, with room for its label. */
export const LANES = { depth: 48, apart: 32 } as const

/** Half the height of a label of one line, and of one of two, grown for the middle distance. */
export const HALF_LABEL = { line: 17, two: 33 } as const

/** How much room so many lanes take below a row, with the label of the last. */
export function lanesRoom(count: number): number {
  return count === 0 ? 0 : LANES.depth + (count - 1) * LANES.apart + HALF_LABEL.line
}
