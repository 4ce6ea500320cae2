import type { Follower, StreamListener } from '../state/index.ts'
import { lateFollower } from './lateFollower.ts'

/** So many milliseconds after a part could not be fetched it is asked for again. */
const PATIENCE = 4000

export type AloneSetup = {
  /** Fetches what follows. */
  load(): Promise<(listener: StreamListener) => Follower>
  /** Runs `work` after `ms`; the answer cancels it. */
  after(ms: number, work: () => void): () => void
}

/**
 * Follows by a stream of the page's own. What opens it is fetched first: where that fails the server is
 * away, which is told as the loss of a stream, and it is asked for again after a while.
 */
export function followAlone({ load, after }: AloneSetup): (listener: StreamListener) => Follower {
  return (listener) => {
    const late = lateFollower()
    let closed = false
    let cancelRetry = () => {}
    const fetch = (): void =>
      void load().then(
        (follow) => late.come(() => follow(listener)),
        () => {
          if (closed) return
          listener.lost()
          cancelRetry = after(PATIENCE, fetch)
        },
      )
    fetch()
    return {
      watch: late.watch,
      close() {
        closed = true
        cancelRetry()
        late.close()
      },
    }
  }
}
