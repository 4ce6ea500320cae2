import type { Source, SourceNode } from '../tree.ts'

/** Do two texts say the same: the same parts, written the same way, and the same comments? */
export function saySame(before: Source, after: Source): boolean {
  return sameComments(before, after) && sameNodes(before.root, after.root, true)
}

/** The same but for lists, which may be written with dashes or in brackets. */
export function sayAlike(before: Source, after: Source): boolean {
  return sameComments(before, after) && sameNodes(before.root, after.root, false)
}

function sameComments(before: Source, after: Source): boolean {
  const textOf = ({ text }: Source, { start, end }: { readonly start: number; readonly end: number }): string => text.slice(start, end).trimEnd()
  return before.comments.length === after.comments.length && before.comments.every((comment, at) => textOf(before, comment) === textOf(after, after.comments[at]!))
}

function sameNodes(one: SourceNode | null, other: SourceNode | null, isStrict: boolean): boolean {
  const open: [SourceNode | null, SourceNode | null][] = [[one, other]]
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const [a, b] = pair
    if (a === null || b === null) {
      if (a !== b) return false
      continue
    }
    if (a.anchor !== b.anchor || a.tag !== b.tag) return false
    if (a.kind === 'scalar' && b.kind === 'scalar') {
      if (a.text !== b.text || a.style !== b.style || !Object.is(a.value, b.value)) return false
    } else if (a.kind === 'alias' && b.kind === 'alias') {
      if (a.name !== b.name) return false
    } else if (a.kind === 'map' && b.kind === 'map') {
      if (a.style !== b.style || a.entries.length !== b.entries.length) return false
      for (const [at, entry] of a.entries.entries()) open.push([entry.key, b.entries[at]!.key], [entry.value, b.entries[at]!.value])
    } else if (a.kind === 'list' && b.kind === 'list') {
      if ((isStrict && a.style !== b.style) || a.items.length !== b.items.length) return false
      for (const [at, item] of a.items.entries()) open.push([item.value, b.items[at]!.value])
    } else return false
  }
  return true
}
