/**
 * Lets one piece of work at a time have a key; the others wait in the order in which they came.
 * A failure of one does not stop the next.
 */
export function createLock(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const tails = new Map<string, Promise<void>>()
  return async (key, work) => {
    const before = tails.get(key) ?? Promise.resolve()
    const result = before.then(work)
    const tail = result.then(
      () => undefined,
      () => undefined,
    )
    tails.set(key, tail)
    try {
      return await result
    } finally {
      if (tails.get(key) === tail) tails.delete(key)
    }
  }
}
