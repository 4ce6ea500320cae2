import type { Fetch } from './request.ts'

type Asking = typeof globalThis & { heddleAsked?: Map<string, Promise<Response>> }

/**
 * Gives the answers that the page asked for before the application was there (`public/first.js`), each
 * once, and asks itself for everything else. After `forget` nothing of that time is given any more: it is old.
 */
export function afterAsked(fetch: Fetch): { readonly fetch: Fetch; readonly forget: () => void } {
  const asked = (globalThis as Asking).heddleAsked
  return {
    fetch(url, init) {
      const answer = init.method === 'GET' ? asked?.get(url) : undefined
      if (answer === undefined) return fetch(url, init)
      asked?.delete(url)
      return answer
    },
    forget: () => asked?.clear(),
  }
}
