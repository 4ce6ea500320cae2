import type { Usage } from '../../src/core/index.ts'

/** US dollars for a million tokens. */
export type Price = { readonly input: number; readonly output: number }

/** The day on which the table was last compared with the providers' published prices. */
export const pricesOf = '2026-11-30'

/** List prices of the providers' own services, without cache, batch or volume discounts. */
const listed = new Map<string, Price>([
  ['openai:gpt-5', { input: 1.25, output: 10 }],
  ['openai:gpt-5-mini', { input: 0.25, output: 2 }],
  ['openai:gpt-5-nano', { input: 0.05, output: 0.4 }],
  ['openai:gpt-4.1', { input: 2, output: 8 }],
  ['openai:gpt-4.1-mini', { input: 0.4, output: 1.6 }],
  ['openai:gpt-4.1-nano', { input: 0.1, output: 0.4 }],
  ['openai:gpt-4o', { input: 2.5, output: 10 }],
  ['openai:gpt-4o-mini', { input: 0.15, output: 0.6 }],
  ['openai:o3', { input: 2, output: 8 }],
  ['openai:o4-mini', { input: 1.1, output: 4.4 }],
  ['anthropic:claude-opus-5-5', { input: 4, output: 20 }],
  ['anthropic:claude-opus-5', { input: 5, output: 25 }],
  ['anthropic:claude-sonnet-5-5', { input: 2, output: 10 }],
  ['anthropic:claude-sonnet-5', { input: 2, output: 10 }],
  ['anthropic:claude-opus-4-5', { input: 5, output: 25 }],
  ['anthropic:claude-sonnet-4-5', { input: 3, output: 15 }],
  ['anthropic:claude-haiku-4-5', { input: 1, output: 5 }],
])

/**
 * The price of a model; undefined when it is not known, which is not the same as free. The
 * workspace's own prices come first. A dated name (`gpt-5-mini-2025-08-07`,
 * `claude-sonnet-4-5-20250929`) has the price of its undated one.
 */
export function priceOf(name: string, own: ReadonlyMap<string, Price> = new Map(), { official = true } = {}): Price | undefined {
  const undated = name.replace(/-(\d{4}-\d{2}-\d{2}|\d{8})$/, '')
  const bare = name.slice(name.indexOf(':') + 1)
  const set = own.get(name) ?? own.get(bare) ?? own.get(undated)
  if (set !== undefined) return set
  return official ? (listed.get(name) ?? listed.get(undated)) : undefined
}

/** Adds the cost to counted tokens where the price is known. */
export function withCost(usage: Usage, price: Price | undefined): Usage {
  if (price === undefined) return usage
  return { ...usage, cost: (usage.input * price.input + usage.output * price.output) / 1_000_000 }
}
