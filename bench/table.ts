/** What a bench is given. */
export type Bench = {
  readonly root: string
  /** Fewer rounds. */
  readonly quick: boolean
  /** The parts that were asked for (`editor:typing`); none means all. */
  readonly parts: readonly string[]
  /** Finds a Chromium; gives the path of its program. */
  readonly browser: () => Promise<string>
  /** Tells on stderr how far it is. */
  readonly say: (message: string) => void
}

/** What a bench gives back: a table with a title, and what must be said beside it. */
export type Table = {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly notes?: readonly string[]
}

/** The median time of `work` in milliseconds, after a warm-up. */
export function medianOf(rounds: number, work: (round: number) => void): number {
  for (let round = 0; round < Math.min(3, rounds); round += 1) work(-1 - round)
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now()
    work(round)
    times.push(performance.now() - began)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

export const ms = (value: number) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`

export const perSecond = (count: number, took: number) => `${Math.round(count / (took / 1000)).toLocaleString('en')}/s`
