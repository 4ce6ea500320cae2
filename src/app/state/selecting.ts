import { reachable, type GraphEdge, type GraphView } from '../../core/index.ts'

/** Nodes and all that lies before them (`up`) or behind them (`down`), in file order, ghosts left out. */
export function withReach(view: GraphView, start: readonly string[], way: 'up' | 'down'): readonly string[] {
  const found = reachable(view.edges, start, way)
  for (const key of start) found.add(key)
  return view.nodes.filter(({ key, ghost }) => found.has(key) && !ghost).map(({ key }) => key)
}

/** The edges at a node, those that come in before those that go out. */
export function edgesAt(view: GraphView, node: string): readonly GraphEdge[] {
  return [...view.edges.filter(({ to, from }) => to === node && from !== node), ...view.edges.filter(({ from }) => from === node)]
}

/** The edge that comes after the selected one among those at a node, round and round; null when it has none. */
export function nextEdge(view: GraphView, node: string, selected: string | null, step: 1 | -1): GraphEdge | null {
  const edges = edgesAt(view, node)
  if (edges.length === 0) return null
  const at = edges.findIndex(({ key }) => key === selected)
  const next = at < 0 ? (step === 1 ? 0 : edges.length - 1) : (at + step + edges.length) % edges.length
  return edges[next]!
}
