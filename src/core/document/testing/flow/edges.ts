import fc from 'fast-check'
import { flow as dialect } from '../../../dialects/flow/dialect.ts'
import { idsOf, nodesOf, sameId, touchMove } from '../agent/asks.ts'
import type { AgentFile } from '../agent/asks.ts'
import { someValue } from '../agent/values.ts'
import type { Json } from '../../../diagnostic.ts'
import { NONE } from '../ask.ts'
import type { Ask } from '../ask.ts'
import { together, touchDelete, touchField, touchInsert } from '../touch.ts'
import { at, put } from '../tree.ts'
import type { Tree, TreeMap } from '../tree.ts'

const order = dialect.edgeFields.map(({ name }) => name)

export function edgesOf({ tree, lists }: AgentFile): readonly TreeMap[] {
  return (at(tree, lists[1]!.way) ?? []) as readonly TreeMap[]
}

type Weighted = { readonly weight: number; readonly arbitrary: fc.Arbitrary<Ask> }

/** The commands on the edges of a flow. */
export function someEdgeAsks(file: AgentFile): Weighted[] {
  const { tree } = file
  const list = file.lists[1]!.way
  const nodes = nodesOf(file)
  const edges = edgesOf(file)
  const ids = idsOf(file)
  const target = (edge: TreeMap): string => (edge['to'] as string | undefined) ?? 'end'
  /** How a command names what an edge names: by the key of the node, or of what is not there. */
  const keyOf = (id: string, keys: readonly string[]): string => {
    const place = ids.findIndex((each) => sameId(each, id))
    return place < 0 ? id : keys[place]!
  }
  const named = (place: number, keys: readonly string[]) => {
    const edge = edges[place]!
    const twins = edges.slice(0, place).filter((each) => sameId(each['from'], edge['from']) && sameId(target(each), target(edge)))
    return { from: keyOf(edge['from'] as string, keys), to: keyOf(target(edge), keys), index: twins.length }
  }
  const asks: Weighted[] = []
  if (nodes.length > 0) {
    const ends = fc.constantFrom(...ids, 'end')
    asks.push({
      weight: 4,
      arbitrary: fc.record({ from: ends, to: ends }).map(({ from, to }): Ask => {
        const twin = edges.find((each) => sameId(each['from'], from) && sameId(target(each), to))
        return {
          type: 'connect',
          command: (keys) => ({ type: 'connect', from: keyOf(from, keys), to: keyOf(to, keys), kind: 'flow' }),
          wanted: from === 'end' || (twin !== undefined && twin['if'] === undefined) ? { refused: 'leads nowhere new' } : { tree: put(tree, list, [...edges, { from, to }]) as TreeMap },
          touched: (page) => touchInsert(tree, page, list),
          // A list without items becomes a block list, and stays as `[]` when its last item goes.
          ...(edges.length === 0 ? {} : {
            back: (_page, _between, keys) => {
              const index = edges.filter((each) => sameId(each['from'], from) && sameId(target(each), to)).length
              return { type: 'disconnect', from: keyOf(from, keys), to: keyOf(to, keys), index }
            },
          }),
        }
      }),
    })
  }
  if (edges.length === 0) return asks

  const some = fc.nat(edges.length - 1)
  asks.push({
    weight: 3,
    arbitrary: some.map((place): Ask => ({
      type: 'disconnect',
      command: (keys) => ({ type: 'disconnect', ...named(place, keys) }),
      wanted: { tree: put(tree, list, edges.toSpliced(place, 1)) as TreeMap },
      touched: (page) => touchDelete(tree, page, list, [place]),
    })),
  })
  const set = (place: number, field: string, value: Tree | undefined): Pick<Ask, 'wanted' | 'touched'> => {
    const isSame = edges[place]![field] === value || (field === 'to' && value === 'end' && edges[place]!['to'] === undefined)
    return {
      wanted: { tree: isSame ? tree : put(tree, [...list, place, field], value) as TreeMap },
      touched: (page) => (isSame ? NONE : touchField(tree, page, [...list, place], field, order, value)),
    }
  }
  const fields = dialect.edgeFields.filter(({ name }) => name !== 'from' && name !== 'to')
  asks.push({
    weight: 4,
    arbitrary: fc.record({ place: some, field: fc.constantFrom(...fields) }).chain(({ place, field }) =>
      fc.oneof({ weight: 2, arbitrary: someValue(field, ids) }, { weight: 1, arbitrary: fc.constant(undefined) }).map((value): Ask => ({
        type: 'setEdge',
        command: (keys) => ({ type: 'setEdge', ...named(place, keys), field: field.name, value: value as Json | undefined }),
        ...set(place, field.name, value),
      }))),
  })
  if (nodes.length > 0) {
    const one = fc.constantFrom(...ids)
    const end = fc.constantFrom(...ids, 'end')
    asks.push({
      weight: 3,
      arbitrary: fc.record({ place: some, newFrom: fc.option(one, { nil: undefined }), newTo: fc.option(end, { nil: undefined }) }).map(({ place, newFrom, newTo }): Ask => {
        const from = newFrom === undefined ? null : set(place, 'from', newFrom)
        const to = newTo === undefined ? null : set(place, 'to', newTo)
        const edge = edges[place]!
        const isStill = newTo === undefined || (newTo === 'end' && edge['to'] === undefined)
        const next: TreeMap = { ...edge, ...(newFrom === undefined ? {} : { from: newFrom }), ...(isStill ? {} : { to: newTo }) }
        return {
          type: 'retarget',
          command: (keys) => ({ type: 'retarget', ...named(place, keys), ...(newFrom === undefined ? {} : { newFrom: keyOf(newFrom, keys) }), ...(newTo === undefined ? {} : { newTo: keyOf(newTo, keys) }) }),
          wanted: { tree: put(tree, [...list, place], next) as TreeMap },
          touched: (page) => together(...[from, to].flatMap((each) => (each === null ? [] : [each.touched(page)]))),
        }
      }),
    })
    asks.push({
      weight: 1,
      arbitrary: fc.record({ place: some, field: fc.constantFrom('from' as const, 'to' as const), value: one }).map(({ place, field, value }): Ask => ({
        type: 'setEdge',
        command: (keys) => ({ type: 'setEdge', ...named(place, keys), field, value: keyOf(value, keys) }),
        ...set(place, field, value),
      })),
    })
  }
  asks.push({
    weight: 3,
    arbitrary: fc.record({ place: some, to: fc.nat(3) }).map(({ place, to }): Ask => {
      const own = edges.flatMap((each, i) => (sameId(each['from'], edges[place]!['from']) ? [i] : []))
      const goal = own[Math.min(to, own.length - 1)]!
      return {
        type: 'moveEdge',
        command: (keys) => ({ type: 'moveEdge', ...named(place, keys), place: to }),
        wanted: { tree: put(tree, list, edges.toSpliced(place, 1).toSpliced(goal, 0, edges[place]!)) as TreeMap },
        touched: (page) => (goal === place ? NONE : touchMove(page, list, place)),
      }
    }),
  })
  return asks
}
