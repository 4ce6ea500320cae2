import type { Path } from '../diagnostic.ts'
import type { Source, SourceNode } from './tree.ts'

/**
 * The path of the deepest part whose text holds the offset; a part's end counts as its own. What a
 * key without a name holds has the path of its map.
 */
export function pathAt(source: Source, offset: number): Path {
  return pathIn(source.root, offset)
}

/** `pathAt` for a tree without its source. */
export function pathIn(root: SourceNode | null, offset: number): Path {
  const path: (string | number)[] = []
  let node: SourceNode | null = root
  while (node) {
    if (node.kind === 'map') {
      const entry = node.entries[indexAt(node.entries, offset)]
      if (!entry || entry.name === null) return path
      path.push(entry.name)
      node = entry.value
    } else if (node.kind === 'list') {
      const index = indexAt(node.items, offset)
      const item = node.items[index]
      if (!item) return path
      path.push(index)
      node = item.value
    } else return path
  }
  return path
}

/** The index of the part that holds the offset, the later one at a border of two; -1 when none does. Parts are in order. */
function indexAt(parts: readonly { readonly range: { readonly start: number; readonly end: number } }[], offset: number): number {
  let low = 0
  let high = parts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((parts[middle]?.range.start ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  const range = parts[low]?.range
  return range && range.start <= offset && offset <= range.end ? low : -1
}
