import type { GraphView } from '../../core/index.ts'

/**
 * Which nodes were renamed between two views, by place in the file: somebody who types an id makes a
 * new key with every letter, and the node must neither jump nor lose its selection.
 */
export function followRenames(before: GraphView, after: GraphView): ReadonlyMap<string, string> {
  const renames = new Map<string, string>()
  const written = (view: GraphView) => view.nodes.filter(({ ghost }) => !ghost)
  const [then, now] = [written(before), written(after)]
  if (then.length !== now.length) return renames
  // Both are in the order of the file. Most changes leave all keys as they are, and nothing more is to be looked at.
  const others = now.flatMap(({ index, key }, place) => (then[place]!.key !== key && then[place]!.index === index ? [{ former: then[place]!.key, key }] : []))
  if (others.length === 0) return renames
  const keysAfter = new Set(after.nodes.map(({ key }) => key))
  const keysBefore = new Set(before.nodes.map(({ key }) => key))
  for (const { former, key } of others) if (!keysAfter.has(former) && !keysBefore.has(key)) renames.set(former, key)
  return renames
}
