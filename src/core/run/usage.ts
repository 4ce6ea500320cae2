import type { Usage } from './event.ts'

/** The sum. A price that is known on one side only counts as it is: unknown prices add nothing. */
export function addUsage(left: Usage | undefined, right: Usage): Usage {
  if (!left) return right
  const cost = left.cost === undefined ? right.cost : left.cost + (right.cost ?? 0)
  return { input: left.input + right.input, output: left.output + right.output, ...(cost === undefined ? {} : { cost }) }
}

/** What of `total` is not in `counted` yet; never negative. */
export function subtractUsage(total: Usage, counted: Usage | undefined): Usage {
  if (!counted) return total
  const cost = total.cost === undefined ? undefined : Math.max(0, total.cost - (counted.cost ?? 0))
  return {
    input: Math.max(0, total.input - counted.input),
    output: Math.max(0, total.output - counted.output),
    ...(cost === undefined ? {} : { cost }),
  }
}
