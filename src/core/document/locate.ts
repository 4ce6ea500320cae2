import type { GraphView } from '../graph/view.ts'
import type { SourceItem } from '../source/tree.ts'
import type { Range } from '../text/edit.ts'
import { listOfNodes } from './items.ts'
import type { Analysis } from './types.ts'

/**
 * The range of a node's whole item, its dash included. Undefined for a ghost, for a key that names no
 * node, and while the text does not parse: ranges are those of a text that is no longer there.
 */
export function rangeOfNode(analysis: Analysis, key: string): Range | undefined {
  return rangeIn(placesOf(analysis), key)
}

/**
 * Where the nodes of a text stand, without the text's tree: what is found in it survives the trip out of a
 * worker. `ranges` holds a start and an end for each item of the list of nodes, in the order of their indices.
 */
export type NodePlaces = { readonly view: GraphView; readonly stale: boolean; readonly ranges: Uint32Array }

/** The ranges of all nodes, for `NodePlaces`. Empty while the text does not parse. */
export function rangesOfNodes(analysis: Analysis): Uint32Array {
  if (analysis.stale) return new Uint32Array()
  return Uint32Array.from(itemsOf(analysis).flatMap(({ range: { start, end } }) => [start, end]))
}

/** `rangeOfNode` by the places alone. */
export function rangeAmong({ view, stale, ranges }: NodePlaces, key: string): Range | undefined {
  return rangeIn({ view, stale, rangeAt: (index) => rangeFrom(ranges, index), count: ranges.length / 2 }, key)
}

/** `nodeAtOffset` by the places alone, and the text that they are of. */
export function nodeAmong({ view, stale, ranges }: NodePlaces, text: string, offset: number): string | undefined {
  return nodeIn({ view, stale, rangeAt: (index) => rangeFrom(ranges, index), count: ranges.length / 2 }, text, offset)
}

/**
 * The key of the node whose item holds the offset, or stands on its line. Undefined between items,
 * outside the list, and as for `rangeOfNode`.
 */
export function nodeAtOffset(analysis: Analysis, offset: number): string | undefined {
  return nodeIn(placesOf(analysis), analysis.source.text, offset)
}

type Places = { readonly view: GraphView; readonly stale: boolean; readonly count: number; rangeAt(index: number): Range | undefined }

function placesOf(analysis: Analysis): Places {
  const items = itemsOf(analysis)
  return { view: analysis.view, stale: analysis.stale, count: items.length, rangeAt: (index) => items[index]?.range }
}

function rangeFrom(ranges: Uint32Array, index: number): Range | undefined {
  const [start, end] = [ranges[2 * index], ranges[2 * index + 1]]
  return start === undefined || end === undefined ? undefined : { start, end }
}

function rangeIn(places: Places, key: string): Range | undefined {
  const index = indexOf(places, key)
  return index === undefined ? undefined : places.rangeAt(index)
}

function nodeIn(places: Places, text: string, offset: number): string | undefined {
  if (places.stale) return undefined
  const index = lastBefore(places, offset)
  const found = [index, index + 1].find((i) => {
    const range = places.rangeAt(i)
    return range !== undefined && (holds(text, range, offset) || (i >= 0 && isOnLineOf(text, range, offset)))
  })
  return found === undefined ? undefined : places.view.nodes.find((node) => node.index === found)?.key
}

function indexOf({ stale, view }: Pick<Places, 'stale' | 'view'>, key: string): number | undefined {
  if (stale) return undefined
  const node = view.nodes.find((each) => each.key === key)
  return node === undefined || node.index < 0 ? undefined : node.index
}

/** The items of the list of nodes, in the order of their indices. */
function itemsOf({ reading }: Analysis): readonly SourceItem[] {
  return (reading === null ? null : listOfNodes(reading))?.items ?? []
}

/** The index of the last item that starts at or before the offset; -1 when none does. */
function lastBefore({ count, rangeAt }: Places, offset: number): number {
  let low = -1
  let high = count - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (rangeAt(middle)!.start <= offset) low = middle
    else high = middle - 1
  }
  return low
}

/** The end of an item counts as its own, unless it ends with the line, as block text does. */
function holds(text: string, range: Range, offset: number): boolean {
  if (offset === range.end) return offset > range.start && !/[\r\n]/.test(text[offset - 1] ?? '')
  return range.start <= offset && offset < range.end
}

/** Is only the rest of a line between the item and the offset: its indentation, or a comment behind it? */
function isOnLineOf(text: string, range: Range, offset: number): boolean {
  const between = offset < range.start ? text.slice(offset, range.start) : text.slice(range.end, offset)
  return !/[\r\n]/.test(between)
}
