import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyEdits } from './apply.ts'
import { composeEdits } from './compose.ts'
import { editsOf, texts } from './testing/arbitrary.ts'

describe('composeEdits', () => {
  it('joins typing into one insertion', () => {
    const a = [{ range: { start: 3, end: 3 }, text: 'x' }]
    const b = [{ range: { start: 4, end: 4 }, text: 'y' }]
    expect(composeEdits(a, b)).toEqual([{ range: { start: 3, end: 3 }, text: 'xy' }])
  })

  it('leaves nothing of what is typed and deleted again', () => {
    const a = [{ range: { start: 3, end: 3 }, text: 'x' }]
    const b = [{ range: { start: 3, end: 4 }, text: '' }]
    expect(composeEdits(a, b)).toEqual([])
  })

  it('keeps edits at different places apart', () => {
    const a = [{ range: { start: 0, end: 0 }, text: 'x' }]
    const b = [{ range: { start: 5, end: 6 }, text: '' }]
    expect(composeEdits(a, b)).toEqual([
      { range: { start: 0, end: 0 }, text: 'x' },
      { range: { start: 4, end: 5 }, text: '' },
    ])
  })

  const steps = texts.chain((text) => editsOf(text).chain((a) => {
    const middle = applyEdits(text, a)
    return editsOf(middle).map((b) => ({ text, a, b, middle }))
  }))

  it('does in one step what the two do one after the other', () => {
    fc.assert(fc.property(steps, ({ text, a, b, middle }) => {
      expect(applyEdits(text, composeEdits(a, b))).toBe(applyEdits(middle, b))
    }))
  })

  it('gives edits in order that do not touch', () => {
    fc.assert(fc.property(steps, ({ a, b }) => {
      const edits = composeEdits(a, b)
      expect(edits.filter((edit, index) => index > 0 && edit.range.start <= (edits[index - 1]?.range.end ?? -1))).toEqual([])
    }))
  })
})
