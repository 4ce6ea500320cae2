import type { RunStore } from '../ports.ts'

/** A store whose process dies when it has appended so many events: what came before is durable, nothing after. */
export function dyingStore(store: RunStore, after: number): { readonly store: RunStore; readonly dead: Promise<void> } {
  let left = after
  let die = (): void => {}
  const dead = new Promise<void>((resolve) => (die = resolve))
  const never = new Promise<never>(() => {})
  return {
    dead,
    store: {
      ...store,
      async append(run, seq, bodies, at) {
        if (left <= 0) return never
        const part = bodies.slice(0, left)
        left -= part.length
        const events = await store.append(run, seq, part, at)
        if (left > 0) return events
        die()
        return never
      },
    },
  }
}
