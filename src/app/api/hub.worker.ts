import { whenGone } from '../state/pageLock.ts'
import { eventSources } from './eventSources.ts'
import { createHub, type FromHub, type ToHub } from './hub.ts'
import { followStream } from './stream.ts'

// One for all pages of this browser, whatever the number of its tabs.
const scope = globalThis as unknown as { onconnect: ((event: MessageEvent) => void) | null }

const looks = new Set<() => void>()
const hub = createHub((listener) =>
  followStream(listener, {
    ...eventSources,
    onOnline(work) {
      looks.add(work)
      const stop = eventSources.onOnline(work)
      return () => {
        looks.delete(work)
        stop()
      }
    },
  }),
)

scope.onconnect = ({ ports: [port] }) => {
  if (!port) return
  let page: string | null = null
  port.addEventListener('message', ({ data }: MessageEvent<ToHub>) => {
    switch (data.type) {
      case 'join':
        page = data.page
        hub.join(page, (message: FromHub) => port.postMessage(message))
        // A page that crashes says nothing, but its lock is free then.
        void whenGone(data.page).then(() => hub.leave(data.page))
        return
      case 'watch':
        if (page !== null) hub.watch(page, data.runs)
        return
      case 'leave':
        if (page !== null) hub.leave(page)
        return
      case 'look':
        for (const look of looks) look()
    }
  })
  port.start()
}
