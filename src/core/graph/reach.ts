/** An arrow between two nodes, named by key. */
export type Arrow = { readonly from: string; readonly to: string }

/**
 * Everything that can be reached from the given nodes along the arrows (`down`) or against them (`up`),
 * the nodes themselves left out unless an arrow leads back to them. In order of distance.
 */
export function reachable(arrows: readonly Arrow[], start: readonly string[], way: 'up' | 'down'): Set<string> {
  const next = new Map<string, string[]>()
  for (const arrow of arrows) {
    const [source, target] = way === 'down' ? [arrow.from, arrow.to] : [arrow.to, arrow.from]
    const list = next.get(source)
    if (list) list.push(target)
    else next.set(source, [target])
  }
  const found = new Set<string>()
  const queue = [...start]
  for (const key of queue) {
    for (const target of next.get(key) ?? []) {
      if (found.has(target)) continue
      found.add(target)
      queue.push(target)
    }
  }
  return found
}

/** The shortest way from one node to another along the arrows, both ends included; null when there is none. */
export function pathBetween(arrows: readonly Arrow[], from: string, to: string): string[] | null {
  const next = new Map<string, string[]>()
  for (const arrow of arrows) {
    const list = next.get(arrow.from)
    if (list) list.push(arrow.to)
    else next.set(arrow.from, [arrow.to])
  }
  const cameFrom = new Map<string, string | null>([[from, null]])
  const queue = [from]
  for (const key of queue) {
    if (key === to) {
      const path: string[] = []
      for (let at: string | null = to; at !== null; at = cameFrom.get(at) ?? null) path.push(at)
      return path.toReversed()
    }
    for (const target of next.get(key) ?? []) {
      if (cameFrom.has(target)) continue
      cameFrom.set(target, key)
      queue.push(target)
    }
  }
  return null
}
