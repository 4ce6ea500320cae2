import type { RunCursor } from '../../protocol/index.ts'
import type { Follower } from '../state/index.ts'

/** A follower that is there before what follows: it keeps what is to be watched until that comes. */
export type LateFollower = Follower & {
  /** What follows has come; it is not made where nobody follows any more. */
  come(make: () => Follower): void
}

export function lateFollower(): LateFollower {
  let follower: Follower | null = null
  let watched: readonly RunCursor[] = []
  let closed = false
  return {
    come(make) {
      if (closed) return
      follower = make()
      if (watched.length > 0) follower.watch(watched)
    },
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
