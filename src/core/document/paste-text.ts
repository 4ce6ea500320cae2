import type { Result } from '../diagnostic.ts'
import type { Reading } from '../dialects/dialect.ts'
import type { GraphNode } from '../graph/view.ts'
import { isWhole } from '../source/find.ts'
import { extentOf } from '../source/patch/extent.ts'
import { eolNear } from '../source/patch/lines.ts'
import { readSource } from '../source/read.ts'
import type { Source, SourceList } from '../source/tree.ts'
import { toJson } from '../source/to-json.ts'
import { applyEdits } from '../text/apply.ts'
import { carryOutOne, follow } from './draft.ts'
import type { Draft } from './draft.ts'
import { freeId } from './free-id.ts'
import { listOfNodes } from './items.ts'

/**
 * Adds the items of a sheet as the text that they are, comments and all. A node put in first shows where
 * and how deep a new item belongs; then it makes room for them. Null where text cannot stand as it is,
 * in JSON and in flow lists, and when the outcome would not be read as the same nodes.
 */
export function insertAsText(draft: Draft, sheet: Reading, behind: GraphNode | undefined): Result<Draft> | null {
  const items = listOfNodes(sheet)
  if (draft.source.format !== 'yaml' || items?.style !== 'block') return null
  const before = valuesOf(draft.reading())
  const ids = new Set(before.map((value) => JSON.stringify(value)))
  const id = freeId('pasted', (each) => [...ids].some((value) => value.includes(each)))
  const held = carryOutOne(draft, { type: 'add', node: { id, prompt: 'p' }, ...(behind === undefined ? {} : { after: behind.key }) })
  if (!held.ok) return held
  const index = behind === undefined ? before.length : behind.index + 1
  const { source } = held.value
  const list = listOfNodes(held.value.reading())
  if (list?.style !== 'block' || list.items.length !== before.length + 1) return null
  const place = extentOf(source, list, index)
  if (place.isInline) return null
  const text = textOfItems(sheet.source, items, items.items.map((_, i) => i), place.column, eolNear(source.text, place.start))
  const edits = [{ range: { start: place.start, end: place.content }, text: text.slice(place.column).replace(/\r?\n$/, '') }]
  const outcome = readSource(applyEdits(source.text, edits), 'yaml')
  if (!isWhole(outcome)) return null
  const done = follow(held.value, edits, outcome)
  const wanted = before.toSpliced(index, 0, ...valuesOf(sheet))
  return JSON.stringify(valuesOf(done.reading())) === JSON.stringify(wanted) ? { ok: true, value: done } : null
}

function valuesOf(reading: Reading): readonly unknown[] {
  return listOfNodes(reading)?.items.map((item) => toJson(item.value)) ?? []
}

/**
 * Items of a block list as text, with the comments that they own, their dashes at a column. Ends with
 * a line end.
 */
export function textOfItems(source: Source, list: SourceList, indices: readonly number[], column: number, eol: string): string {
  const lines: string[] = []
  let last = -1
  for (const index of indices) {
    const extent = extentOf(source, list, index)
    // What stands between neighbours comes along: blank lines, and comments that neither owns.
    const start = index === last + 1 && last >= 0 ? extentOf(source, list, last).end : extent.lead
    lines.push(...linesOf(source.text.slice(start, extent.end)).map((line) => moveTo(line, extent.column, column)))
    last = index
  }
  return lines.map((line) => line + eol).join('')
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

function moveTo(line: string, from: number, to: number): string {
  if (line.trim() === '') return line.slice(Math.min(from, line.length)) === '' ? '' : ' '.repeat(to) + line.slice(from)
  const indent = /^ */.exec(line)![0].length
  return ' '.repeat(to) + line.slice(Math.min(from, indent))
}
