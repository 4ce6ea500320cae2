import { pathOfNode } from '../dialects/node-path.ts'
import { dialectNamed } from '../dialects/registry.ts'
import type { SourceItem } from '../source/tree.ts'
import type { Range } from '../text/edit.ts'
import { listOfNodes } from './items.ts'
import type { Analysis } from './types.ts'

/**
 * The range of a node's whole item, its dash included. Undefined for a ghost, for a key that names no
 * node, and while the text does not parse: ranges are those of a text that is no longer there.
 */
export function rangeOfNode(analysis: Analysis, key: string): Range | undefined {
  const index = indexOf(analysis, key)
  return index === undefined ? undefined : itemsOf(analysis)[index]?.range
}

/** The range of the value of a node's field; undefined when it is not written, and as for `rangeOfNode`. */
export function rangeOfField(analysis: Analysis, key: string, field: string): Range | undefined {
  const index = indexOf(analysis, key)
  const origin = analysis.reading?.origin
  if (index === undefined || origin === undefined) return undefined
  const path = [...pathOfNode(dialectNamed(analysis.dialect), index), field]
  return origin.sourcePath(path) === null ? undefined : origin.range(path)
}

/**
 * The key of the node whose item holds the offset, or stands on its line. Undefined between items,
 * outside the list, and as for `rangeOfNode`.
 */
export function nodeAtOffset(analysis: Analysis, offset: number): string | undefined {
  if (analysis.stale) return undefined
  const items = itemsOf(analysis)
  const { text } = analysis.source
  const index = lastBefore(items, offset)
  const found = [index, index + 1].find((i) => {
    const range = items[i]?.range
    return range !== undefined && (holds(text, range, offset) || (i >= 0 && isOnLineOf(text, range, offset)))
  })
  return found === undefined ? undefined : analysis.view.nodes.find((node) => node.index === found)?.key
}

function indexOf(analysis: Analysis, key: string): number | undefined {
  if (analysis.stale) return undefined
  const node = analysis.view.nodes.find((each) => each.key === key)
  return node === undefined || node.index < 0 ? undefined : node.index
}

/** The items of the list of nodes, in the order of their indices. */
function itemsOf({ reading }: Analysis): readonly SourceItem[] {
  return (reading === null ? null : listOfNodes(reading))?.items ?? []
}

/** The index of the last item that starts at or before the offset; -1 when none does. */
function lastBefore(items: readonly SourceItem[], offset: number): number {
  let low = -1
  let high = items.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (items[middle]!.range.start <= offset) low = middle
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
