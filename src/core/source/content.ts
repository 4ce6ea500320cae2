import type { SourceMap } from './tree.ts'

/** What a map holds, wherever it stands. */
export type Content = {
  /** The map where it was read first: what all its copies hold stands in it, so many characters away. */
  readonly first: SourceMap
}

/** One object for all copies of a map that differ only in where they stand. */
const contents = new WeakMap<SourceMap, Content>()

/**
 * What a map holds, wherever it stands: the same object for a map and for what it became when edits
 * before it moved it. What was derived from the one, and has no ranges in it, is true of the other.
 */
export function contentOf(map: SourceMap): Content {
  let content = contents.get(map)
  if (content === undefined) {
    content = { first: map }
    contents.set(map, content)
  }
  return content
}

/** Says that a copy holds just what the map holds. */
export function haveSameContent(map: SourceMap, copy: SourceMap): void {
  contents.set(copy, contentOf(map))
}

/** Is one of the maps a copy of the other? If not they may still hold the same. */
export function areCopies(map: SourceMap, other: SourceMap): boolean {
  return map === other || (contents.has(map) && contents.get(map) === contents.get(other))
}
