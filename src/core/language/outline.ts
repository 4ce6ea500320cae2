import type { Path } from '../diagnostic.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { dialectNamed } from '../dialects/registry.ts'
import type { Analysis } from '../document/types.ts'
import { lookup, resolve } from '../source/find.ts'
import type { SourceEntry, SourceMap, SourceNode } from '../source/tree.ts'
import type { Range } from '../text/edit.ts'

/** A part of a file worth going to. */
export type OutlineEntry = {
  readonly name: string
  /** The beginning of what stands there. */
  readonly detail: string
  readonly kind: 'field' | 'items' | 'item' | 'map'
  readonly range: Range
  /** Its name. */
  readonly selection: Range
  readonly children: readonly OutlineEntry[]
}

/** More items than this are listed without their fields: nobody looks for those among so many. */
const MOST_WITH_FIELDS = 500

/** The fields of the file, its nodes, and their fields. Of a text that does not parse what could be read of it. */
export function outline(analysis: Analysis): readonly OutlineEntry[] {
  const root = resolve(analysis.source.root)
  return root?.kind === 'map' ? entriesOf(root, [], dialectNamed(analysis.dialect)) : []
}

function entriesOf(map: SourceMap, path: Path, dialect: Dialect): OutlineEntry[] {
  return map.entries.flatMap((entry) => (entry.name === null ? [] : [entryOf(entry, [...path, entry.name], dialect)]))
}

function entryOf(entry: SourceEntry, path: Path, dialect: Dialect): OutlineEntry {
  const value = entry.value?.kind === 'alias' ? null : entry.value
  const base = { name: entry.name!, range: entry.range, selection: entry.key.range }
  const shape = dialect.shapeAt(path)
  if (shape?.type === 'items' && value?.kind === 'list') {
    const isFull = value.items.length <= MOST_WITH_FIELDS
    const children = value.items.flatMap((item, index) => itemOf(item.value, item.range, [...path, index], shape.named, dialect, isFull) ?? [])
    return { ...base, detail: String(value.items.length), kind: 'items', children }
  }
  if (value?.kind === 'map') return { ...base, detail: '', kind: 'map', children: entriesOf(value, path, dialect) }
  return { ...base, detail: detailOf(value), kind: 'field', children: [] }
}

function itemOf(node: SourceNode | null, range: Range, path: Path, named: string, dialect: Dialect, isFull: boolean): OutlineEntry | null {
  if (node?.kind !== 'map') return null
  const id = lookup(node, named)?.value ?? null
  const name = id?.kind === 'scalar' ? id.text.trim() : ''
  const others = node.entries.filter((entry) => entry.name !== named)
  const own = node.entries.find((entry) => entry.name === named)
  return {
    name: name === '' ? `node ${Number(path.at(-1)) + 1}` : name,
    detail: detailOf(others.find(({ value }) => value?.kind === 'scalar')?.value ?? null),
    kind: 'item',
    range,
    selection: own?.value?.range ?? own?.key.range ?? { start: range.start, end: range.start + 1 },
    children: isFull ? others.flatMap((entry) => (entry.name === null ? [] : [entryOf(entry, [...path, entry.name], dialect)])) : [],
  }
}

function detailOf(value: SourceNode | null): string {
  if (value?.kind === 'list') return value.items.flatMap(({ value: item }) => (item?.kind === 'scalar' ? [item.text] : [])).join(', ').slice(0, 80)
  if (value?.kind !== 'scalar') return ''
  const line = value.text.trim().split(/[\r\n]/)[0] ?? ''
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}
