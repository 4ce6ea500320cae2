import type { Diagnostic } from '../../diagnostic.ts'
import { isWhole } from '../find.ts'
import { MAX_DEPTH, MAX_TEXT_LENGTH } from '../limits.ts'
import { readSource } from '../read.ts'
import type { Source, SourceEntry, SourceItem, SourceNode } from '../tree.ts'
import type { Range } from '../../text/edit.ts'
import { minimalEdit } from '../../text/minimal.ts'
import { itemAround } from './item-around.ts'
import type { ItemAround } from './item-around.ts'
import { createShift } from './shift.ts'
import type { Shift } from './shift.ts'

/** A source with more findings than this is read whole: readers stop counting at some number. */
const FEW_DIAGNOSTICS = 20

/**
 * Reads a text of which all but one item of a list was read before. Gives the same source as
 * `readSource(text, previous.format)`, or null when that cannot be told from the item alone.
 *
 * Why it is the same: the lines of an item, from its dash to the next one, are read as a text of their
 * own. What stands before them is not changed, so that in the whole text, too, an item begins at the
 * dash. When the lines by themselves are a list of items at the dash's column without any error, then
 * all that was begun in them has ended in them, and what follows (the next dash, a key of a map
 * around, or the end) continues nothing. What could still reach across is excluded: anchors and
 * aliases of the item, document markers, a byte order mark, and the limits of depth and number.
 */
export function rereadSource(previous: Source, text: string): Source | null {
  if (previous.format !== 'yaml' || text.length > MAX_TEXT_LENGTH) return null
  if (previous.diagnostics.length > FEW_DIAGNOSTICS || !isWhole(previous)) return null
  const edit = minimalEdit(previous.text, text)
  if (edit === null) return previous
  const around = itemAround(previous, edit.range)
  if (around === null) return null
  const delta = text.length - previous.text.length
  const fragment = readFragment(text.slice(around.region.start, around.region.end + delta), around)
  if (fragment === null) return null

  const intoText = createShift(around.region.start, 0)
  const after = createShift(delta, around.region.end)
  const fresh = fragment.items.map((item) => intoText.item(item))
  const items = [...around.list.items.slice(0, around.index), ...fresh]
  for (let i = around.index + 1; i < around.list.items.length; i += 1) items.push(after.item(around.list.items[i]!))
  const root = rebuild(around, items, after)
  if (after.failed() || intoText.failed()) return null
  return {
    format: 'yaml',
    text,
    root,
    comments: [
      ...previous.comments.filter((range) => range.end <= around.region.start),
      ...fragment.source.comments.map((range) => intoText.range(range)),
      ...previous.comments.filter((range) => range.start >= around.region.end).map((range) => after.range(range)),
    ],
    diagnostics: diagnosticsOf(previous, fragment.source, around, intoText, after, fresh.length - 1),
  }
}

type Fragment = { readonly source: Source; readonly items: readonly SourceItem[] }

function readFragment(text: string, around: ItemAround): Fragment | null {
  if (!new RegExp(`^ {${around.column}}-(?=[ \\r\\n]|$)`).test(text) || /^(?:---|\.\.\.)/m.test(text)) return null
  const source = readSource(text, 'yaml')
  const { root } = source
  if (!isWhole(source) || root?.kind !== 'list' || root.style !== 'block' || root.range.start !== around.column) return null
  if (root.items.length === 0 || source.diagnostics.length > FEW_DIAGNOSTICS) return null
  // What is found between items has the path of something around, which the lines alone do not show.
  if (source.diagnostics.some(({ path }) => path.length === 0)) return null
  return root.items.every((item) => isPlainTree(item.value, MAX_DEPTH / 4)) ? { source, items: root.items } : null
}

/** Neither an anchor nor an alias, and far from the limit of depth, which counts what is around it too. */
function isPlainTree(node: SourceNode | null, depth: number): boolean {
  if (node === null) return true
  if (depth <= 0 || node.anchor !== undefined) return false
  switch (node.kind) {
    case 'alias':
      return false
    case 'scalar':
      return true
    case 'list':
      return node.items.every((item) => isPlainTree(item.value, depth - 1))
    case 'map':
      return node.entries.every((entry) => isPlainTree(entry.key, depth - 1) && isPlainTree(entry.value, depth - 1))
  }
}

/** The maps around the list with their ranges stretched; what stands behind the list in them is shifted. */
function rebuild(around: ItemAround, items: readonly SourceItem[], after: Shift): SourceNode {
  const { list } = around
  let range: Range = { start: list.range.start, end: items.at(-1)!.range.end }
  let node: SourceNode = { ...list, items, range, outer: range }
  for (const { map, index } of around.maps.toReversed()) {
    const entry = map.entries[index]!
    const grown: SourceEntry = { ...entry, value: node, range: { start: entry.range.start, end: range.end } }
    const entries: SourceEntry[] = [...map.entries.slice(0, index), grown]
    for (let i = index + 1; i < map.entries.length; i += 1) entries.push(after.entry(map.entries[i]!))
    range = { start: map.range.start, end: entries.at(-1)!.range.end }
    node = { ...map, entries, range, outer: range }
  }
  return node
}

function diagnosticsOf(previous: Source, fragment: Source, around: ItemAround, into: Shift, after: Shift, more: number): readonly Diagnostic[] {
  const { region, path, index } = around
  const startOf = (diagnostic: Diagnostic): number => diagnostic.range?.start ?? 0
  return [
    ...previous.diagnostics.filter((each) => startOf(each) < region.start),
    ...fragment.diagnostics.map((each) => {
      const [item, ...rest] = each.path
      return into.diagnostic(typeof item === 'number' ? { ...each, path: [...path, index + item, ...rest] } : each)
    }),
    ...previous.diagnostics
      .filter((each) => startOf(each) >= region.end)
      .map((each) => {
        const item = each.path[path.length]
        const isLater = typeof item === 'number' && path.every((step, i) => each.path[i] === step)
        return after.diagnostic(isLater ? { ...each, path: [...path, item + more, ...each.path.slice(path.length + 1)] } : each)
      }),
  ]
}
