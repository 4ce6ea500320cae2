import type { Diagnostic, Path } from '../diagnostic.ts'
import type { Source, SourceEntry, SourceMap, SourceNode } from './tree.ts'

/** Faults of the text itself that leave no document to speak of. */
const TEXT_FAULTS: ReadonlySet<string> = new Set(['text/too-large', 'text/not-utf8', 'text/byte-order-mark', 'text/colon-in-plain'])

/** Does the tree hold all of the text? Not so after an error of YAML or JSON, or of the text itself. */
export function isWhole(source: Source): boolean {
  return !source.diagnostics.some(breaksTree)
}

function breaksTree({ code, severity }: Diagnostic): boolean {
  return severity === 'error' && (code.startsWith('yaml/') || code.startsWith('json/') || TEXT_FAULTS.has(code))
}

/** The node itself, or the one that an alias stands for; null for an alias without a target. */
export function resolve(node: SourceNode | null): Exclude<SourceNode, { kind: 'alias' }> | null {
  // A target is never an alias: an alias cannot have an anchor.
  return node?.kind === 'alias' ? resolve(node.target) : node
}

/** The entry of a key as written, merge keys aside. The first when a key is written twice. */
export function entryOf(map: SourceMap, key: string): SourceEntry | null {
  return map.entries.find(({ name }) => name === key) ?? null
}

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

/** The node at a path of the tree as written; null when there is none. Follows no alias and no merge key. */
export function nodeAt(source: Source, path: Path): SourceNode | null {
  let node = source.root
  for (const step of path) {
    if (node?.kind === 'map') node = entryOf(node, String(step))?.value ?? null
    else if (node?.kind === 'list' && typeof step === 'number') node = node.items[step]?.value ?? null
    else return null
  }
  return node
}
