import { describe, expect, it } from 'vitest'
import { nodeAt } from './find.ts'
import { readSource } from './read.ts'
import { toJson } from './to-json.ts'

const json = (text: string): string => JSON.stringify(toJson(readSource(text, 'yaml').root))

describe('toJson', () => {
  it('gives plain values, aliases followed and merge keys applied', () => {
    expect(json('a: &x {b: [1, true, ~, text]}\nc: *x\nd: {<<: *x, e: 1}\nf:\n')).toBe(
      '{"a":{"b":[1,true,null,"text"]},"c":{"b":[1,true,null,"text"]},"d":{"e":1,"b":[1,true,null,"text"]},"f":null}')
  })

  it('gives the text of a number that JSON has not', () => {
    expect(json('[.inf, -.inf, .nan, 1e400]')).toBe('[".inf","-.inf",".nan","1e400"]')
  })

  it('ends where a node holds itself', () => {
    expect(json('a: &x {b: [*x, 1]}\n')).toBe('{"a":{"b":[null,1]}}')
  })

  it('ends where aliases multiply without end', () => {
    const levels = ['a0: &a0 [x]']
    for (let level = 1; level < 60; level += 1) levels.push(`a${level}: &a${level} [*a${level - 1}, *a${level - 1}]`)
    expect(json(levels.join('\n')).length).toBeLessThan(20_000_000)
  })

  it('makes maps without a prototype', () => {
    const value = toJson(nodeAt(readSource('a: {b: {}}\n', 'yaml'), ['a']))
    expect(Object.getPrototypeOf(value)).toBeNull()
  })
})
