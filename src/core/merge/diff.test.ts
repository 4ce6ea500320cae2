import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffLines, type LineHunk } from './diff.ts'

function apply(a: readonly string[], b: readonly string[], hunks: readonly LineHunk[]): string[] {
  const result: string[] = []
  let from = 0
  for (const hunk of hunks) {
    result.push(...a.slice(from, hunk.from), ...b.slice(hunk.newFrom, hunk.newTo))
    from = hunk.to
  }
  return [...result, ...a.slice(from)]
}

/** How many lines two lists share in order, worked out the plain way. */
function shared(a: readonly string[], b: readonly string[]): number {
  let row = [0, ...b.map(() => 0)]
  for (const line of a) {
    const next = [0]
    b.forEach((other, j) => next.push(line === other ? row[j]! + 1 : Math.max(row[j + 1]!, next[j]!)))
    row = next
  }
  return row.at(-1)!
}

const lines = fc.array(fc.constantFrom('a', 'b', 'c', '', '  d'), { maxLength: 24 })
const unlike = fc.array(fc.constantFrom('a', 'b'), { maxLength: 30 })

describe('comparing lines', () => {
  it('gives hunks that lead from one text to the other, in order and apart', () => {
    fc.assert(fc.property(lines, lines, (a, b) => {
      const hunks = diffLines(a, b)
      expect(apply(a, b, hunks)).toEqual(b)
      hunks.slice(1).forEach((hunk, at) => {
        const before = hunks[at]!
        expect(hunk.from).toBeGreaterThan(before.to)
        expect(hunk.newFrom - before.newTo).toBe(hunk.from - before.to)
      })
    }), { numRuns: 300 })
  })

  it('finds a shortest script where no line occurs once', () => {
    fc.assert(fc.property(unlike, unlike, (x, y) => {
      // Doubled, between ends of their own, so that no shared line is unique and only shortest paths are at work.
      const [a, b] = [['<a', ...x, ...x, 'a>'], ['<b', ...y, ...y, 'b>']]
      const kept = a.length - diffLines(a, b).reduce((sum, { from, to }) => sum + to - from, 0)
      expect(kept).toBe(shared(a, b))
    }), { numRuns: 200 })
  })

  it('begins an added node at its dash, not in the node before', () => {
    const before = ['nodes:', '  - id: a', '    prompt: p', '  - id: b', '    prompt: p']
    const after = ['nodes:', '  - id: a', '    prompt: p', '  - id: x', '    prompt: p', '  - id: b', '    prompt: p']
    expect(diffLines(before, after)).toEqual([{ from: 3, to: 3, newFrom: 3, newTo: 5 }])
  })

  it('begins an added object of JSON at its brace', () => {
    const before = ['[', '  {', '    "id": "a"', '  },', '  {', '    "id": "b"', '  },', '  {', '    "id": "z"', '  }', ']']
    const after = [...before.slice(0, 4), '  {', '    "id": "n"', '  },', ...before.slice(4)]
    expect(diffLines(before, after)).toEqual([{ from: 4, to: 4, newFrom: 4, newTo: 7 }])
  })

  it('stays bounded on two large texts with nothing in order', () => {
    const a = Array.from({ length: 60_000 }, (_, i) => `line ${(i * 7919) % 300}`)
    const b = Array.from({ length: 60_000 }, (_, i) => `line ${(i * 104_729 + 17) % 300}`)
    const hunks = diffLines(a, b)
    expect(apply(a, b, hunks)).toEqual(b)
  })

  it('finds one changed line among 60,000 and no more', () => {
    const a = Array.from({ length: 60_000 }, (_, i) => `line ${i % 900}`)
    const b = a.with(31_000, 'other')
    expect(diffLines(a, b)).toEqual([{ from: 31_000, to: 31_001, newFrom: 31_000, newTo: 31_001 }])
  })
})
