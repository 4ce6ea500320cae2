import type { RunCursor } from '../../protocol/index.ts'
import type { Follower, Pages, StreamListener } from '../state/index.ts'
import type { FromHub, ToHub } from './hub.ts'

/** A worker that has not said a word after so long is not there. */
const PATIENCE = 4000

/**
 * Follows the workspace through the one stream that all pages of this browser share, so that many tabs
 * need no more connections than one. Where there is no such worker, or it does not start, the page
 * opens a stream of its own.
 */
export function followShared({ id: page, ready }: Pick<Pages, 'id' | 'ready'>): (listener: StreamListener) => Follower {
  return (listener) => {
    let own: Follower | null = null
    let alone = false
    let watched: readonly RunCursor[] = []
    let closed = false
    const follow = async () => {
      alone = true
      const [{ followStream }, { eventSources }] = await Promise.all([import('./stream.ts'), import('./eventSources.ts')])
      if (closed) return
      own = followStream(listener, eventSources)
      if (watched.length > 0) own.watch(watched)
    }
    // What could not be fetched, since the server is away, is asked for again after a while.
    const followOwn = (): void => void follow().catch(() => !closed && setTimeout(followOwn, PATIENCE))
    if (!('SharedWorker' in globalThis)) {
      followOwn()
      return {
        watch(runs) {
          watched = runs
          own?.watch(runs)
        },
        close() {
          closed = true
          own?.close()
        },
      }
    }
    const worker = new SharedWorker(new URL('./hub.worker.ts', import.meta.url), { type: 'module', name: 'heddle-events' })
    const say = (message: ToHub) => worker.port.postMessage(message)
    const heard = ({ data }: MessageEvent<FromHub>) => {
      if (closed || alone) return
      if (data.type === 'joined') clearTimeout(timer)
      else Reflect.apply(listener[data.call], listener, data.args)
    }
    const goAlone = () => {
      if (alone || closed) return
      clearTimeout(timer)
      // A worker that comes after all must not keep a stream open for a page that has its own.
      say({ type: 'leave' })
      followOwn()
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
      if (closed || alone) return
      say({ type: 'join', page })
      if (watched.length > 0) say({ type: 'watch', runs: watched })
    })
    document.addEventListener('visibilitychange', look)
    return {
      watch(runs) {
        watched = runs
        if (alone) own?.watch(runs)
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
