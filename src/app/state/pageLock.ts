/** The lock that a page holds while it lives: the browser lets go of it however the page ends, a crash included. */
export function pageLock(page: string): string {
  return `heddle:page:${page}`
}

/** Resolves when a page that has held its lock is gone; never where there are no locks. */
export async function whenGone(page: string): Promise<void> {
  if (!('locks' in navigator)) return new Promise(() => {})
  const name = pageLock(page)
  for (;;) {
    await navigator.locks.request(name, { mode: 'shared' }, () => {})
    const { held, pending } = await navigator.locks.query()
    // It may have asked for its lock a moment later than we did.
    if (![...(held ?? []), ...(pending ?? [])].some((lock) => lock.name === name && lock.mode === 'exclusive')) return
  }
}
