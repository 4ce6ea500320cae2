export type Ordered = { readonly key: string; /** Those of what it waits for that come before it. */ readonly needs: readonly string[] }

/**
 * Keys in an order in which each comes after those that it waits for.
 *
 * @param leftOut told of what a key waits for in vain, by its place in the list of that key: it is no key,
 * or it would close a circle.
 */
export function inOrder(
  keys: Iterable<string>,
  waitsFor: ReadonlyMap<string, readonly string[]>,
  leftOut: (key: string, at: number, why: 'circle' | 'unknown') => void,
): readonly Ordered[] {
  const ordered: Ordered[] = []
  const state = new Map<string, 'open' | 'done'>()
  // Without recursion: chains of thousands must not exhaust the stack.
  for (const start of keys) {
    const stack: { readonly key: string; readonly needs: string[]; next: number }[] = []
    const enter = (key: string): void => {
      state.set(key, 'open')
      stack.push({ key, needs: [], next: 0 })
    }
    if (!state.has(start)) enter(start)
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const { key, needs } = top
      const other = waitsFor.get(key)?.[top.next]
      if (other === undefined) {
        state.set(key, 'done')
        ordered.push({ key, needs })
        stack.pop()
      } else if (state.get(other) === 'open') leftOut(key, top.next++, 'circle')
      else if (!waitsFor.has(other)) leftOut(key, top.next++, 'unknown')
      else if (state.has(other)) {
        needs.push(other)
        top.next += 1
      } else enter(other)
    }
  }
  return ordered
}
