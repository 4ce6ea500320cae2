import { cyclesOf } from '../../graph/cycles.ts'
import { levelsOf } from '../../graph/levels.ts'
import type { Linked } from '../../graph/links.ts'
import type { EdgeKind, GraphEdge } from '../../graph/view.ts'
import { freeKey, nodeKeysOf, type NodeKeys } from '../node-keys.ts'
import { once } from '../once.ts'
import type { DagDefinition, DagNode } from './definition.ts'
import { sameId } from '../same-id.ts'

/** The nodes of a definition by key and by id. */
export type Keys = NodeKeys & {
  /** The key of an id: that of the node that answers to it, or of the ghost in its place. */
  keyOf(id: string): string
  /** The nodes by key, each with the keys that it needs, for the algorithms of graphs. */
  linked(): readonly Linked[]
  /** The circles of nodes that wait for each other; made once, as are levels and edges. */
  cycles(): readonly (readonly string[])[]
  levels(): readonly (readonly string[])[]
  edges(): readonly GraphEdge[]
  /** Nodes in which the rules found nothing wrong, which depends on nothing but the node and the ids of all nodes. */
  readonly sound: WeakSet<DagNode>
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

/**
 * When a definition has the same ids in the same order as the one before, the keys of its nodes are the same, and
 * which nodes were found sound; when it has the same kinds and references as well, all that hangs on them is too.
 */
export function adoptKeys(definition: DagDefinition, previous: DagDefinition): void {
  const known = made.get(previous)
  if (!known || definition.nodes.length !== previous.nodes.length) return
  let isSame = true
  for (const [index, node] of definition.nodes.entries()) {
    const before = previous.nodes[index]!
    if (node === before) continue
    if (node.id !== before.id) return
    isSame &&= node.kind === before.kind && sameNames(node.needs, before.needs) && sameNames(node.routes, before.routes)
  }
  made.set(definition, isSame ? known : makeKeys(definition, known))
}

function sameNames(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((name, index) => name === right[index])
}

/** @param before the keys of a definition with the same ids in the same order. */
function makeKeys(definition: DagDefinition, before?: Keys): Keys {
  const { keys, byId, byKey } = before ?? nodeKeysOf(definition.nodes.map(({ id }) => id))
  const ghosts = new Map<string, { id: string; key: string }>()
  const taken = new Map<string, number>(byKey)
  for (const node of definition.nodes) {
    for (const ids of [node.needs, node.routes]) {
      for (const id of ids) {
        // Most are as they are looked for.
        if (byId.has(id)) continue
        const same = sameId(id)
        if (byId.has(same) || ghosts.has(same)) continue
        const key = freeKey(same, taken)
        taken.set(key, -1)
        ghosts.set(same, { id, key })
      }
    }
  }
  const keyOf = (id: string): string => {
    const index = byId.get(id) ?? byId.get(sameId(id))
    return index === undefined ? (ghosts.get(sameId(id))?.key ?? sameId(id)) : keys[index]!
  }
  const linked = once(() => definition.nodes.map((node, index): Linked => ({ id: keys[index]!, needs: node.needs.map(keyOf) })))
  return {
    keys, byId, byKey, keyOf, ghosts, linked,
    cycles: once(() => cyclesOf(linked())),
    levels: once(() => levelsOf(linked())),
    edges: once(() => edgesOf(definition, { keys, byId, byKey, keyOf })),
    sound: before?.sound ?? new WeakSet(),
  }
}

/** The edges that were made for a node last, and the ids that they were made by: in most definitions after it they are the same. */
const drawn = new WeakMap<DagNode, { readonly byId: Keys['byId']; readonly edges: readonly GraphEdge[] }>()

function edgesOf(definition: DagDefinition, { keys, byId, byKey, keyOf }: Pick<Keys, 'keys' | 'byId' | 'byKey' | 'keyOf'>): GraphEdge[] {
  const edges: GraphEdge[] = []
  const used = new Set<string>()
  for (const [index, node] of definition.nodes.entries()) {
    const known = drawn.get(node)
    const before = known?.edges ?? NO_EDGES
    // By the same ids they lead to the same nodes, but for what no node had as its id then.
    if (known?.byId === byId && before.every((edge) => !edge.broken && isPlain(edge) && !used.has(edge.key))) {
      for (const edge of before) {
        used.add(edge.key)
        edges.push(edge)
      }
      continue
    }
    const own: GraphEdge[] = []
    const add = (kind: EdgeKind, from: string, to: string): void => {
      const broken = !byKey.has(from) || !byKey.has(to)
      const former = before[own.length]
      const isAlike = former !== undefined && former.kind === kind && former.from === from && former.to === to && (former.broken ?? false) === broken
      const edge = isAlike && isPlain(former) && !used.has(former.key) ? former : { key: freshKey(`${kind}:${from}>${to}`, used), kind, from, to, ...(broken && { broken }) }
      used.add(edge.key)
      own.push(edge)
    }
    const key = keys[index]!
    for (const need of node.needs) add('need', keyOf(need), key)
    for (const route of node.routes) add('route', key, keyOf(route))
    const isKept = own.length === before.length && own.every((edge, i) => edge === before[i])
    if (known?.byId !== byId || !isKept) drawn.set(node, { byId, edges: isKept ? before : own })
    for (const edge of own) edges.push(edge)
  }
  return edges
}

const NO_EDGES: readonly GraphEdge[] = []

/** A key with a number was told apart from one that may be gone. */
function isPlain({ key, kind, from, to }: GraphEdge): boolean {
  return key.length === kind.length + from.length + to.length + 2
}

/** Edges of one kind between the same two are told apart by a number. */
function freshKey(name: string, used: ReadonlySet<string>): string {
  let key = name
  for (let counter = 2; used.has(key); counter += 1) key = `${name}#${counter}`
  return key
}
