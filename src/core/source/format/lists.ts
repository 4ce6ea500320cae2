import type { Path } from '../../diagnostic.ts'
import type { TextEdit } from '../../text/edit.ts'
import { columnOf, eolNear, lineEnd } from '../patch/lines.ts'
import { isPlainText } from '../patch/plain.ts'
import type { Source, SourceEntry, SourceList, SourceNode } from '../tree.ts'
import { STEP } from './columns.ts'

/** A list wider than this stands behind dashes. */
const WIDEST_LINE = 100

type Named = { readonly entry: SourceEntry; readonly list: SourceList; readonly isInFlow: boolean }

/** Writes lists of names the way that most of them are written. Those with comments of their own stay as they are. */
export function oneListStyle(source: Source, isNames: (path: Path) => boolean): readonly TextEdit[] {
  const lists = source.root ? [...namedLists(source.root, [], isNames, false)].filter(({ isInFlow }) => !isInFlow) : []
  const inBrackets = lists.filter(({ list }) => list.style === 'flow').length
  const wanted = inBrackets * 2 >= lists.length ? 'flow' : 'block'
  return lists.flatMap(({ entry, list }) => {
    if (list.style === wanted || !isSimple(source, entry, list)) return []
    return (wanted === 'flow' ? intoBrackets(source, entry, list) : intoDashes(source, entry, list)) ?? []
  })
}

function* namedLists(node: SourceNode, path: Path, isNames: (path: Path) => boolean, isInFlow: boolean): Generator<Named> {
  if (node.kind === 'map') {
    for (const entry of node.entries) {
      if (entry.name === null || !entry.value) continue
      const inner = [...path, entry.name]
      if (entry.value.kind === 'list' && isNames(inner)) yield { entry, list: entry.value, isInFlow: isInFlow || node.style === 'flow' }
      else yield* namedLists(entry.value, inner, isNames, isInFlow || node.style === 'flow')
    }
  } else if (node.kind === 'list') {
    for (const [index, { value }] of node.items.entries()) if (value) yield* namedLists(value, [...path, index], isNames, isInFlow || node.style === 'flow')
  }
}

/** Names alone, each on one line, without comments or anchors around. */
function isSimple({ text, comments }: Source, entry: SourceEntry, list: SourceList): boolean {
  if (list.items.length === 0 || list.anchor !== undefined || list.tag !== undefined) return false
  const end = lineEnd(text, list.range.end)
  if (comments.some(({ start }) => start >= entry.range.start && start < end)) return false
  return list.items.every(({ value }) => value?.kind === 'scalar' && value.anchor === undefined && value.tag === undefined && !/[\r\n]/.test(text.slice(value.range.start, value.range.end)))
}

function intoBrackets({ text }: Source, entry: SourceEntry, list: SourceList): TextEdit[] | null {
  const words = list.items.map(({ value }) => text.slice(value!.range.start, value!.range.end))
  if (list.items.some(({ value }, at) => value?.kind === 'scalar' && value.style === 'plain' && !isPlainText(words[at]!, 'flow') && /[,[\]{}:#]/.test(words[at]!))) return null
  const written = ` [${words.join(', ')}]`
  const colon = text.indexOf(':', entry.key.outer.end) + 1
  if (columnOf(text, entry.range.start) + (colon - entry.range.start) + written.length > WIDEST_LINE) return null
  return [{ range: { start: colon, end: list.range.end }, text: written }]
}

function intoDashes({ text }: Source, entry: SourceEntry, list: SourceList): TextEdit[] | null {
  if (text.slice(list.range.end, lineEnd(text, list.range.end)).trim() !== '') return null
  const margin = eolNear(text, entry.range.start) + ' '.repeat(columnOf(text, entry.range.start) + STEP)
  const colon = text.indexOf(':', entry.key.outer.end) + 1
  return [{ range: { start: colon, end: list.range.end }, text: list.items.map(({ value }) => `${margin}- ${text.slice(value!.range.start, value!.range.end)}`).join('') }]
}
