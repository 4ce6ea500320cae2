/** A row of the table: what the contract asks, what was measured, what the peer does with the same content. */
export type Row = {
  readonly what: string
  readonly budget: string
  readonly heddle: string
  readonly peer: string
  /** Null: the budget names no number for this row. */
  readonly met: boolean | null
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[middle] ?? NaN) : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2
}

/** The value below which nine of ten lie. */
export function ninth(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.9))] ?? NaN
}

export const ms = (value: number) => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`
export const msOf = (values: readonly number[]) => `${ms(median(values))} (9 of 10 under ${ms(ninth(values))})`
export const fps = (value: number) => `${value.toFixed(0)} a second`
export const MB = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
