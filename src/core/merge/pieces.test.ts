import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeTexts, settle } from './merge.ts'
import { mergeLines, type MergePiece } from './pieces.ts'

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 8 })

function taken(pieces: readonly MergePiece[], side: 'base' | 'mine' | 'theirs'): readonly string[] {
  return pieces.flatMap((piece) => {
    if (piece.kind === 'same') return piece.lines
    if (piece.kind === 'conflict') return piece[side]
    return piece.kind === side || (piece.kind === 'both' && side !== 'base') ? piece.lines : piece.base
  })
}

describe('merging lines', () => {
  it('holds all three texts in its pieces', () => {
    fc.assert(fc.property(lines, lines, lines, (base, mine, theirs) => {
      const pieces = mergeLines(base, mine, theirs)
      expect({ base: taken(pieces, 'base'), mine: taken(pieces, 'mine'), theirs: taken(pieces, 'theirs') }).toEqual({ base, mine, theirs })
    }), { numRuns: 300 })
  })

  it('has no conflict that begins or ends with a line of all three', () => {
    fc.assert(fc.property(lines, lines, lines, (base, mine, theirs) => {
      const conflicts = mergeLines(base, mine, theirs).flatMap((piece) => (piece.kind === 'conflict' ? [piece] : []))
      for (const at of [0, -1]) {
        const isCommon = conflicts.some((conflict) => conflict.base.at(at) !== undefined && conflict.base.at(at) === conflict.mine.at(at) && conflict.base.at(at) === conflict.theirs.at(at))
        expect(isCommon).toBe(false)
      }
    }), { numRuns: 300 })
  })

  it('gives the old lines alone to whoever takes them, where both sides began or ended alike', () => {
    const node = (prompt: string, model: string, end: string) => `nodes:\n  - id: a\n    prompt: ${prompt}\n    model: ${model}\n    timeout: ${end}\n`
    const base = node('p', 'q', '1m')
    const merge = mergeTexts(base, node('n', 'm', '2m'), node('n', 't', '2m'))
    expect(merge.conflicts).toBe(1)
    expect(settle(merge, ['base'])).toBe(base)
    expect(settle(merge, ['theirs'])).toBe(node('n', 't', '2m'))
  })

  it('takes what both sides begin or end with once, where both are taken', () => {
    const merge = mergeTexts('a\nz\n', 'a\nn\nm\nk\nz\n', 'a\nn\nt\nk\nz\n')
    expect(merge.conflicts).toBe(1)
    expect(settle(merge, ['both'])).toBe('a\nn\nt\nm\nk\nz\n')
  })
})
