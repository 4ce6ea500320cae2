import type { TextEdit } from '../../text/edit.ts'
import type { Source, SourceEntry, SourceItem, SourceNode } from '../tree.ts'

const INDENT = '  '
/** Up to this width a list of plain values that stands on one line stays on it. */
const WIDEST_LINE = 100

/** Edits that lay a JSON text out, two spaces a level: nothing but white space changes. */
export function layOutJson({ text, root }: Source): readonly TextEdit[] {
  if (!root) return []
  const edits: TextEdit[] = []
  const eol = /\r\n|\r|\n/.exec(text)?.[0] ?? '\n'
  const mark = text.startsWith('\uFEFF') ? 1 : 0
  const put = (start: number, end: number, wanted: string): void => {
    if (text.slice(start, end) !== wanted) edits.push({ range: { start, end }, text: wanted })
  }

  /** White space up to a sign, which stands once between the two offsets. */
  const around = (start: number, end: number, sign: string, before: string, after: string): void => {
    const at = text.indexOf(sign, start)
    put(start, at, before)
    put(at + 1, end, after)
  }

  const lay = (node: SourceNode, margin: string): void => {
    if (node.kind !== 'map' && node.kind !== 'list') return
    const { start, end } = node.range
    const parts: readonly (SourceEntry | (SourceItem & { readonly key?: never }))[] = node.kind === 'map' ? node.entries : node.items
    const [first] = parts
    if (!first) {
      put(start + 1, end - 1, '')
      return
    }
    const isShort = node.kind === 'list' && !/[\r\n]/.test(text.slice(start, end)) && end - start <= WIDEST_LINE && node.items.every(({ value }) => value?.kind === 'scalar')
    const inner = isShort ? '' : eol + margin + INDENT
    put(start + 1, first.range.start, inner)
    for (const [at, part] of parts.entries()) {
      if (part.key && part.value) around(part.key.range.end, part.value.range.start, ':', '', ' ')
      if (part.value) lay(part.value, margin + INDENT)
      const next = parts[at + 1]
      if (next) around(part.range.end, next.range.start, ',', '', isShort ? ' ' : inner)
    }
    put(parts.at(-1)!.range.end, end - 1, isShort ? '' : eol + margin)
  }

  put(mark, root.range.start, '')
  lay(root, '')
  put(root.range.end, text.length, eol)
  return edits.toSorted((a, b) => a.range.start - b.range.start)
}
