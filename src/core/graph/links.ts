/** A node as graph algorithms see it: who it is, and who must be finished before it. */
export type Linked = { readonly id: string; readonly needs: readonly string[] }

/**
 * The arrows of a graph by place: `needs[i]` are the places of the nodes that node `i` needs, `dependents[i]`
 * of those that need it. Needs that name no node, name the node itself or are repeated have no arrow.
 * Where an id is doubled, the first node answers to it.
 */
export type Links = {
  readonly ids: readonly string[]
  readonly needs: readonly (readonly number[])[]
  readonly dependents: readonly (readonly number[])[]
}

export function linksOf(nodes: readonly Linked[]): Links {
  const places = new Map<string, number>()
  for (const [place, node] of nodes.entries()) {
    if (!places.has(node.id)) places.set(node.id, place)
  }
  const dependents: number[][] = nodes.map(() => [])
  const needs = nodes.map((node, place) => {
    const found = new Set<number>()
    for (const need of node.needs) {
      const at = places.get(need)
      if (at !== undefined && at !== place) found.add(at)
    }
    for (const at of found) dependents[at]!.push(place)
    return [...found]
  })
  return { ids: nodes.map((node) => node.id), needs, dependents }
}
