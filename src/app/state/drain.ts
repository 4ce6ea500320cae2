/**
 * Does all that waits, in its order and once each, what is added meanwhile included. Work that throws keeps
 * none of the others from being done, nor is it the caller's failure: it is reported as an error of its own.
 */
export function drain(waiting: Set<() => void>): void {
  for (const work of waiting) {
    waiting.delete(work)
    try {
      work()
    } catch (error) {
      queueMicrotask(() => {
        throw error
      })
    }
  }
}
