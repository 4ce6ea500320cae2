import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyEdits, invertEdits, sortEdits } from './apply.ts'
import { editsOf, texts } from './testing/arbitrary.ts'

const withEdits = texts.chain((text) => fc.tuple(fc.constant(text), editsOf(text)))

describe('applyEdits', () => {
  it('takes all ranges from the text before the edits, in whatever order they are given', () => {
    const edits = [
      { range: { start: 4, end: 5 }, text: 'E' },
      { range: { start: 0, end: 1 }, text: '' },
      { range: { start: 2, end: 2 }, text: '--' },
    ]
    expect(applyEdits('abcdef', edits)).toBe('b--cdEf')
  })

  it('keeps the order of insertions at one place', () => {
    expect(applyEdits('ab', [
      { range: { start: 1, end: 1 }, text: '1' },
      { range: { start: 1, end: 1 }, text: '2' },
    ])).toBe('a12b')
  })

  it.each([
    ['overlapping', [{ range: { start: 0, end: 2 }, text: '' }, { range: { start: 1, end: 3 }, text: '' }]],
    ['backwards', [{ range: { start: 2, end: 1 }, text: '' }]],
    ['outside the text', [{ range: { start: 0, end: 9 }, text: '' }]],
    ['of no number', [{ range: { start: NaN, end: 1 }, text: '' }]],
  ])('refuses edits that are %s', (_, edits) => {
    expect(() => applyEdits('abc', edits)).toThrow(RangeError)
  })

  it('agrees with splicing one edit after the other from the end', () => {
    fc.assert(fc.property(withEdits, ([text, edits]) => {
      const spliced = sortEdits(edits).toReversed()
        .reduce((rest, { range, text: put }) => rest.slice(0, range.start) + put + rest.slice(range.end), text)
      expect(applyEdits(text, edits)).toBe(spliced)
    }))
  })
})

describe('invertEdits', () => {
  it('gives the edits that lead back', () => {
    fc.assert(fc.property(withEdits, ([text, edits]) => {
      expect(applyEdits(applyEdits(text, edits), invertEdits(text, edits))).toBe(text)
    }))
  })

  it('inverted twice does what the edits do', () => {
    fc.assert(fc.property(withEdits, ([text, edits]) => {
      const after = applyEdits(text, edits)
      expect(applyEdits(text, invertEdits(after, invertEdits(text, edits)))).toBe(after)
    }))
  })
})
