import type { Diagnostic, Path, RefusalCode } from '../../diagnostic.ts'
import { isMerge, mergedMaps } from '../find.ts'
import type { Source, SourceAlias, SourceMap, SourceNode } from '../tree.ts'
import { eachNode } from './each-node.ts'
import type { Located } from './locate.ts'

/** Every alias of a tree, by the node that it stands for. */
export type Uses = ReadonlyMap<SourceNode, readonly SourceAlias[]>

/** A source never changes, so its aliases are looked for once. */
const found = new WeakMap<Source, Uses>()

export function usesOf(source: Source): Uses {
  const known = found.get(source)
  if (known) return known
  const uses = new Map<SourceNode, SourceAlias[]>()
  found.set(source, uses)
  // Without a star there is no alias, and most files have none.
  if (source.format === 'yaml' && source.text.includes('*')) {
    eachNode(source.root, (node) => {
      if (node.kind !== 'alias' || !node.target) return
      const known = uses.get(node.target)
      if (known) known.push(node)
      else uses.set(node.target, [node])
    })
  }
  return uses
}

/** Says that a source has no aliases, so that nobody need look for them: one before it had none, and none came. */
export function haveNoUses(source: Source): void {
  found.set(source, new Map())
}

/**
 * Why nothing may be changed at a place: on the way to it stands an alias, an anchor that an alias
 * uses, a tag, or the key comes out of a merge. Null when it is free. The node itself counts when
 * `within` says that what is in it changes, not only whether it is there.
 */
export function obstacleTo(located: Located, path: Path, uses: Uses, within: boolean): Diagnostic | null {
  const { steps, node, missing } = located
  const nodes: SourceNode[] = steps.map(({ container }) => container)
  if (node && (within || missing.length > 0)) nodes.push(node)
  for (const on of nodes) {
    const obstacle = obstacleAt(on, path, uses)
    if (obstacle) return obstacle
  }
  for (const { container, index } of steps) {
    const entry = container.kind === 'map' ? container.entries[index] : undefined
    if (!entry) continue
    if (isMerge(entry)) return mergeRefusal(entry.range, path)
    if (container.kind === 'map' && container.entries.filter(({ name }) => name === entry.name).length > 1) {
      return refusal('refused/duplicate-key', `The key \`${entry.name}\` stands twice in this map, so it is not clear which one is meant. Remove one of them in the text first.`, entry.range, path)
    }
  }
  if (missing.length > 0 && node?.kind === 'map') {
    return obstacleToKey(node, String(missing[0]), path)
  }
  return null
}

function obstacleAt(node: SourceNode, path: Path, uses: Uses): Diagnostic | null {
  if (node.kind === 'alias') {
    return refusal('refused/alias', `This is the alias \`*${node.name}\`: its value is written elsewhere. Change it at the anchor \`&${node.name}\`, or write the value here in the text.`, node.outer, path)
  }
  const users = uses.get(node)
  if (users && users.length > 0) {
    return refusal('refused/anchor', `This stands under the anchor \`&${node.anchor}\`, which ${users.length === 1 ? 'an alias repeats' : `${users.length} aliases repeat`}: a change here would change ${users.length === 1 ? 'that place' : 'those places'} too. Change it in the text if that is meant.`, node.outer, path)
  }
  if (node.tag !== undefined) {
    return refusal('refused/tag', `The tag \`${node.tag}\` says how this value is to be read, and it may not fit a new one. Remove the tag or change the value in the text.`, node.outer, path)
  }
  return null
}

/** Why a key may not go or come: its map has the key out of a merge as well, and that one would show, or be hidden. */
export function obstacleToKey(map: SourceMap, key: string, path: Path): Diagnostic | null {
  return mergedMaps(map).some((other) => hasKey(other, key, new Set())) ? mergeRefusal(map.range, path, key) : null
}

/** Why a part may not be taken away: an alias elsewhere repeats something in it. */
export function obstacleToRemoval(node: SourceNode | null, range: { start: number; end: number }, path: Path, uses: Uses): Diagnostic | null {
  if (!node || uses.size === 0) return null
  let first: Diagnostic | null = null
  eachNode(node, (inner) => {
    const outside = uses.get(inner)?.find(({ outer }) => outer.start < range.start || outer.start >= range.end)
    if (outside && !first) {
      first = refusal('refused/anchor', `The anchor \`&${inner.anchor}\` stands in this part, and \`*${outside.name}\` elsewhere repeats it. Move the anchor to another place, or write the value out where it is repeated, first.`, inner.outer, path)
    }
  })
  return first
}

/** Why a part may not change places with those in `over`: an alias would come to stand before what it stands for. */
export function obstacleToMove(node: SourceNode | null, over: { start: number; end: number }, path: Path, uses: Uses): Diagnostic | null {
  if (!node || uses.size === 0) return null
  const isPassed = ({ outer }: SourceNode): boolean => outer.start >= over.start && outer.start < over.end
  let found: Diagnostic | null = null
  eachNode(node, (inner) => {
    const user = uses.get(inner)?.find(isPassed)
    if (user) found ??= refusal('refused/anchor', `The anchor \`&${inner.anchor}\` stands in this part, and would come to stand behind \`*${user.name}\`, which repeats it. Move the anchor to another place first.`, inner.outer, path)
    if (inner.kind === 'alias' && inner.target && isPassed(inner.target)) {
      found ??= refusal('refused/alias', `The alias \`*${inner.name}\` stands in this part, and would come to stand before the anchor that it repeats. Write the value out first.`, inner.outer, path)
    }
  })
  return found
}

function hasKey(map: SourceNode, name: string, seen: Set<SourceNode>): boolean {
  if (map.kind !== 'map' || seen.has(map)) return false
  seen.add(map)
  return map.entries.some((entry) => entry.name === name) || mergedMaps(map).some((other) => hasKey(other, name, seen))
}

function mergeRefusal(range: { start: number; end: number }, path: Path, name?: string): Diagnostic {
  const what = name === undefined ? 'This' : `The key \`${name}\``
  return refusal('refused/merge-key', `${what} comes out of a merge key (\`<<\`): it is written in another map as well. Change it there, or override it here in the text.`, range, path)
}

function refusal(code: RefusalCode, message: string, range: { start: number; end: number }, path: Path): Diagnostic {
  return { code, severity: 'error', message, path, range }
}
