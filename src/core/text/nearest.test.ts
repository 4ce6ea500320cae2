import { describe, expect, it } from 'vitest'
import { nearest } from './nearest.ts'

describe('nearest', () => {
  it.each([
    ['isues', ['collect', 'issues'], 'issues'], ['outputFormat', ['output_format'], 'output_format'], ['Draft', ['craft', 'draft'], 'draft'],
    ['darft', ['draft'], 'draft'], ['zz', ['a', 'b'], null], ['b', ['a'], null], ['', ['a'], null], ['a', ['a'], null], ['collection', ['collect'], 'collect'], ['abc', [], null],
  ])('of %j among %j is %j', (word, words, meant) => {
    expect(nearest(word, words)).toBe(meant)
  })
})
