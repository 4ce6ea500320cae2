import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyEdits } from './apply.ts'
import { mapOffset } from './map-offset.ts'
import { editsOf, texts } from './testing/arbitrary.ts'

describe('mapOffset', () => {
  const insertion = [{ range: { start: 2, end: 2 }, text: 'xyz' }]

  it('moves what stands after an insertion and leaves what stands before', () => {
    expect([1, 3].map((offset) => mapOffset(insertion, offset, 'before'))).toEqual([1, 6])
  })

  it('puts an offset at an insertion before or after the new text', () => {
    expect(mapOffset(insertion, 2, 'before')).toBe(2)
    expect(mapOffset(insertion, 2, 'after')).toBe(5)
  })

  it('puts an offset within deleted text where the text was', () => {
    const deletion = [{ range: { start: 1, end: 4 }, text: '' }]
    expect([1, 2, 4, 5].map((offset) => mapOffset(deletion, offset, 'after'))).toEqual([1, 1, 1, 2])
  })

  const cases = texts.chain((text) => fc.record({ text: fc.constant(text), edits: editsOf(text), offset: fc.nat({ max: text.length }) }))

  it('keeps an untouched character under its offset', () => {
    fc.assert(fc.property(cases, ({ text, edits, offset }) => {
      const isTouched = edits.some(({ range }) => range.start <= offset && offset < range.end)
      fc.pre(!isTouched && offset < text.length)
      expect(applyEdits(text, edits)[mapOffset(edits, offset, 'after')]).toBe(text[offset])
    }))
  })

  it('stays within the text, in order, and before is not after', () => {
    fc.assert(fc.property(cases, ({ text, edits, offset }) => {
      const length = applyEdits(text, edits).length
      const before = mapOffset(edits, offset, 'before')
      const after = mapOffset(edits, offset, 'after')
      expect(before).toBeLessThanOrEqual(after)
      expect(before).toBeGreaterThanOrEqual(0)
      expect(after).toBeLessThanOrEqual(length)
      expect(mapOffset(edits, Math.max(0, offset - 1), 'before')).toBeLessThanOrEqual(before)
      expect(mapOffset(edits, Math.max(0, offset - 1), 'after')).toBeLessThanOrEqual(after)
    }))
  })
})
