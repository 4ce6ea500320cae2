import type { Usage } from '../../src/core/index.ts'

/** US dollars for a million tokens. */
export type Price = { readonly input: number; readonly output: number }

/**
 * The price of a model as the workspace names it (`prices` in heddle.json), by full or bare name;
 * undefined when it does not, which is not the same as free. No list of prices is built in: it would
 * be out of date by the time it is read, and a run must not show a cost that is not so. A dated name
 * (`gpt-5-mini-2025-08-07`, `claude-sonnet-4-5-20250929`) has the price of its undated one.
 */
export function priceOf(name: string, prices: ReadonlyMap<string, Price> = new Map()): Price | undefined {
  const undated = name.replace(/-(\d{4}-\d{2}-\d{2}|\d{8})$/, '')
  const bare = (full: string) => full.slice(full.indexOf(':') + 1)
  return prices.get(name) ?? prices.get(bare(name)) ?? prices.get(undated) ?? prices.get(bare(undated))
}

/** Adds the cost to counted tokens where the price is known. */
export function withCost(usage: Usage, price: Price | undefined): Usage {
  if (price === undefined) return usage
  return { ...usage, cost: (usage.input * price.input + usage.output * price.output) / 1_000_000 }
}
