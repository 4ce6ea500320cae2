/** Work that is under way and can be told to stop. */
export type Running = {
  /** Asks it, through its signal, to end. */
  abort(reason: unknown): void
  /** Stops waiting for it: whatever it answers later changes nothing. */
  abandon(): void
}

/** Why an attempt is to end before its plan does. */
export type StopReason = { readonly type: 'cancelled'; readonly by: string } | { readonly type: 'closed' } | { readonly type: 'broken'; readonly cause: unknown }

/** The switch of an attempt: once off, nothing new begins. */
export type Stop = {
  readonly reason: StopReason | null
  readonly running: Set<Running>
  /** The first reason stays, but for a broken log, which overrules the others. */
  set(reason: StopReason): void
  abortAll(reason: unknown): void
  abandonAll(): void
  /** Resolves when nothing is under way. */
  idle(): Promise<void>
  begin(running: Running): void
  end(running: Running): void
}

export function createStop(): Stop {
  const running = new Set<Running>()
  let reason: StopReason | null = null
  let waiting: (() => void)[] = []
  return {
    get reason() {
      return reason
    },
    running,
    set(next) {
      if (!reason || next.type === 'broken') reason = next
    },
    abortAll(cause) {
      for (const one of running) one.abort(cause)
    },
    abandonAll() {
      for (const one of running) one.abandon()
    },
    async idle() {
      if (running.size > 0) await new Promise<void>((resolve) => waiting.push(resolve))
    },
    begin(one) {
      running.add(one)
    },
    end(one) {
      running.delete(one)
      if (running.size > 0 || waiting.length === 0) return
      for (const resolve of waiting) resolve()
      waiting = []
    },
  }
}
