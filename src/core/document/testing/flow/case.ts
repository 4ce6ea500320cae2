import fc from 'fast-check'
import { flow as dialect } from '../../../dialects/flow/dialect.ts'
import { bodyFields, bodyKeys, rootKeys } from '../../../dialects/flow/fields.ts'
import type { Dialect } from '../../../dialects/dialect.ts'
import { askRename, idsOf, nodesOf, sameId, sharedAsks, someHead } from '../agent/asks.ts'
import type { AgentFile } from '../agent/asks.ts'
import { someFields } from '../agent/values.ts'
import { NONE } from '../ask.ts'
import type { Ask, Touched } from '../ask.ts'
import type { Page } from '../page.ts'
import { together, touchDelete, touchField, touchNames } from '../touch.ts'
import { at, isMap, partOf, put } from '../tree.ts'
import type { Tree, TreeMap, Way } from '../tree.ts'
import { optional, someExtra, someId } from '../words.ts'
import { edgesOf, someEdgeAsks } from './edges.ts'

const fields = dialect.nodeFields
const headFields = dialect.documentFields.filter(({ name }) => !bodyFields.some((field) => field.name === name))

export const someFlow: fc.Arbitrary<TreeMap> = fc.uniqueArray(someId, { maxLength: 6, selector: (id) => id.normalize('NFC') }).chain((ids) => {
  const one = ids.length === 0 ? fc.constant('a') : fc.oneof({ weight: 15, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: fc.constant('ghost') })
  const edge = fc.record({ from: one, to: optional(fc.oneof({ weight: 5, arbitrary: one }, { weight: 1, arbitrary: fc.constant('end') }), 6), rest: someFields(dialect.edgeFields.filter(({ name }) => name !== 'from' && name !== 'to'), ids, 4) })
    .map(({ from, to, rest }): TreeMap => ({ from, ...(to === undefined ? {} : { to }), ...rest }))
  return fc.record({
    head: someHead(headFields),
    isAlone: fc.boolean(),
    body: someFields(bodyFields, ids, 4),
    nodes: fc.tuple(...ids.map((id) => fc.record({ rest: someFields(fields.filter(({ name }) => name !== 'id'), ids, 2), extra: optional(someExtra) })
      .map(({ rest, extra }): TreeMap => ({ id, ...rest, ...(extra === undefined ? {} : { 'x-extra': extra }) })))),
    edges: fc.array(edge, { maxLength: 6 }),
  }).map(({ head, isAlone, body, nodes, edges }): TreeMap => {
    const { output, max_node_executions: most, entry } = body
    const whole = { ...(entry === undefined ? {} : { entry }), nodes, edges, ...(output === undefined ? {} : { output }), ...(most === undefined ? {} : { max_node_executions: most }) }
    return isAlone ? { ...head, workflow: whole } : { ...head, ...whole }
  })
})

export function edgeCount(tree: TreeMap): number {
  return ((at(tree, ['workflow', 'edges']) ?? at(tree, ['edges']) ?? []) as readonly Tree[]).length
}

export function someFlowAsk(tree: TreeMap): fc.Arbitrary<Ask> {
  const body: Way = isMap(tree['workflow']) ? ['workflow'] : []
  const list = [...body, 'nodes']
  const file: AgentFile = {
    dialect: dialect as Dialect, tree,
    lists: [{ way: list, fields }, { way: [...body, 'edges'], fields: dialect.edgeFields }],
    body: { way: body, fields: bodyFields, order: body.length === 0 ? rootKeys : bodyKeys },
  }
  const nodes = nodesOf(file)
  const ids = idsOf(file)
  if (nodes.length === 0) return fc.oneof(...sharedAsks(file), ...someEdgeAsks(file))
  const some = fc.nat(nodes.length - 1)
  const remove = fc.record({ places: fc.uniqueArray(some, { minLength: 1, maxLength: 3 }), keep: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }) }).map(({ places, keep }): Ask => ({
    type: 'remove',
    command: (keys) => ({ type: 'remove', nodes: places.map((place) => keys[place]!), ...(keep ? { references: 'keep' as const } : {}) }),
    ...removed(file, body, places, keep),
  }))
  const rename = fc.record({ node: some, to: fc.oneof({ weight: 5, arbitrary: someId }, { weight: 1, arbitrary: fc.constantFrom('', '  ', 'end', ...ids) }) }).map(({ node, to }) => {
    const isFree = to.trim() !== '' && to !== 'end' && !ids.some((id, i) => i !== node && sameId(id, to))
    return askRename(file, node, to, isFree, (old, id) => {
      // A second name in a file that is `ghost` becomes one of a node when a node is called so.
      const named = referencesTo(file, body, (name) => sameId(name, old))
      return put(named.reduce<Tree>((now, way) => put(now, way, id), tree), [...list, node, 'id'], id) as TreeMap
    }, () => ({ ...NONE, under: to.trim() === ids[node] ? [] : referencesTo(file, body, (name) => sameId(name, ids[node])).map(partOf) }))
  })
  return fc.oneof(...sharedAsks(file), { weight: 4, arbitrary: remove }, { weight: 4, arbitrary: rename }, ...someEdgeAsks(file))
}

/** The places that name a node: the ends of edges, routes, and what stands at the head of the body. */
function referencesTo(file: AgentFile, body: Way, is: (name: Tree | undefined) => boolean): Way[] {
  const { tree } = file
  return [
    ...(['entry', 'output'] as const).map((field): Way => [...body, field]),
    ...nodesOf(file).flatMap(({ routes }, i) => ((routes ?? []) as readonly string[]).map((_, k): Way => [...body, 'nodes', i, 'routes', k])),
    ...edgesOf(file).flatMap((_, i): Way[] => [[...body, 'edges', i, 'from'], [...body, 'edges', i, 'to']]),
  ].filter((way) => is(at(tree, way)))
}

function removed(file: AgentFile, body: Way, places: readonly number[], keep: boolean): Pick<Ask, 'wanted' | 'touched'> {
  const { tree } = file
  const nodes = nodesOf(file)
  const edges = edgesOf(file)
  const gone = keep ? [] : places.map((place) => nodes[place]!['id'])
  const isGone = (name: Tree | undefined): boolean => name !== 'end' && gone.some((id) => sameId(id, name))
  const lost = edges.flatMap((edge, i) => (isGone(edge['from']) || isGone(edge['to']) ? [i] : []))
  const heads = ['entry', 'output'].filter((field) => isGone(at(tree, [...body, field])))
  let next: Tree = put(tree, [...body, 'nodes'], nodes.filter((_, i) => !places.includes(i)).map((node) => {
    const routes = (node['routes'] ?? []) as readonly string[]
    return routes.some(isGone) ? put(node, ['routes'], routes.filter((name) => !isGone(name))) : node
  }))
  if (at(tree, [...body, 'edges']) !== undefined) next = put(next, [...body, 'edges'], edges.filter((_, i) => !lost.includes(i)))
  for (const field of heads) next = put(next, [...body, field], undefined)
  const touched = (page: Page): Touched => together(
    touchDelete(tree, page, [...body, 'nodes'], places),
    ...(lost.length === 0 ? [] : [touchDelete(tree, page, [...body, 'edges'], lost)]),
    ...nodes.flatMap((node, i) => (places.includes(i) ? [] : [touchNames(page, partOf([...body, 'nodes', i, 'routes']), (node['routes'] ?? []) as readonly string[], isGone)])),
    ...heads.map((field) => touchField(tree, page, body, field, bodyKeys, undefined)))
  return { wanted: { tree: next as TreeMap }, touched }
}
