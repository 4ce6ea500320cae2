import { NONE } from './ask.ts'
import type { Touched } from './ask.ts'
import type { Page, Part } from './page.ts'
import { at, holderOf, isMap, join, partOf } from './tree.ts'
import type { Tree, TreeMap, Way } from './tree.ts'

/** Several changes made by one command. */
export function together(...all: readonly Touched[]): Touched {
  return {
    under: all.flatMap(({ under }) => under),
    just: all.flatMap(({ just }) => just),
    gone: all.flatMap(({ gone }) => gone),
    loose: all.flatMap(({ loose }) => loose),
  }
}

/** A field of a map that is set, or with `undefined` taken away. `order` is that in which keys are written. */
export function touchField(tree: TreeMap, page: Page, holder: Way, field: string, order: readonly string[], value: Tree | undefined): Touched {
  const map = at(tree, holder)
  const own = partOf([...holder, field])
  const around = partOf(holder)
  const old = isMap(map) && Object.hasOwn(map, field) ? map[field] : undefined
  // The last key of a map takes the map's own with it, but where the map is an item.
  if (value === undefined && holder.length > 0 && !page.items.has(around) && isMap(map) && old !== undefined && Object.keys(map).length === 1) {
    return together({ under: [around], just: [], gone: [around], loose: [around] }, { ...NONE, just: besideFlow(page, holderOf(around)) })
  }
  const just = [...besideFlow(page, around), ...newFirst(map, field, order, page.fields.get(around)?.[0])]
  const loose = Array.isArray(old) || Array.isArray(value) ? [own] : []
  // A map that is not there yet is written with it.
  if (map === undefined) return { ...NONE, under: [around], just: besideFlow(page, holderOf(around)) }
  return { under: [own], just, gone: value === undefined ? [own] : [], loose }
}

/** Keys and items that come and go inside a flow collection change its lines. */
export function besideFlow(page: Page, holder: Part): Part[] {
  return holder === '' ? ['root'] : page.flow.has(holder) ? [holder, ...besideFlow(page, holderOf(holder))] : []
}

/** A new field that no written one precedes takes the first one's place behind the dash. */
export function newFirst(map: Tree | undefined, field: string, order: readonly string[], first: Part | undefined): Part[] {
  if (!isMap(map) || first === undefined || Object.hasOwn(map, field)) return []
  const place = order.indexOf(field)
  const before = place < 0 ? order : order.slice(0, place)
  return before.some((name) => Object.hasOwn(map, name)) ? [] : [first]
}

/** An item that is added to a list of maps. */
export function touchInsert(tree: TreeMap, page: Page, list: Way): Touched {
  const part = partOf(list)
  if (at(tree, list) === undefined) return { ...NONE, just: besideFlow(page, holderOf(part)) }
  return { ...NONE, just: page.bare.has(part) ? [part] : page.flow.has(part) ? besideFlow(page, part) : [] }
}

/** Items that go from a list of maps which stays as an empty one when it holds no more. */
export function touchDelete(tree: TreeMap, page: Page, list: Way, places: readonly number[]): Touched {
  const part = partOf(list)
  const all = at(tree, list) as readonly Tree[]
  if (places.length === all.length && places.length > 0) return { under: [part], just: besideFlow(page, holderOf(part)), gone: [], loose: [part] }
  const own = places.map((place) => join(part, place))
  return { under: own, just: page.flow.has(part) ? besideFlow(page, part) : [], gone: own, loose: [] }
}

/** Names that go from a list of names. */
export function touchNames(page: Page, list: Part, values: readonly string[], isGone: (name: string) => boolean): Touched {
  const items = values.flatMap((value, k) => (isGone(value) ? [join(list, k)] : []))
  if (items.length === 0) return NONE
  if (items.length < values.length) return { ...NONE, under: items, gone: items }
  // A block list that becomes empty loses its key, a flow list stays as `[]`.
  if (page.flow.has(list)) return { under: [...items, list], just: [], gone: items, loose: [list] }
  // What is commented out below the last item may stay when the list goes.
  return { under: [list], just: besideFlow(page, holderOf(list)), gone: [list], loose: [list] }
}
