import { backArrows } from '../../graph/back.ts'
import { freeKey, nodeKeysOf, type NodeKeys } from '../node-keys.ts'
import { once } from '../once.ts'
import { sameId } from '../same-id.ts'
import { bodyOf, END, targetOf, type FlowBody, type FlowDefinition } from './definition.ts'

/** Where an edge is among others. */
export type EdgePlace = {
  /** Its place in the list of edges. */
  readonly place: number
  /** Keys of nodes; `to` may be that of the end. */
  readonly from: string
  readonly to: string
  /** Its place among the edges of its node, and among those of them that lead to the same one. */
  readonly order: number
  readonly index: number
}

/** The nodes of a flow by key and by id, and its edges by the keys that they join. */
export type FlowKeys = NodeKeys & {
  /** The key of an id: that of the node that answers to it, or of the ghost in its place. */
  keyOf(id: string): string
  /** Ids that edges name but that no node has, with their keys. By composed id. */
  readonly ghosts: ReadonlyMap<string, { readonly id: string; readonly key: string }>
  /** The key of the end of the flow. */
  readonly end: string
  /** The edges that leave somewhere, in the order of the file. */
  readonly edges: readonly EdgePlace[]
  /** Those that leave each node, each at its order. */
  readonly leaving: ReadonlyMap<string, readonly EdgePlace[]>
  /** The key of the node at which a run begins; undefined when there is none. */
  readonly entry: string | undefined
  /** The places in the list of those that lead back. */
  back(): ReadonlySet<number>
}

const made = new WeakMap<FlowBody, FlowKeys>()

/** Made once for a definition, which never changes. */
export function keysOf(definition: FlowDefinition): FlowKeys {
  return keysOfBody(bodyOf(definition))
}

export function keysOfBody(body: FlowBody): FlowKeys {
  const known = made.get(body)
  if (known) return known
  const keys = makeKeys(body)
  made.set(body, keys)
  return keys
}

function makeKeys(body: FlowBody): FlowKeys {
  const { keys, byId, byKey } = nodeKeysOf(body.nodes.map(({ id }) => id))
  const taken = new Map<string, number>(byKey)
  const ghosts = new Map<string, { id: string; key: string }>()
  const named = body.edges.flatMap((edge) => [edge.from, targetOf(edge)].filter((id) => id !== null && id !== '' && id !== END)) as string[]
  for (const id of named) {
    const same = sameId(id)
    if (byId.has(same) || ghosts.has(same)) continue
    const key = freeKey(same, taken)
    taken.set(key, -1)
    ghosts.set(same, { id, key })
  }
  const end = freeKey(END, taken)
  const keyOf = (id: string): string => {
    const index = byId.get(sameId(id))
    return index === undefined ? (ghosts.get(sameId(id))?.key ?? sameId(id)) : keys[index]!
  }
  const edges: EdgePlace[] = []
  const leaving = new Map<string, EdgePlace[]>()
  const indices = new Map<string, Map<string, number>>()
  for (const [place, edge] of body.edges.entries()) {
    if (edge.from === '') continue
    const from = edge.from === END ? end : keyOf(edge.from)
    const target = targetOf(edge)
    const to = target === null ? end : keyOf(target)
    let beside = leaving.get(from)
    if (!beside) leaving.set(from, beside = [])
    let among = indices.get(from)
    if (!among) indices.set(from, among = new Map())
    const index = among.get(to) ?? 0
    among.set(to, index + 1)
    const found: EdgePlace = { place, from, to, order: beside.length, index }
    edges.push(found)
    beside.push(found)
  }
  const entry = keys[(body.entry === undefined ? 0 : byId.get(sameId(body.entry))) ?? -1]
  return {
    keys, byId, byKey, keyOf, ghosts, end, edges, leaving, entry,
    back: once(() => {
      const back = backArrows(keys, edges, entry)
      return new Set([...back].map((at) => edges[at]!.place))
    }),
  }
}
