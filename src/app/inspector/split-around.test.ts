import { describe, expect, it } from 'vitest'
import { splitAround } from './split-around.ts'

describe('a text split around phrases', () => {
  it('is marked wherever one of them stands, first come first', () => {
    expect(splitAround('a (x) b (y)(x)', ['(x)', '(y)'])).toEqual([
      { part: 'a ', found: false },
      { part: '(x)', found: true },
      { part: ' b ', found: false },
      { part: '(y)', found: true },
      { part: '(x)', found: true },
    ])
  })

  it('is one part when none does, and none when it is empty', () => {
    expect(splitAround('abc', ['', 'z'])).toEqual([{ part: 'abc', found: false }])
    expect(splitAround('', ['z'])).toEqual([])
  })
})
