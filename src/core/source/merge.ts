import { entryOf, resolve } from './find.ts'
import type { SourceEntry, SourceMap } from './tree.ts'

/** Is the entry a merge key: an unquoted `<<` without a tag that says otherwise? */
export function isMerge(entry: SourceEntry): boolean {
  const { key } = entry
  return key.kind === 'scalar' && key.style === 'plain' && key.text === '<<' && key.tag !== '!!str'
}

/** The maps that a map's merge keys take in, the strongest first. */
export function mergedMaps(map: SourceMap): readonly SourceMap[] {
  const maps: SourceMap[] = []
  for (const entry of map.entries) {
    if (!isMerge(entry)) continue
    const value = resolve(entry.value)
    if (value?.kind === 'map') maps.push(value)
    else if (value?.kind === 'list') {
      for (const item of value.items) {
        const one = resolve(item.value)
        if (one?.kind === 'map') maps.push(one)
      }
    }
  }
  return maps
}

/**
 * The entry of a key, merge keys applied: the map's own, else that of the first merged map that
 * has it, which may have merged it in turn. Null when there is none.
 */
export function lookup(map: SourceMap, key: string): SourceEntry | null {
  const seen = new Set<SourceMap>()
  const search = (at: SourceMap): SourceEntry | null => {
    if (seen.has(at)) return null
    seen.add(at)
    const own = entryOf(at, key)
    if (own && !isMerge(own)) return own
    for (const merged of mergedMaps(at)) {
      const found = search(merged)
      if (found) return found
    }
    return null
  }
  return search(map)
}
