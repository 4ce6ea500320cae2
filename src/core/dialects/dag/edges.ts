import type { Result } from '../../diagnostic.ts'
import { showCycle } from '../../graph/cycles.ts'
import { pathBetween } from '../../graph/reach.ts'
import type { EdgeKind } from '../../graph/view.ts'
import { visibly } from '../invisible.ts'
import type { DagDefinition } from './definition.ts'
import { answers, findNode, type Found } from './find-node.ts'
import { keysOf } from './keys.ts'
import { allow, refuse } from '../refuse.ts'
import { sameId } from '../same-id.ts'
import { shown } from '../say.ts'

/** An edge that may be drawn: `owner`'s list `field` takes `id`. */
export type NewEdge = { readonly owner: Found; readonly field: 'needs' | 'routes'; readonly id: string }

/**
 * May an edge be drawn from one node to another? A need unless a route is asked for. The edge as what
 * is to be written, or the reason against it.
 */
export function newEdge(definition: DagDefinition, from: string, to: string, kind: EdgeKind = 'need'): Result<NewEdge> {
  if (kind !== 'need' && kind !== 'route') return refuse('The nodes of a dag have needs and routes only.')
  const source = findNode(definition, from)
  if (!source.ok) return source
  const target = findNode(definition, to)
  if (!target.ok) return target
  const named = kind === 'need' ? source.value : target.value
  const owner = kind === 'need' ? target.value : source.value
  if (named.node.id === '') return refuse('The node has no id to be named by. Give it one first.', named.key)
  if (!answers(definition, named)) return refuse(`Two nodes have the id ${shown(named.node.id)}. Rename one of them first.`, named.key)
  const verdict = kind === 'need' ? refuseNeed(definition, owner, named) : refuseRoute(owner, named)
  return verdict === null ? allow({ owner, field: kind === 'need' ? 'needs' : 'routes', id: named.node.id }) : refuse(verdict, owner.node.id)
}

function refuseNeed(definition: DagDefinition, owner: Found, need: Found): string | null {
  if (owner.index === need.index) return 'A node cannot need itself: it could never start.'
  if (has(owner.node.needs, need.node.id)) return `${shown(owner.node.id)} already needs ${shown(need.node.id)}.`
  const { byKey, linked } = keysOf(definition)
  const arrows = linked().flatMap(({ id, needs }) => needs.map((from) => ({ from, to: id })))
  const way = pathBetween(arrows, owner.key, need.key)
  if (way === null) return null
  const loop = way.map((key) => visibly(definition.nodes[byKey.get(key) ?? -1]?.id ?? key))
  return `This would make a cycle that can never start: ${showCycle(loop)}.`
}

function refuseRoute(owner: Found, route: Found): string | null {
  if (owner.node.kind !== 'router') return `Only a router has routes. Set the kind of ${shown(owner.node.id)} to \`router\` first.`
  if (owner.index === route.index) return 'A router cannot route to itself.'
  if (has(owner.node.routes, route.node.id)) return `${shown(owner.node.id)} already routes to ${shown(route.node.id)}.`
  return null
}

function has(ids: readonly string[], id: string): boolean {
  return ids.some((one) => sameId(one) === sameId(id))
}

/** An edge that is drawn: the entry `entry` of `field` of the node at `index`. */
export type DrawnEdge = { readonly index: number; readonly field: 'needs' | 'routes'; readonly entry: number }

/** The edge between two keys of the view, ghosts included; a need before a route when the kind is not said. */
export function drawnEdge(definition: DagDefinition, from: string, to: string, kind?: EdgeKind): DrawnEdge | null {
  const { keys, keyOf, byKey } = keysOf(definition)
  const place = (key: string): number | undefined => byKey.get(key) ?? byKey.get(sameId(key))
  const same = (id: string, key: string): boolean => keyOf(id) === key || keyOf(id) === keys[place(key) ?? -1]
  if (kind === undefined || kind === 'need') {
    const index = place(to)
    const entry = index === undefined ? -1 : definition.nodes[index]!.needs.findIndex((id) => same(id, from))
    if (index !== undefined && entry >= 0) return { index, field: 'needs', entry }
  }
  if (kind === undefined || kind === 'route') {
    const index = place(from)
    const entry = index === undefined ? -1 : definition.nodes[index]!.routes.findIndex((id) => same(id, to))
    if (index !== undefined && entry >= 0) return { index, field: 'routes', entry }
  }
  return null
}
