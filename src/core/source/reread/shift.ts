import type { Diagnostic } from '../../diagnostic.ts'
import type { SourceEntry, SourceItem, SourceNode } from '../tree.ts'
import type { Range } from '../../text/edit.ts'

/** Copies of parts of a tree for a text in which they stand `by` units later. */
export type Shift = {
  range(range: Range): Range
  item(item: SourceItem): SourceItem
  entry(entry: SourceEntry): SourceEntry
  diagnostic(diagnostic: Diagnostic): Diagnostic
  /** Was there an alias of something that is neither before `from` nor was copied by this shift? */
  failed(): boolean
}

/**
 * @param by how far, in UTF-16 units; negative to the left.
 * @param from the offset from which on things have moved: an alias of something before it stays as it is.
 */
export function createShift(by: number, from: number): Shift {
  // An alias stands behind what it names, so that its target has been copied when it comes to it.
  const copies = new Map<SourceNode, SourceNode>()
  let failed = false

  const range = ({ start, end }: Range): Range => ({ start: start + by, end: end + by })

  function node(original: SourceNode): SourceNode {
    const placed = original.outer === original.range ? range(original.range) : null
    const where = placed === null ? { range: range(original.range), outer: range(original.outer) } : { range: placed, outer: placed }
    const copy = shifted(original, where)
    if (original.anchor !== undefined) copies.set(original, copy)
    return copy
  }

  function shifted(original: SourceNode, where: { readonly range: Range; readonly outer: Range }): SourceNode {
    switch (original.kind) {
      case 'scalar':
        return { ...original, ...where }
      case 'list':
        return { ...original, ...where, items: original.items.map(item) }
      case 'map':
        return { ...original, ...where, entries: original.entries.map(entry) }
      case 'alias': {
        const { target } = original
        if (target === null || target.range.end <= from) return { ...original, ...where }
        const copy = copies.get(target)
        if (copy === undefined) failed = true
        return { ...original, ...where, target: copy ?? null }
      }
    }
  }

  function item(original: SourceItem): SourceItem {
    if (by === 0) return original
    return { range: range(original.range), value: original.value === null ? null : node(original.value) }
  }

  function entry(original: SourceEntry): SourceEntry {
    if (by === 0) return original
    const { key, name, value } = original
    return { range: range(original.range), key: node(key), name, value: value === null ? null : node(value) }
  }

  function diagnostic(original: Diagnostic): Diagnostic {
    if (by === 0) return original
    return {
      ...original,
      ...(original.range === undefined ? {} : { range: range(original.range) }),
      ...(original.related === undefined ? {} : { related: original.related.map((each) => ({ ...each, range: range(each.range) })) }),
      ...(original.fixes === undefined
        ? {}
        : { fixes: original.fixes.map((fix) => ({ ...fix, edits: fix.edits.map((edit) => ({ ...edit, range: range(edit.range) })) })) }),
    }
  }

  return { range, item, entry, diagnostic, failed: () => failed }
}
