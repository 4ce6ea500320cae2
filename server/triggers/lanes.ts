import { EngineClosed } from '../engine/errors.ts'

/** Bounds how much is done at once: who finds all lanes taken waits in order, and a full queue takes nobody. */
export type Lanes = {
  /** Resolves with what frees the lane again; null when the queue is full. Rejects with EngineClosed when it is closed meanwhile. */
  enter(): Promise<() => void> | null
  close(): void
}

export function createLanes({ lanes, queue }: { readonly lanes: number; readonly queue: number }): Lanes {
  const waiting: { readonly enter: (leave: () => void) => void; readonly refuse: (cause: Error) => void }[] = []
  let taken = 0
  let closed = false

  function lane(): () => void {
    let left = false
    return () => {
      if (left) return
      left = true
      const next = waiting.shift()
      if (next) next.enter(lane())
      else taken -= 1
    }
  }

  return {
    enter() {
      if (closed) return Promise.reject(new EngineClosed())
      if (taken < lanes) {
        taken += 1
        return Promise.resolve(lane())
      }
      if (waiting.length >= queue) return null
      return new Promise((enter, refuse) => void waiting.push({ enter, refuse }))
    },
    close() {
      closed = true
      for (const { refuse } of waiting.splice(0)) refuse(new EngineClosed())
    },
  }
}

/** Bounds how often something is done: a bucket that holds `burst` and refills at `perMinute`. */
export function createRate({ burst, perMinute, now }: { readonly burst: number; readonly perMinute: number; readonly now: () => number }): {
  /** Milliseconds to wait before the next one is taken; 0 when this one is. */
  take(): number
} {
  const each = 60_000 / perMinute
  let left = burst
  let at = now()
  return {
    take() {
      // A clock that was set back refills nothing.
      const time = Math.max(at, now())
      left = Math.min(burst, left + (time - at) / each)
      at = time
      if (left < 1) return Math.max(1, Math.ceil((1 - left) * each))
      left -= 1
      return 0
    },
  }
}
