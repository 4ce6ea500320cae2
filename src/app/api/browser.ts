import type { RunCursor } from '../../protocol/index.ts'
import type { Follower, Pages, StreamListener } from '../state/index.ts'
import { followAlone } from './followAlone.ts'
import type { FromHub, ToHub } from './hub.ts'

/** A worker that has not said a word after so long is not there. */
const PATIENCE = 4000

/** What opens a stream of the page's own comes when it is needed: with the shared one it is not. */
const alone = followAlone({
  async load() {
    const [{ followStream }, { eventSources }] = await Promise.all([import('./stream.ts'), import('./eventSources.ts')])
    return (listener) => followStream(listener, eventSources)
  },
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
})

/**
 * Follows the workspace through the one stream that all pages of this browser share, so that many tabs
 * need no more connections than one. Where there is no such worker, or it does not start, the page
 * opens a stream of its own.
 */
export function followShared({ id: page, ready }: Pick<Pages, 'id' | 'ready'>): (listener: StreamListener) => Follower {
  return (listener) => {
    if (!('SharedWorker' in globalThis)) return alone(listener)
    let own: Follower | null = null
    let watched: readonly RunCursor[] = []
    let closed = false
    const worker = new SharedWorker(new URL('./hub.worker.ts', import.meta.url), { type: 'module', name: 'heddle-events' })
    const say = (message: ToHub) => worker.port.postMessage(message)
    const heard = ({ data }: MessageEvent<FromHub>) => {
      if (closed || own) return
      if (data.type === 'joined') clearTimeout(timer)
      else Reflect.apply(listener[data.call], listener, data.args)
    }
    const goAlone = () => {
      if (own || closed) return
      clearTimeout(timer)
      // A worker that comes after all must not keep a stream open for a page that has its own.
      say({ type: 'leave' })
      own = alone(listener)
      if (watched.length > 0) own.watch(watched)
    }
    const timer = setTimeout(goAlone, PATIENCE)
    const look = () => {
      if (!document.hidden) say({ type: 'look' })
    }
    worker.addEventListener('error', goAlone)
    worker.port.addEventListener('message', heard)
    worker.port.start()
    // The worker looks whether the page is there: not before that can be seen.
    void ready.then(() => {
      if (closed || own) return
      say({ type: 'join', page })
      if (watched.length > 0) say({ type: 'watch', runs: watched })
    })
    document.addEventListener('visibilitychange', look)
    return {
      watch(runs) {
        watched = runs
        if (own) own.watch(runs)
        else say({ type: 'watch', runs })
      },
      close() {
        closed = true
        clearTimeout(timer)
        document.removeEventListener('visibilitychange', look)
        say({ type: 'leave' })
        worker.port.close()
        own?.close()
      },
    }
  }
}
