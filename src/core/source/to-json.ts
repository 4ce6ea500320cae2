import type { Json } from '../diagnostic.ts'
import { isMerge, mergedMaps, resolve } from './find.ts'
import { MAX_EXPANSION, VALUE_SIZE } from './limits.ts'
import type { SourceMap, SourceNode } from './tree.ts'

/**
 * The node as a JSON value: aliases followed, merge keys applied, maps without a prototype. A
 * number that is not one of JSON (`.inf`) is its text; an unsafe one is the nearest double.
 *
 * Bounded whatever the node: when aliases multiply beyond what `readSource` accepts, or a node holds
 * itself, what is left is null.
 */
export function toJson(node: SourceNode | null): Json {
  return new JsonMaker().value(node)
}

class JsonMaker {
  #budget = MAX_EXPANSION
  /** The nodes being made, against those that hold themselves. */
  readonly #open = new Set<SourceNode>()
  #aliases = 0

  value(written: SourceNode | null): Json {
    const node = resolve(written)
    if (!node || this.#open.has(node)) return null
    const isAlias = written !== node
    if (isAlias) this.#aliases += 1
    // Only what aliases repeat is counted: the text itself is bounded by its own length.
    if (this.#aliases > 0) this.#budget -= VALUE_SIZE + (node.kind === 'scalar' ? node.text.length : 0)
    const result = this.#budget < 0 ? null : this.#make(node)
    if (isAlias) this.#aliases -= 1
    return result
  }

  #make(node: Exclude<SourceNode, { kind: 'alias' }>): Json {
    if (node.kind === 'scalar') {
      return typeof node.value === 'number' && !Number.isFinite(node.value) ? node.text : node.value
    }
    this.#open.add(node)
    const result = node.kind === 'list' ? node.items.map((item) => this.value(item.value)) : this.#map(node)
    this.#open.delete(node)
    return result
  }

  #map(map: SourceMap): Json {
    const result: { [key: string]: Json } = Object.create(null) as { [key: string]: Json }
    this.#fill(result, map, new Set())
    return result
  }

  #fill(result: { [key: string]: Json }, map: SourceMap, seen: Set<SourceMap>): void {
    if (seen.has(map)) return
    seen.add(map)
    for (const entry of map.entries) {
      if (entry.name !== null && !isMerge(entry) && !(entry.name in result)) result[entry.name] = this.value(entry.value)
    }
    const merged = mergedMaps(map)
    if (merged.length === 0) return
    this.#aliases += 1
    for (const other of merged) this.#fill(result, other, seen)
    this.#aliases -= 1
  }
}
