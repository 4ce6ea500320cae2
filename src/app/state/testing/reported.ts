import { vi } from 'vitest'

/** What is thrown in a microtask of its own is the page's to report: here it is kept, until globals are given back. */
export function reported(): unknown[] {
  const errors: unknown[] = []
  vi.stubGlobal('queueMicrotask', (work: () => void) => {
    try {
      work()
    } catch (error) {
      errors.push(error)
    }
  })
  return errors
}
