import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyEdits } from './apply.ts'
import { minimalEdit } from './minimal.ts'
import { texts } from './testing/arbitrary.ts'

describe('minimalEdit', () => {
  it.each([
    ['same', 'same', null],
    ['prompt: p', 'prompt: q', { range: { start: 8, end: 9 }, text: 'q' }],
    ['aa', 'aaa', { range: { start: 2, end: 2 }, text: 'a' }],
    ['a\r\nb', 'a\nb', { range: { start: 1, end: 3 }, text: '\n' }],
    ['😀', '😁', { range: { start: 0, end: 2 }, text: '😁' }],
    ['x\rb', 'x\r\nb', { range: { start: 1, end: 2 }, text: '\r\n' }],
  ])('%j to %j', (before, after, edit) => {
    expect(minimalEdit(before, after)).toEqual(edit)
  })

  const pairs = fc.oneof(fc.tuple(texts, texts), fc.tuple(texts, texts, texts, texts).map(([a, b, c, d]) => [a + b + d, a + c + d] as const))

  it('turns the one text into the other', () => {
    fc.assert(fc.property(pairs, ([before, after]) => {
      const edit = minimalEdit(before, after)
      expect(edit ? applyEdits(before, [edit]) : before).toBe(after)
    }))
  })

  it('splits no surrogate pair and no CRLF, in the old text or the new', () => {
    fc.assert(fc.property(pairs, ([before, after]) => {
      const edit = minimalEdit(before, after)
      if (!edit) return
      const ends = [[before, edit.range.start], [before, edit.range.end], [after, edit.range.start], [after, edit.range.start + edit.text.length]] as const
      for (const [text, at] of ends) {
        expect(/[\ud800-\udbff]$/.test(text.slice(0, at)) && /^[\udc00-\udfff]/.test(text.slice(at))).toBe(false)
        expect(text.slice(0, at).endsWith('\r') && text.slice(at).startsWith('\n')).toBe(false)
      }
    }))
  })
})
