import { budgetOf, type FlowEdge } from './definition.ts'
import type { EdgePlace, FlowKeys } from './keys.ts'

/** An edge of a loop that may be taken once, so that the loop ends after its first round. */
export type Starved = {
  /** The edge's place in the list. */
  readonly place: number
  /** The place of the edge that leads back, and how often that may be taken. */
  readonly back: number
  readonly rounds: number
}

/** Each way back asks for a way there. In a file with more loops than this only the first are looked at. */
const MOST_LOOPS = 200

/**
 * The edges that keep loops from going round: for every edge that leads back, those on the way from where
 * it leads to where it starts that may be taken only once, where no way without such an edge exists.
 */
export function starvedEdges(edges: readonly FlowEdge[], keys: FlowKeys): readonly Starved[] {
  const back = keys.back()
  const out = new Map<string, EdgePlace[]>()
  const budgets = new Map<string, number>()
  for (const edge of keys.edges) {
    const list = out.get(edge.from)
    if (list) list.push(edge)
    else out.set(edge.from, [edge])
    const pair = JSON.stringify([edge.from, edge.to])
    budgets.set(pair, (budgets.get(pair) ?? 0) + budgetOf(edges[edge.place]!))
  }
  // Edges that lead to the same node from the same one have their budgets together.
  const isOnce = ({ from, to }: EdgePlace): boolean => budgets.get(JSON.stringify([from, to])) === 1
  const found = new Map<number, Starved>()
  let looked = 0
  for (const way of keys.edges) {
    if (!back.has(way.place) || way.from === way.to || looked >= MOST_LOOPS) continue
    looked += 1
    const rounds = budgetOf(edges[way.place]!)
    for (const { place } of cheapestWay(out, way.to, way.from, way.place, isOnce).filter(isOnce)) {
      const known = found.get(place)
      if (known === undefined || known.rounds < rounds) found.set(place, { place, back: way.place, rounds })
    }
  }
  return [...found.values()].toSorted((left, right) => left.place - right.place)
}

/** The way from one node to another with the fewest edges that may be taken once, then the fewest edges; empty when there is none. */
function cheapestWay(out: ReadonlyMap<string, readonly EdgePlace[]>, from: string, to: string, without: number, isOnce: (edge: EdgePlace) => boolean): readonly EdgePlace[] {
  const came = new Map<string, { readonly edge: EdgePlace | null; readonly cost: number }>([[from, { edge: null, cost: 0 }]])
  // Costs are 0 or 1, so that two lists stand in for a queue by cost.
  let now: string[] = [from]
  for (let cost = 0; now.length > 0; cost += 1) {
    const next: string[] = []
    for (const key of now) {
      if (came.get(key)!.cost !== cost) continue
      for (const edge of out.get(key) ?? []) {
        if (edge.place === without) continue
        const price = cost + (isOnce(edge) ? 1 : 0)
        const known = came.get(edge.to)
        if (known !== undefined && known.cost <= price) continue
        came.set(edge.to, { edge, cost: price })
        if (price === cost) now.push(edge.to)
        else next.push(edge.to)
      }
    }
    now = next
  }
  const way: EdgePlace[] = []
  for (let edge = came.get(to)?.edge; edge; edge = came.get(edge.from)?.edge) way.push(edge)
  return way.toReversed()
}
