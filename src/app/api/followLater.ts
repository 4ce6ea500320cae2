import type { RunCursor } from '../../protocol/index.ts'
import type { Follower, StreamListener } from '../state/index.ts'

/** Begins to follow once `moment` has come: a worker that starts beside the first picture takes its time from it. */
export function followLater(moment: Promise<unknown>, follow: (listener: StreamListener) => Follower): (listener: StreamListener) => Follower {
  return (listener) => {
    let follower: Follower | null = null
    let watched: readonly RunCursor[] = []
    let closed = false
    void moment.then(() => {
      if (closed) return
      follower = follow(listener)
      if (watched.length > 0) follower.watch(watched)
    })
    return {
      watch(runs) {
        watched = runs
        follower?.watch(runs)
      },
      close() {
        closed = true
        follower?.close()
      },
    }
  }
}
