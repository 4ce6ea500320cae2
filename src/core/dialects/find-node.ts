import type { Result } from '../diagnostic.ts'
import type { NodeKeys } from './node-keys.ts'
import { allow, refuse } from './refuse.ts'
import { sameId } from './same-id.ts'
import { shown } from './say.ts'

export type Found<Node> = { readonly index: number; readonly key: string; readonly node: Node }

/** The node that a command names, by key. */
export function findByKey<Node>(nodes: readonly Node[], { byKey, keys }: NodeKeys, key: string): Result<Found<Node>> {
  const index = byKey.get(key) ?? byKey.get(sameId(key))
  const node = index === undefined ? undefined : nodes[index]
  if (index === undefined || node === undefined) return refuse(`No node is called ${shown(key)}. It may have been renamed or removed.`)
  return allow({ index, key: keys[index]!, node })
}

/** Does the node answer to its id? Not without one, nor when an earlier node has the same. */
export function answersToId({ byId }: NodeKeys, { index, node }: Found<{ readonly id: string }>): boolean {
  return node.id !== '' && byId.get(sameId(node.id)) === index
}
