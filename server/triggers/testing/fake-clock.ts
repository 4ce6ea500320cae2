import type { Clock } from '../../engine/ports.ts'

/** A clock that stands still until it is moved. */
export type FakeClock = Clock & {
  /** Moves on to a time at once, as after a sleep of the machine, and resolves when somebody sleeps again. */
  moveTo(time: string): Promise<void>
  /** Moves on to a time, with a stop wherever somebody wakes. */
  passTo(time: string): Promise<void>
  /** Resolves when somebody sleeps. */
  asleep(): Promise<void>
}

export function fakeClock(start: string): FakeClock {
  let now = Date.parse(start)
  const sleepers = new Set<{ readonly until: number; readonly wake: () => void }>()
  const waiting = new Set<() => void>()

  const asleep = (): Promise<void> => (sleepers.size > 0 ? Promise.resolve() : new Promise((resolve) => void waiting.add(resolve)))

  async function move(time: number): Promise<void> {
    now = time
    for (const sleeper of sleepers) {
      if (sleeper.until > now) continue
      sleepers.delete(sleeper)
      sleeper.wake()
    }
    await asleep()
  }

  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const sleeper = { until: now + ms, wake: resolve }
        sleepers.add(sleeper)
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper)
          reject(signal.reason as Error)
        })
        for (const one of waiting) one()
        waiting.clear()
      }),
    moveTo: (time) => move(Date.parse(time)),
    async passTo(time) {
      const goal = Date.parse(time)
      await asleep()
      for (;;) {
        const next = Math.min(...[...sleepers].map(({ until }) => until))
        if (next > goal) break
        await move(next)
      }
      await move(goal)
    },
    asleep,
  }
}
