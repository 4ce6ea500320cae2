import type { Result } from '../../diagnostic.ts'
import { visibly } from '../invisible.ts'
import { sameId, type DagDefinition, type DagNode } from './definition.ts'
import { keysOf } from './keys.ts'
import { allow, refuse } from './refuse.ts'

export type Found = { readonly index: number; readonly key: string; readonly node: DagNode }

/** The node that a command names, by key. */
export function findNode(definition: DagDefinition, key: string): Result<Found> {
  const { byKey, keys } = keysOf(definition)
  const index = byKey.get(key) ?? byKey.get(sameId(key))
  const node = index === undefined ? undefined : definition.nodes[index]
  if (index === undefined || !node) return refuse(`No node is called ${shown(key)}. It may have been renamed or removed.`)
  return allow({ index, key: keys[index]!, node })
}

/** Does the node answer to its id? Not without one, nor when an earlier node has the same. */
export function answers(definition: DagDefinition, { index, node }: Found): boolean {
  return node.id !== '' && keysOf(definition).byId.get(sameId(node.id)) === index
}

export function shown(id: string): string {
  return `\`${visibly(id)}\``
}
