import type { Source, SourceList } from '../tree.ts'
import { deletePart, insertPart } from './block.ts'
import { extentOf } from './extent.ts'
import { replace } from './form.ts'
import type { Form } from './form.ts'
import { beforeBreak, eolNear } from './lines.ts'

/** Moves an item of a block list, as it is written and with the lines that it owns, to the place `to`. */
export function movePart(source: Source, list: SourceList, from: number, to: number): readonly Form[] {
  const { text } = source
  const extent = extentOf(source, list, from)
  const start = extent.isInline ? extent.start : extent.lead + extent.column
  const body = text.slice(start, Math.max(start, beforeBreak(text, extent.end)))
  const place = to > from ? to + 1 : to
  const insertions = [...insertPart(source, list, place, body), ...insertBelowBlanks(source, list, place, body)]
  return deletePart(source, list, from).flatMap((deletion) => insertions.map((insertion): Form => [...deletion, ...insertion]))
}

/** The last resort for a value that would take in the blank lines before the item that it is put before. */
function insertBelowBlanks(source: Source, list: SourceList, place: number, body: string): readonly Form[] {
  if (place === 0 || place >= list.items.length) return []
  const { lead, column } = extentOf(source, list, place)
  return [[replace(lead, lead, ' '.repeat(column) + body + eolNear(source.text, lead))]]
}
