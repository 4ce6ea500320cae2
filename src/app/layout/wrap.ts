import { CARD_SIZE } from '../../core/index.ts'
import type { Direction } from '../state/index.ts'
import { GAP, STRIDE } from './sizes.ts'

/** Columns up to this long are never wrapped. */
const LONG = 40
/** A wrapped column is about as long as its parts are wide together, times this. */
const SHAPE = 1.6

/**
 * Breaks columns that are out of proportion into several beside each other: hundreds of nodes that feed
 * one are a field, not a thread that runs off the screen. The nodes are dealt out in turn, so that each
 * stays near the place that its order gives it.
 */
export function wrapColumns(columns: readonly (readonly string[])[], direction: Direction): readonly (readonly string[])[] {
  const across = GAP + (direction === 'right' ? CARD_SIZE.height : CARD_SIZE.width)
  const wide = Math.ceil((columns.length * STRIDE[direction]) / across)
  return columns.flatMap((keys) => {
    const rows = Math.max(LONG, wide, Math.ceil(Math.sqrt(keys.length * SHAPE)))
    const parts = Math.ceil(keys.length / rows)
    if (parts <= 1) return [keys]
    return Array.from({ length: parts }, (_, part) => keys.filter((_key, index) => index % parts === part))
  })
}
