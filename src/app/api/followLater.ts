import type { Follower, StreamListener } from '../state/index.ts'
import { lateFollower } from './lateFollower.ts'

/** Begins to follow once `moment` has come: a worker that starts beside the first picture takes its time from it. */
export function followLater(moment: Promise<unknown>, follow: (listener: StreamListener) => Follower): (listener: StreamListener) => Follower {
  return (listener) => {
    const late = lateFollower()
    void moment.then(() => late.come(() => follow(listener)))
    return late
  }
}
