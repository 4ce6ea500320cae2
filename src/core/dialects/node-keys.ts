import { sameId } from './same-id.ts'

/** The nodes of a definition by key and by id. */
export type NodeKeys = {
  /** The key of each node by its place in the file: unique in the view. */
  readonly keys: readonly string[]
  /** The place of the node that answers to an id: the first that has it. By composed id. */
  readonly byId: ReadonlyMap<string, number>
  readonly byKey: ReadonlyMap<string, number>
}

/** Keys for nodes with these ids, in the order of the file: the id, or `id~2`, `~3` where it is doubled or missing. */
export function nodeKeysOf(ids: readonly string[]): NodeKeys {
  const byId = new Map<string, number>()
  for (const [index, written] of ids.entries()) {
    const id = sameId(written)
    if (id !== '' && !byId.has(id)) byId.set(id, index)
  }
  const byKey = new Map<string, number>(byId)
  const keys = ids.map((written, index) => {
    const id = sameId(written)
    if (byId.get(id) === index) return id
    const key = freeKey(`${id}~${index + 1}`, byKey)
    byKey.set(key, index)
    return key
  })
  return { keys, byId, byKey }
}

export function freeKey(key: string, taken: ReadonlyMap<string, number>): string {
  let found = key
  while (taken.has(found)) found += '~'
  return found
}
