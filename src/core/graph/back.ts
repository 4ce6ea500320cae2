import type { Arrow } from './reach.ts'

/**
 * The arrows that lead back: from a node to one that the way from the entry to it came through, or to
 * itself. The walk goes deep first, from the entry and then from each node that it did not come to, along
 * arrows in the order given; with the arrows that it finds taken away no circle is left.
 *
 * @returns the places of these arrows in the list.
 */
export function backArrows(keys: readonly string[], arrows: readonly Arrow[], entry?: string): ReadonlySet<number> {
  const out = new Map<string, number[]>()
  for (const [place, { from }] of arrows.entries()) {
    const list = out.get(from)
    if (list) list.push(place)
    else out.set(from, [place])
  }
  const back = new Set<number>()
  const state = new Map<string, 'open' | 'done'>()
  for (const root of entry === undefined ? keys : [entry, ...keys]) {
    if (state.has(root)) continue
    state.set(root, 'open')
    const way = [{ key: root, turn: 0 }]
    for (let at = way.at(-1); at; at = way.at(-1)) {
      const place = out.get(at.key)?.[at.turn]
      if (place === undefined) {
        state.set(at.key, 'done')
        way.pop()
        continue
      }
      at.turn += 1
      const { to } = arrows[place]!
      const seen = state.get(to)
      if (seen === 'open') back.add(place)
      else if (seen === undefined) {
        state.set(to, 'open')
        way.push({ key: to, turn: 0 })
      }
    }
  }
  return back
}
