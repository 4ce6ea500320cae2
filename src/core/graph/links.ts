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
  const known = made.get(nodes)
  if (known) return known
  const links = makeLinks(nodes)
  made.set(nodes, links)
  return links
}

/** Made once for a list, which never changes: levels and cycles ask for the same. */
const made = new WeakMap<readonly Linked[], Links>()

function makeLinks(nodes: readonly Linked[]): Links {
  const places = new Map<string, number>()
  for (const [place, node] of nodes.entries()) {
    if (!places.has(node.id)) places.set(node.id, place)
  }
  const dependents: number[][] = nodes.map(() => [])
  const needs = nodes.map((node, place) => {
    const found: number[] = []
    for (const need of node.needs) {
      const at = places.get(need)
      if (at === undefined || at === place) continue
      // Who was pushed there last tells whether this node was: its needs are read in one go.
      if (dependents[at]!.at(-1) === place) continue
      dependents[at]!.push(place)
      found.push(at)
    }
    return found
  })
  return { ids: nodes.map((node) => node.id), needs, dependents }
}
