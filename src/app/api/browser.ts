import type { StreamHost } from './stream.ts'

/** The event streams of this browser. */
export const browserStream: StreamHost = {
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
    window.addEventListener('online', work)
    return () => window.removeEventListener('online', work)
  },
}
