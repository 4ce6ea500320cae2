/** The flags that were given, by name. */
export type Flags = {
  has(name: string): boolean
  /** The last value given. */
  value(name: string): string | undefined
  values(name: string): readonly string[]
  integer(name: string): number | undefined
}

export function flagsOf(given: ReadonlyMap<string, readonly string[]>): Flags {
  return {
    has: (name) => given.has(name),
    value: (name) => given.get(name)?.at(-1),
    values: (name) => given.get(name) ?? [],
    integer(name) {
      const text = given.get(name)?.at(-1)
      return text === undefined ? undefined : Number.parseInt(text, 10)
    },
  }
}
