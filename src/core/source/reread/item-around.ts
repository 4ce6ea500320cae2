import type { Path } from '../../diagnostic.ts'
import type { Source, SourceList, SourceMap } from '../tree.ts'
import type { Range } from '../../text/edit.ts'

/** An item of a block list that is reached from the root through block maps alone. */
export type ItemAround = {
  readonly list: SourceList
  readonly index: number
  /** The maps around the list, outermost first, each with the place of the entry that leads on. */
  readonly maps: readonly { readonly map: SourceMap; readonly index: number }[]
  /** The path of the list. */
  readonly path: Path
  /** The column of the dash. */
  readonly column: number
  /** From the start of the line of its dash to that of the next dash, of the next key around, or the end of the text. */
  readonly region: Range
}

/**
 * The item whose lines hold a range, with all that is around it. Null when there is none, or when
 * something around is anchored or tagged, so that the item cannot be seen by itself.
 */
export function itemAround({ root, text }: Source, range: Range): ItemAround | null {
  const maps: { map: SourceMap; index: number }[] = []
  const path: string[] = []
  let end = text.length
  let node = root
  while (node?.kind === 'map') {
    if (node.style !== 'block' || node.outer.start !== node.range.start) return null
    const index = lastBefore(node.entries, range.start)
    const entry = node.entries[index]
    if (entry === undefined || entry.name === null) return null
    const next = node.entries[index + 1]
    if (next !== undefined) end = startOfLine(text, next.range.start)
    maps.push({ map: node, index })
    path.push(entry.name)
    node = entry.value
  }
  if (node?.kind !== 'list' || node.style !== 'block' || node.outer.start !== node.range.start) return null
  const starts = (i: number): number => startOfLine(text, node.items[i]!.range.start)
  let index = lastBefore(node.items, range.start)
  // In the indentation of the next dash the range is in the next item's lines.
  if (index + 1 < node.items.length && starts(index + 1) <= range.start) index += 1
  if (index < 0) return null
  const region = { start: starts(index), end: index + 1 < node.items.length ? starts(index + 1) : end }
  // At the end of the lines a change may be one of what follows.
  if (range.start < region.start || range.end >= region.end + (region.end === text.length ? 1 : 0)) return null
  const column = node.items[index]!.range.start - region.start
  if (text.slice(region.start, region.start + column).trim() !== '') return null
  return { list: node, index, maps, path, column, region }
}

function lastBefore(parts: readonly { readonly range: Range }[], offset: number): number {
  let low = -1
  let high = parts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (parts[middle]!.range.start <= offset) low = middle
    else high = middle - 1
  }
  return low
}

function startOfLine(text: string, offset: number): number {
  let start = offset
  while (start > 0 && text[start - 1] !== '\n' && text[start - 1] !== '\r') start -= 1
  return start
}
