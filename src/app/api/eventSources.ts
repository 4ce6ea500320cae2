import type { StreamHost } from './stream.ts'

/** The browser's own event streams, in a page or in a worker. */
export const eventSources: StreamHost = {
  open(url) {
    const source = new EventSource(url)
    return {
      listen: (type, listener) => source.addEventListener(type, ({ data }: MessageEvent<unknown>) => listener(data)),
      failed: (listener) => source.addEventListener('error', listener),
      close: () => source.close(),
    }
  },
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
  onOnline(work) {
    globalThis.addEventListener('online', work)
    return () => globalThis.removeEventListener('online', work)
  },
}
