import { contentOf } from '../source/content.ts'
import { usesOf } from '../source/patch/obstacle.ts'
import type { Field } from './dialect.ts'
import { entriesByName, readFields, type FieldPlaces, type Report } from './field-reader.ts'
import { whatIs, type Part, type Place } from './part.ts'
import { branch, fieldTree, type PlaceTree } from './places.ts'
import { Problems } from './problems.ts'

type ItemPlaces = { readonly place: Place; readonly fields: () => ReadonlyMap<string, FieldPlaces> }

export type ReadItem<Item> = { readonly item: Item; readonly places: ItemPlaces }

/** What a list of maps holds. */
export type ItemTable = {
  readonly fields: readonly Field[]
  /** Every key that is known, in rendered order. */
  readonly keys: readonly string[]
  /** What each item is, for messages: `a map with \`id\` and \`prompt\``. */
  readonly noun: string
  readonly looks: string
  /** How an item of the list begins: `- id: first`. */
  readonly begins: string
}

/**
 * A reader of the items of such a list. Every item becomes one of the model, also one that is no map:
 * indices of the model are those of the file. Items that were read without a problem are remembered by
 * what they hold, so that a text that changes in one place is read in one place.
 */
export function itemReader<Item>(table: ItemTable): { read(list: Part | undefined, name: string, report: Report): ReadItem<Item>[] } {
  const wellRead = new WeakMap<object, Item>()

  function readItem(part: Part, report: Report): ReadItem<Item> {
    const content = contentToKeep(part, report)
    const known = content && wellRead.get(content)
    if (known) return { item: known, places: { place: part.place, fields: laterPlaces(part) } }
    const before = report.problems.count
    const read = readAnew(part, report)
    if (content && report.problems.count === before) wellRead.set(content, read.item)
    return read
  }

  function readAnew(part: Part, report: Report): ReadItem<Item> {
    if (part.type !== 'map' && part.type !== 'nothing') {
      report.problems.add('field/wrong-type', part.place, `${table.noun} must be ${table.looks}, but this is ${whatIs(part)}.`)
    }
    const entries = entriesByName(part)
    const id = entries.get('id')?.value
    const { values, places } = readFields(entries, table.fields, table.keys, { ...report, node: id?.type === 'scalar' ? id.text.trim() : '' })
    // The table says which values there are; here its word is taken for it.
    return { item: values as unknown as Item, places: { place: part.place, fields: () => places } }
  }

  /** The places of an item's fields, looked for when the first is asked for: most never are. */
  function laterPlaces(part: Part): ItemPlaces['fields'] {
    let places: ReturnType<ItemPlaces['fields']> | null = null
    return () => (places ??= readFields(entriesByName(part), table.fields, table.keys, { source: null, problems: new Problems() }).places)
  }

  return {
    read(list, name, report) {
      if (!list || list.type === 'nothing') return []
      if (list.type === 'list') return list.items().map((part) => readItem(part, report))
      report.problems.add('field/wrong-type', list.place,
        `\`${name}\` must be a list, but this is ${whatIs(list)}. Begin each ${table.noun.replace(/^An? /, '')} with a dash: \`${table.begins}\`.`, { field: name })
      return []
    },
  }
}

/** The content of an item's map, when all that reading looks at is in it: no alias, and no comment behind its end. */
function contentToKeep(part: Part, { source }: Report): object | null {
  const { node } = part.place
  if (source === null || part.type !== 'map' || node?.kind !== 'map' || usesOf(source).size > 0) return null
  const { end } = node.range
  const lineEnd = source.text.indexOf('\n', end)
  return source.text.slice(end, lineEnd < 0 ? undefined : lineEnd).includes('#') ? null : contentOf(node)
}

/** Where the items of a list stand. */
export function itemsTree(list: Part | undefined, items: readonly ReadItem<unknown>[]): PlaceTree {
  return branch(list?.place, (index) => {
    const item = typeof index === 'number' ? items[index]?.places : undefined
    return item && branch(item.place, (field) => fieldTree(item.fields().get(String(field))))
  })
}
