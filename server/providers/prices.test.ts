import { expect, it } from 'vitest'
import { priceOf, withCost } from './prices.ts'

const prices = new Map([
  ['openai:gpt-5-mini', { input: 1, output: 2 }],
  ['qwen3', { input: 0, output: 0 }],
])

it('prices a dated name like its undated one', () => {
  expect(priceOf('openai:gpt-5-mini-2025-08-07', prices)).toEqual({ input: 1, output: 2 })
  expect(priceOf('openai-compatible:qwen3-20250929', prices)).toEqual({ input: 0, output: 0 })
})

it('does not guess a price', () => {
  expect(priceOf('openai:gpt-5-mini')).toBeUndefined()
  expect(priceOf('openai:gpt-next', prices)).toBeUndefined()
  expect(withCost({ input: 1, output: 1 }, undefined)).toEqual({ input: 1, output: 1 })
})

it("takes the workspace's price by full or bare name, for a million tokens", () => {
  expect(priceOf('openai-compatible:qwen3', prices)).toEqual({ input: 0, output: 0 })
  expect(withCost({ input: 500_000, output: 250_000 }, { input: 1, output: 2 })).toEqual({ input: 500_000, output: 250_000, cost: 1 })
})
