import { linksOf, type Linked, type Links } from './links.ts'

/**
 * One cycle of every knot of nodes that wait for each other, in the order of the first member of each;
 * none for a graph that can run. A cycle is the ids in running order (each is needed by the next, the
 * last by the first), begins with the member that comes first and is as short as one through it can be.
 * A node that needs itself makes no cycle here.
 */
export function cyclesOf(nodes: readonly Linked[]): string[][] {
  const links = linksOf(nodes)
  return knotsOf(links).map((knot) => shortestCycle(links, knot).map((place) => links.ids[place]!))
}

/** `a -> b -> a`. Long cycles keep their ends; the number of those left out stands between. */
export function showCycle(ids: readonly string[]): string {
  const most = 100
  const first = ids[0]
  if (first === undefined) return ''
  const shown = ids.length <= most ? ids : [...ids.slice(0, most / 2), `(${ids.length - most} more)`, ...ids.slice(-most / 2)]
  return [...shown, first].join(' -> ')
}

/**
 * The strongly connected components of more than one node, members in ascending order, ordered by their
 * first. Tarjan's algorithm with a stack of its own, so that a chain of any length is fine.
 */
function knotsOf(links: Links): number[][] {
  const count = links.ids.length
  const order = new Int32Array(count).fill(-1)
  const low = new Int32Array(count)
  const onStack = new Uint8Array(count)
  const turn = new Int32Array(count)
  const stack: number[] = []
  const knots: number[][] = []
  let counter = 0

  const enter = (place: number, path: number[]): void => {
    order[place] = low[place] = counter
    counter += 1
    stack.push(place)
    onStack[place] = 1
    path.push(place)
  }
  const close = (place: number): void => {
    const knot: number[] = []
    let member: number
    do {
      member = stack.pop()!
      onStack[member] = 0
      knot.push(member)
    } while (member !== place)
    if (knot.length > 1) knots.push(knot.toSorted((left, right) => left - right))
  }

  for (let root = 0; root < count; root += 1) {
    if (order[root] !== -1) continue
    const path: number[] = []
    enter(root, path)
    while (path.length > 0) {
      const place = path.at(-1)!
      const next = links.dependents[place]![turn[place]!]
      if (next !== undefined) {
        turn[place]! += 1
        if (order[next] === -1) enter(next, path)
        else if (onStack[next] === 1) low[place] = Math.min(low[place]!, order[next]!)
        continue
      }
      path.pop()
      const before = path.at(-1)
      if (before !== undefined) low[before] = Math.min(low[before]!, low[place]!)
      if (low[place] === order[place]) close(place)
    }
  }
  return knots.toSorted((left, right) => left[0]! - right[0]!)
}

/** Breadth first from the first member, along the arrows to dependents, until one of them is needed by it. */
function shortestCycle(links: Links, knot: readonly number[]): number[] {
  const members = new Set(knot)
  const start = knot[0]!
  const cameFrom = new Map<number, number>()
  const queue = [start]
  for (const place of queue) {
    for (const next of links.dependents[place]!) {
      if (next === start) {
        const cycle = [place]
        for (let back = place; back !== start; cycle.push(back)) back = cameFrom.get(back)!
        return cycle.toReversed()
      }
      if (!members.has(next) || cameFrom.has(next)) continue
      cameFrom.set(next, place)
      queue.push(next)
    }
  }
  return [...knot]
}
