import type { GraphEdge, GraphNode, GraphView } from '../graph/view.ts'

/**
 * The view with every part that did not change taken from `previous`: what is drawn from an object
 * that is still the same need not be drawn again.
 */
export function keepView(previous: GraphView, next: GraphView): GraphView {
  const nodes = keepAll<GraphNode>(previous.nodes, next.nodes)
  const edges = keepAll<GraphEdge>(previous.edges, next.edges)
  const levels = sameLevels(previous.levels, next.levels) ? previous.levels : next.levels
  if (nodes === previous.nodes && edges === previous.edges && levels === previous.levels) return previous
  return { nodes, edges, levels }
}

function keepAll<T extends { readonly key: string }>(previous: readonly T[], next: readonly T[]): readonly T[] {
  if (previous === next) return previous
  // Most often a part stands where it stood; the index by key is made only when one does not.
  let byKey: Map<string, T> | undefined
  const kept = next.map((part, i) => {
    let former = previous[i]
    if (former === part) return part
    if (former?.key !== part.key) {
      byKey ??= new Map(previous.map((each) => [each.key, each]))
      former = byKey.get(part.key)
    }
    return former === part || (former !== undefined && sameFields(former, part)) ? former : part
  })
  return kept.length === previous.length && kept.every((part, i) => part === previous[i]) ? previous : kept
}

/** Parts of a view are flat: their fields are texts, numbers and flags. */
function sameFields(a: object, b: object): boolean {
  const names = Object.keys(a)
  if (names.length !== Object.keys(b).length) return false
  const left = a as { readonly [name: string]: unknown }
  const right = b as { readonly [name: string]: unknown }
  return names.every((name) => Object.is(left[name], right[name]) && Object.hasOwn(right, name))
}

function sameLevels(a: GraphView['levels'], b: GraphView['levels']): boolean {
  return a === b || a.length === b.length && a.every((level, i) => {
    const other = b[i]!
    return level.length === other.length && level.every((key, j) => key === other[j])
  })
}
