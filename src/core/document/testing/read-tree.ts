import { isMerge, lookup, resolve } from '../../source/find.ts'
import { toJson } from '../../source/to-json.ts'
import type { SourceNode } from '../../source/tree.ts'
import { isMap, isOpaque, join } from './tree.ts'
import type { Tree } from './tree.ts'

/** The key under which the printers put what merge keys take in. */
const BASE = 'x-base'

/** How a tree of the source differs from what was printed, read straight from it and not by any dialect; null when it does not. */
export function treeDifference(node: SourceNode | null, tree: Tree, part = ''): string | null {
  const found = resolve(node)
  if (typeof tree === 'string') return found?.kind === 'scalar' && found.text === tree ? null : `${part}: not ${JSON.stringify(tree)}`
  if (Array.isArray(tree)) {
    const values = tree as readonly Tree[]
    // A list of one may be written as a single text, and an empty one as a key without a value.
    if (found?.kind !== 'list') {
      if (values.length === 0) return found === null || (found.kind === 'scalar' && found.value === null) ? null : `${part}: not empty`
      return values.length === 1 ? treeDifference(node, values[0]!, part) : `${part}: no list`
    }
    if (found.items.length !== values.length) return `${part}: ${found.items.length} items`
    return values.map((each, i) => treeDifference(found.items[i]!.value, each, join(part, i))).find((each) => each !== null) ?? null
  }
  if (isMap(tree)) {
    const entries = Object.entries(tree)
    if (found === null && entries.length === 0) return null
    if (found?.kind !== 'map') return `${part}: no map`
    const surplus = found.entries.find((entry) => !isMerge(entry) && !(part === '' && entry.name === BASE) && !Object.hasOwn(tree, entry.name ?? ''))
    if (surplus !== undefined) return `${part}: ${JSON.stringify(surplus.name)} is written as well`
    return entries.map(([key, each]) => {
      const value = lookup(found, key)?.value ?? null
      if (isOpaque(key)) return JSON.stringify(toJson(value)) === JSON.stringify(each) ? null : `${part}/${key}: not what it was`
      return treeDifference(value, each, join(part, key))
    }).find((each) => each !== null) ?? null
  }
  return found?.kind === 'scalar' && found.value === tree ? null : `${part}: not ${JSON.stringify(tree)}`
}
