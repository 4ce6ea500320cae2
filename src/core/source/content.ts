import type { SourceMap } from './tree.ts'

/** One object for all copies of a map that differ only in where they stand. */
const contents = new WeakMap<SourceMap, object>()

/**
 * What a map holds, wherever it stands: the same object for a map and for what it became when edits
 * before it moved it. What was derived from the one, and has no ranges in it, is true of the other.
 */
export function contentOf(map: SourceMap): object {
  let content = contents.get(map)
  if (content === undefined) {
    // Not the map itself: it would keep a former tree alive.
    content = {}
    contents.set(map, content)
  }
  return content
}

/** Says that a copy holds just what the map holds. */
export function haveSameContent(map: SourceMap, copy: SourceMap): void {
  contents.set(copy, contentOf(map))
}
