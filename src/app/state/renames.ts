import type { GraphView } from '../../core/index.ts'

/**
 * Which nodes were renamed between two views, by place in the file: somebody who types an id makes a
 * new key with every letter, and the node must neither jump nor lose its selection.
 */
export function followRenames(before: GraphView, after: GraphView): ReadonlyMap<string, string> {
  const renames = new Map<string, string>()
  const keysAfter = new Set(after.nodes.map(({ key }) => key))
  const keysBefore = new Set(before.nodes.map(({ key }) => key))
  const written = (view: GraphView) => view.nodes.filter(({ ghost }) => !ghost)
  if (written(before).length !== written(after).length) return renames
  const byIndex = new Map(written(before).map(({ index, key }) => [index, key]))
  for (const { index, key } of written(after)) {
    const former = byIndex.get(index)
    if (former !== undefined && former !== key && !keysAfter.has(former) && !keysBefore.has(key)) renames.set(former, key)
  }
  return renames
}
