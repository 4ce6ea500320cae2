import type { Source, SourceList } from '../tree.ts'
import { deletePart, insertPart } from './block.ts'
import { extentOf } from './extent.ts'
import type { Form } from './form.ts'
import { beforeBreak } from './lines.ts'

/** Moves an item of a block list, as it is written and with the lines that it owns, to the place `to`. */
export function movePart(source: Source, list: SourceList, from: number, to: number): readonly Form[] {
  const { text } = source
  const extent = extentOf(source, list, from)
  const start = extent.isInline ? extent.start : extent.lead + extent.column
  const body = text.slice(start, Math.max(start, beforeBreak(text, extent.end)))
  const place = to > from ? to + 1 : to
  return deletePart(source, list, from).flatMap((deletion) =>
    insertPart(source, list, place, body).map((insertion): Form => [...deletion, ...insertion]))
}
