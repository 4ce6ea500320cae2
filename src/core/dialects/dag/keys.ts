import type { Linked } from '../../graph/links.ts'
import { sameId, type DagDefinition } from './definition.ts'

/** The nodes of a definition by key and by id. */
export type Keys = {
  /** The key of each node by its place in the file: unique in the view. */
  readonly keys: readonly string[]
  /** The place of the node that answers to an id: the first that has it. By composed id. */
  readonly byId: ReadonlyMap<string, number>
  readonly byKey: ReadonlyMap<string, number>
  /** The key of an id: that of the node that answers to it, or of the ghost in its place. */
  keyOf(id: string): string
  /** The nodes by key, each with the keys that it needs, for the algorithms of graphs. */
  linked(): readonly Linked[]
  /** Ids that are named in needs or routes but that no node has, in file order, with their keys. By composed id. */
  readonly ghosts: ReadonlyMap<string, { readonly id: string; readonly key: string }>
}

const made = new WeakMap<DagDefinition, Keys>()

/** Made once for a definition, which never changes. */
export function keysOf(definition: DagDefinition): Keys {
  const known = made.get(definition)
  if (known) return known
  const keys = makeKeys(definition)
  made.set(definition, keys)
  return keys
}

function makeKeys(definition: DagDefinition): Keys {
  const byId = new Map<string, number>()
  for (const [index, node] of definition.nodes.entries()) {
    const id = sameId(node.id)
    if (id !== '' && !byId.has(id)) byId.set(id, index)
  }
  const byKey = new Map<string, number>(byId)
  const keys = definition.nodes.map((node, index) => {
    const id = sameId(node.id)
    if (byId.get(id) === index) return id
    const key = free(`${id}~${index + 1}`, byKey)
    byKey.set(key, index)
    return key
  })
  const ghosts = new Map<string, { id: string; key: string }>()
  const taken = new Map<string, number>(byKey)
  for (const node of definition.nodes) {
    for (const id of [...node.needs, ...node.routes]) {
      const same = sameId(id)
      if (byId.has(same) || ghosts.has(same)) continue
      const key = free(same, taken)
      taken.set(key, -1)
      ghosts.set(same, { id, key })
    }
  }
  const keyOf = (id: string): string => {
    const index = byId.get(sameId(id))
    return index === undefined ? (ghosts.get(sameId(id))?.key ?? sameId(id)) : keys[index]!
  }
  let linked: readonly Linked[] | null = null
  return {
    keys, byId, byKey, keyOf, ghosts,
    linked: () => (linked ??= definition.nodes.map((node, index) => ({ id: keys[index]!, needs: node.needs.map(keyOf) }))),
  }
}

function free(key: string, taken: ReadonlyMap<string, number>): string {
  let found = key
  while (taken.has(found)) found += '~'
  return found
}
