import type { RunChange, RunStore } from '../engine/ports.ts'

type OnChange = (run: string, change: RunChange) => void

/** Those who want to hear of changes, of one run or of all. */
export type Watchers = {
  readonly watch: RunStore['watch']
  notify(run: string, change: RunChange): void
  /** Runs that somebody watches; null stands for all. */
  watched(): ReadonlySet<string | null>
  close(): void
}

/** `onBusy` hears when the first one comes and when the last one goes. */
export function createWatchers(onBusy: (busy: boolean) => void = () => {}): Watchers {
  const byRun = new Map<string | null, Set<OnChange>>()

  function tell(listeners: Set<OnChange> | undefined, run: string, change: RunChange): void {
    for (const listener of listeners ?? []) {
      try {
        listener(run, change)
      } catch {
        // A listener that fails must not fail the append that it hears of.
      }
    }
  }

  return {
    watch(run, onChange) {
      // Its own function, so that the same one may watch twice.
      const listener: OnChange = (changed, change) => onChange(changed, change)
      const listeners = byRun.get(run) ?? new Set()
      listeners.add(listener)
      byRun.set(run, listeners)
      if (byRun.size === 1 && listeners.size === 1) onBusy(true)
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0 || byRun.get(run) !== listeners) return
        byRun.delete(run)
        if (byRun.size === 0) onBusy(false)
      }
    },
    notify(run, change) {
      tell(byRun.get(run), run, change)
      tell(byRun.get(null), run, change)
    },
    watched: () => new Set(byRun.keys()),
    close() {
      if (byRun.size > 0) onBusy(false)
      byRun.clear()
    },
  }
}
