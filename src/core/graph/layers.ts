import { levelsOf } from './levels.ts'
import type { GraphView } from './view.ts'

/**
 * The nodes in the order of the way through them, for drawing: the view's own levels where it has some.
 * Where it has none, a node stands behind all that lead to it, what leads back aside. Ghosts have a layer
 * only in the latter; what goes round without an edge that leads back has none.
 */
export function layersOf(view: GraphView): readonly (readonly string[])[] {
  if (view.levels.length > 0) return view.levels
  const into = new Map<string, string[]>()
  for (const { from, to, back } of view.edges) {
    if (back) continue
    const list = into.get(to)
    if (list) list.push(from)
    else into.set(to, [from])
  }
  return levelsOf(view.nodes.map(({ key }) => ({ id: key, needs: into.get(key) ?? [] })))
}
