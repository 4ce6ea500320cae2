import type { TextEdit } from '../../text/edit.ts'
import { extentOf } from '../patch/extent.ts'
import { eolNear } from '../patch/lines.ts'
import type { Source, SourceNode } from '../tree.ts'

/** Where most items of a list that fill several lines have a blank line between them, the others get one. */
export function separateItems(source: Source): readonly TextEdit[] {
  const { text, root } = source
  const edits: TextEdit[] = []
  const open: SourceNode[] = root ? [root] : []
  for (let node = open.pop(); node; node = open.pop()) {
    // One by one: a spread of so many arguments exhausts the stack.
    const within = node.kind === 'map' ? node.entries : node.kind === 'list' ? node.items : []
    for (const { value } of within) if (value) open.push(value)
    if (node.kind !== 'list') continue
    if (node.style !== 'block' || node.items.length < 3 || !node.items.every(({ value }) => value?.kind === 'map')) continue
    const leads = node.items.slice(1).map((_, index) => extentOf(source, node, index + 1))
    const missing = leads.filter(({ isInline, blanks, lead }) => !isInline && blanks === lead)
    if (missing.length * 2 >= leads.length) continue
    for (const { lead } of missing) edits.push({ range: { start: lead, end: lead }, text: eolNear(text, lead) })
  }
  return edits.toSorted((a, b) => a.range.start - b.range.start)
}

/** The last line gets its line end. */
export function endWithLine({ text }: Source): readonly TextEdit[] {
  if (text.trim() === '' || /[\r\n]$/.test(text)) return []
  return [{ range: { start: text.length, end: text.length }, text: eolNear(text, text.length) }]
}
