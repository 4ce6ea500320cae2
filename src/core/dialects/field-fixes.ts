import type { Diagnostic, Path } from '../diagnostic.ts'
import { entryOf } from '../source/find.ts'
import { printJsonText, printText } from '../source/patch/print-scalar.ts'
import type { Source, SourceMap } from '../source/tree.ts'
import type { TextEdit } from '../text/edit.ts'
import type { Reading } from './dialect.ts'
import { visibly } from './invisible.ts'
import { sameId } from './same-id.ts'
import { addAfter, removeEntry } from './splice.ts'

/** Ways to mend a problem. Without a text there are none. */
export type Fixes = NonNullable<Diagnostic['fixes']>

type Read = Pick<Reading, 'source' | 'origin'>

/** Problems that get fixes which look around in the text; a file with more has other worries. */
const MOST_FIXED = 200

/** Says for each problem in turn whether it still gets fixes that look around. */
export function fixAllowance(): () => boolean {
  let count = 0
  return () => {
    count += 1
    return count <= MOST_FIXED
  }
}

/** Writes another word in the place of one. */
export function replaceWord({ source, origin }: Read, path: Path, word: string): Fixes {
  const node = origin.sourceNode(path)
  const range = origin.range(path)
  // An alias is shown where it is used and read where it is not: that is not for a fix to change.
  if (node?.kind !== 'scalar' || node.range !== range || node.anchor !== undefined || node.tag !== undefined) return []
  return [{ title: `Change to ${visibly(word)}`, edits: [{ range, text: printWord(source, word, true) }] }]
}

/** Gives the node at a path an id. */
export function addIdTo(reading: Read, node: Path, id: string): Fixes {
  const map = ownMap(reading, node)
  const entry = map && entryOf(map, 'id')
  if (!map) return []
  const title = `Call it ${id}`
  if (entry) {
    const { value } = entry
    if (value?.kind === 'scalar') {
      const gap = value.range.start === value.range.end ? ' ' : ''
      return value.anchor === undefined && value.tag === undefined ? [{ title, edits: [{ range: value.range, text: gap + printWord(reading.source, id, true) }] }] : []
    }
    return value === null ? [{ title, edits: [{ range: { start: entry.range.end, end: entry.range.end }, text: ` ${printWord(reading.source, id, true)}` }] }] : []
  }
  const first = map.entries[0]
  return first ? offer(title, addAfter(reading.source, map, first, 'id', printWord(reading.source, id, map.style === 'flow'))) : []
}

/** Removes a field of the map at a path, with its value. */
export function removeFieldOf(reading: Read, holder: Path, field: string): Fixes {
  const map = ownMap(reading, holder)
  const entry = map && entryOf(map, field)
  return map && entry ? offer(`Remove ${field}`, removeEntry(reading.source, map, entry)) : []
}

/** The map of an item as it is written here, not through an alias. */
export function ownMap({ origin }: Pick<Reading, 'origin'>, item: Path): SourceMap | null {
  const around = origin.sourceNode(item.slice(0, -1))
  const index = item.at(-1)
  const value = around?.kind === 'list' ? around.items[Number(index)]?.value : around?.kind === 'map' ? entryOf(around, String(index))?.value : item.length === 0 ? around : null
  return value?.kind === 'map' ? value : null
}

/**
 * Gives ids that are free: `draft_2`, the stem with the first number. Fixes of one reading may be applied
 * together: what one of them is given is given to no other.
 */
export function freshIds(keys: () => ReadonlyMap<string, number>): (stem: string) => string {
  const given = new Set<string>()
  return (stem) => {
    const byId = keys()
    const isTaken = (id: string): boolean => byId.has(sameId(id)) || given.has(sameId(id))
    let id = stem
    for (let number = 2; isTaken(id); number += 1) id = `${stem}_${number}`
    given.add(sameId(id))
    return id
  }
}

/** A word as the file writes it. */
export function printWord(source: Source, word: string, isFlow: boolean): string {
  return source.format === 'json' ? printJsonText(word) : printText(word, isFlow ? 'flow' : 'block')
}

/** A fix of these edits; none when they could not be made. */
export function offer(title: string, edits: readonly TextEdit[] | null): Fixes {
  return edits && edits.length > 0 ? [{ title, edits }] : []
}
