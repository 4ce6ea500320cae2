import type { Result } from '../../diagnostic.ts'
import { answersToId, findByKey, type Found as FoundNode } from '../find-node.ts'
import type { DagDefinition, DagNode } from './definition.ts'
import { keysOf } from './keys.ts'

export type Found = FoundNode<DagNode>

/** The node that a command names, by key. */
export function findNode(definition: DagDefinition, key: string): Result<Found> {
  return findByKey(definition.nodes, keysOf(definition), key)
}

/** Does the node answer to its id? Not without one, nor when an earlier node has the same. */
export function answers(definition: DagDefinition, found: Found): boolean {
  return answersToId(keysOf(definition), found)
}
