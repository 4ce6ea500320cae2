/** Longer than a timer can wait: 2^31 - 1 milliseconds, a little under 25 days. */
export const LONGEST = 2_147_483_647

const UNITS: ReadonlyMap<string, number> = new Map([['ms', 1], ['s', 1000], ['m', 60_000], ['h', 3_600_000], ['d', 86_400_000]])

/**
 * A duration such as `500ms`, `30s`, `1.5h` or `1h30m` in whole milliseconds; null when it is none. Units
 * go from long to short, each at most once.
 */
export function parseDuration(text: string): number | null {
  const word = text.trim().toLowerCase()
  if (!/^(?:\d+(?:\.\d+)?(?:ms|[dhms]))+$/.test(word) || word.length > 60) return null
  let total = 0
  let smallest = Infinity
  for (const [, amount = '', unit = ''] of word.matchAll(/([\d.]+)(ms|[dhms])/gy)) {
    const size = UNITS.get(unit)!
    if (size >= smallest) return null
    smallest = size
    total += Number(amount) * size
  }
  return Number.isFinite(total) ? Math.round(total) : null
}
