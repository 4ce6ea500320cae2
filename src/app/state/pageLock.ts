/** The lock that a page holds while it lives: the browser lets go of it however the page ends, a crash included. */
export function pageLock(page: string): string {
  return `heddle:page:${page}`
}
