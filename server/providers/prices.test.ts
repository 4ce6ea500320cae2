import { expect, it } from 'vitest'
import { priceOf, withCost } from './prices.ts'

it('prices a dated name like its undated one', () => {
  expect(priceOf('openai:gpt-5-mini-2025-08-07')).toEqual(priceOf('openai:gpt-5-mini'))
  expect(priceOf('anthropic:claude-sonnet-4-5-20250929')).toEqual({ input: 3, output: 15 })
})

it('does not guess a price', () => {
  expect(priceOf('openai:gpt-next')).toBeUndefined()
  expect(priceOf('openai:gpt-5-mini', undefined, { official: false })).toBeUndefined()
  expect(withCost({ input: 1, output: 1 }, undefined)).toEqual({ input: 1, output: 1 })
})

it("takes the workspace's own price first, by full or bare name, at any address", () => {
  const own = new Map([['openai:gpt-5-mini', { input: 1, output: 1 }], ['qwen3', { input: 0, output: 0 }]])
  expect(priceOf('openai:gpt-5-mini', own)).toEqual({ input: 1, output: 1 })
  expect(priceOf('openai-compatible:qwen3', own, { official: false })).toEqual({ input: 0, output: 0 })
})
