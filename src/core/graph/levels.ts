import { linksOf, type Linked } from './links.ts'

/**
 * The ids by level: the first level needs nobody, each later one only nodes of the levels before it, at
 * least one of them of the level directly before. Inside a level ids stand in the order given. Nodes on
 * a cycle, and those behind one, can never start and are left out. Needs of unknown nodes do not count.
 *
 * Kahn's algorithm, in time proportional to nodes and needs.
 */
export function levelsOf(nodes: readonly Linked[]): string[][] {
  const { ids, needs, dependents } = linksOf(nodes)
  const open = needs.map((list) => list.length)
  const levels: string[][] = []
  let ready: number[] = []
  for (const [place, count] of open.entries()) {
    if (count === 0) ready.push(place)
  }
  while (ready.length > 0) {
    levels.push(ready.map((place) => ids[place]!))
    const next: number[] = []
    for (const place of ready) {
      for (const dependent of dependents[place]!) {
        open[dependent]! -= 1
        if (open[dependent] === 0) next.push(dependent)
      }
    }
    ready = next.toSorted((left, right) => left - right)
  }
  return levels
}
