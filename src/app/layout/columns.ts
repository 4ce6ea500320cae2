import { layersOf, type GraphView } from '../../core/index.ts'

/**
 * The column of each node: its level where it has one. Nodes on a cycle stand one after the nodes
 * before them, a ghost one before the first node that names it.
 */
export function columnsOf(view: GraphView): ReadonlyMap<string, number> {
  const columns = new Map<string, number>()
  layersOf(view).forEach((level, index) => {
    for (const key of level) columns.set(key, index)
  })
  const into = new Map<string, string[]>()
  const outOf = new Map<string, string[]>()
  for (const { from, to } of view.edges) {
    push(into, to, from)
    push(outOf, from, to)
  }
  for (const { key, ghost } of view.nodes) {
    if (columns.has(key) || ghost) continue
    const before = (into.get(key) ?? []).map((from) => columns.get(from)).filter((column) => column !== undefined)
    columns.set(key, before.length > 0 ? Math.max(...before) + 1 : 0)
  }
  for (const { key } of view.nodes) {
    if (columns.has(key)) continue
    const after = (outOf.get(key) ?? []).map((to) => columns.get(to)).filter((column) => column !== undefined)
    const before = (into.get(key) ?? []).map((from) => columns.get(from)).filter((column) => column !== undefined)
    // A ghost that is routed to stands after its router, one that is needed before whoever needs it.
    columns.set(key, after.length > 0 ? Math.max(0, Math.min(...after) - 1) : before.length > 0 ? Math.max(...before) + 1 : 0)
  }
  return columns
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}
