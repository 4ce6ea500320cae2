import type { Range } from '../../text/edit.ts'
import { contentOf, haveSameContent } from '../content.ts'
import type { SourceEntry, SourceMap, SourceNode } from '../tree.ts'
import type { Part } from './extent.ts'

/*
 * Parts of a tree, so many characters further on. Not for trees in which aliases stand for parts: those
 * must be copied all at once, so that an alias stands for the copy.
 */

/** The part itself when it has not moved. */
export function movedPart<T extends Part>(part: T, by: number): T {
  if (by === 0) return part
  const range = movedRange(part.range, by)
  const value = part.value && movedNode(part.value, by)
  return 'key' in part ? { ...part, range, key: movedNode(part.key, by), value } : { ...part, range, value }
}

function movedNode(node: SourceNode, by: number): SourceNode {
  const range = movedRange(node.range, by)
  const outer = node.outer === node.range ? range : movedRange(node.outer, by)
  switch (node.kind) {
    case 'scalar': return { ...node, range, outer }
    case 'list': return { ...node, range, outer, items: node.items.map((item) => movedPart(item, by)) }
    case 'map': return movedMap(node, range, outer)
    case 'alias': return { ...node, range, outer }
  }
}

/**
 * A map whose entries are moved when somebody looks at them: after most edits that is so for a few maps of
 * a file, and moving all the others would cost more than all else. They are made of the map as it was read
 * first, so that many moves on end are as good as one.
 */
function movedMap(map: SourceMap, range: Range, outer: Range): SourceMap {
  const { first } = contentOf(map)
  const by = range.start - first.range.start
  let entries: readonly SourceEntry[] | null = null
  const copy = {
    kind: 'map' as const,
    style: first.style,
    get entries() {
      entries ??= by === 0 ? first.entries : first.entries.map((entry) => movedPart(entry, by))
      return entries
    },
    range,
    outer,
  }
  if (first.anchor !== undefined) Object.assign(copy, { anchor: first.anchor })
  if (first.tag !== undefined) Object.assign(copy, { tag: first.tag })
  haveSameContent(map, copy)
  return copy
}

export function movedRange({ start, end }: Range, by: number): Range {
  return { start: start + by, end: end + by }
}
