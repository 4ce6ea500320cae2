import type { LineHunk } from '../../core/index.ts'

/** Lines of a text that differ from an older one, from 1, both included; of removed ones the line that stands before them. */
export type Change = { readonly kind: 'added' | 'changed' | 'removed'; readonly first: number; readonly last: number }

/** What the hunks between two texts say of the lines of the new one. What was removed before the first line is told there. */
export function changesOf(hunks: readonly LineHunk[]): readonly Change[] {
  return hunks.map(({ from, to, newFrom, newTo }) => {
    if (newFrom === newTo) return { kind: 'removed', first: Math.max(1, newFrom), last: Math.max(1, newFrom) }
    return { kind: from === to ? 'added' : 'changed', first: newFrom + 1, last: newTo }
  })
}
