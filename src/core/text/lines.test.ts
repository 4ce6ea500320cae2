import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineStarts, offsetAt, positionAt } from './lines.ts'
import { texts } from './testing/arbitrary.ts'

describe('lines', () => {
  it('end with LF, CRLF or a CR of their own, and with nothing else', () => {
    expect(lineStarts('a\nb\r\nc\rd\u2028e\u0085f')).toEqual([0, 2, 5, 7])
    expect(lineStarts('')).toEqual([0])
    expect(lineStarts('a\r\r\n\n')).toEqual([0, 2, 4, 5])
  })

  it('are counted from 1, and so are columns', () => {
    const starts = lineStarts('ab\r\ncd')
    expect([0, 2, 4, 6].map((offset) => positionAt(starts, offset))).toEqual([
      { line: 1, column: 1 }, { line: 1, column: 3 }, { line: 2, column: 1 }, { line: 2, column: 3 },
    ])
  })

  it('agree with a split of the text', () => {
    fc.assert(fc.property(texts, (text) => {
      const starts = lineStarts(text)
      expect(starts.map((start, index) => text.slice(start, starts[index + 1]).replace(/\r\n$|[\r\n]$/, ''))).toEqual(text.split(/\r\n|\r|\n/))
    }))
  })

  it('lead from offset to position and back', () => {
    fc.assert(fc.property(texts.chain((text) => fc.tuple(fc.constant(text), fc.nat({ max: text.length }))), ([text, offset]) => {
      const starts = lineStarts(text)
      expect(offsetAt(starts, positionAt(starts, offset))).toBe(offset)
    }))
  })

  it('take a position outside the text to its nearest line', () => {
    const starts = lineStarts('ab\ncd')
    expect(offsetAt(starts, { line: 1, column: 99 })).toBe(3)
    expect(offsetAt(starts, { line: 0, column: 0 })).toBe(0)
    expect(offsetAt(starts, { line: 99, column: 2 })).toBe(4)
  })
})
