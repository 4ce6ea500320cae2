import type { TextEdit } from '../../text/edit.ts'
import { minimalEdit } from '../../text/minimal.ts'
import { diffLists } from './diff.ts'

/** The edits with everything left out of them that they replace by itself: lines first, then what remains of a line. */
export function refineEdits(text: string, edits: readonly TextEdit[]): readonly TextEdit[] {
  return edits.flatMap((edit) => refine(text, edit))
}

function refine(text: string, edit: TextEdit): readonly TextEdit[] {
  const old = text.slice(edit.range.start, edit.range.end)
  if (old === '' || edit.text === '') return old === edit.text ? [] : [edit]
  const before = splitLines(old)
  const after = splitLines(edit.text)
  const starts = offsets(before)
  const edits: TextEdit[] = []
  for (const { from, to, newFrom, newTo } of diffLists(before, after, (x, y) => x === y)) {
    const small = minimalEdit(before.slice(from, to).join(''), after.slice(newFrom, newTo).join(''))
    const base = edit.range.start + (starts[from] ?? old.length)
    if (small) edits.push({ range: { start: base + small.range.start, end: base + small.range.end }, text: small.text })
  }
  return edits
}

/** Lines with their line ends. */
export function splitLines(text: string): readonly string[] {
  return text.match(/[^\r\n]+(?:\r\n|\r|\n)?|\r\n|\r|\n/g) ?? []
}

function offsets(lines: readonly string[]): readonly number[] {
  let at = 0
  return lines.map((line) => (at += line.length) - line.length)
}
