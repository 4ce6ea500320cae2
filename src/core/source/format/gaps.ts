import type { Range, TextEdit } from '../../text/edit.ts'
import type { Source, SourceNode } from '../tree.ts'
import type { Start } from './columns.ts'

/** Edits of the white space between a dash, a key, its colon and its value, and inside of brackets on one line. */
export function gaps({ text, root, comments }: Source, starts: readonly Start[]): readonly TextEdit[] {
  const edits: TextEdit[] = []
  const put = (start: number, end: number, wanted: string): void => {
    const now = text.slice(start, end)
    if (end >= start && now !== wanted && /^[ \t]*$/.test(now)) edits.push({ range: { start, end }, text: wanted })
  }
  const startAt = new Map(starts.map((start) => [start.offset, start]))
  const open: SourceNode[] = root ? [root] : []
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.kind === 'map') {
      for (const { key, value, range } of node.entries) {
        open.push(key)
        if (value) open.push(value)
        // `? key` is laid out by whoever writes it.
        if (key.outer.start !== range.start || !value || isEmpty(value)) continue
        const colon = text.indexOf(':', key.outer.end)
        if (colon < 0 || colon >= value.outer.start || text.slice(key.outer.end, colon).trim() !== '') continue
        put(key.outer.end, colon, '')
        if (!/[\r\n]/.test(text.slice(colon, value.outer.start))) put(colon + 1, value.outer.start, ' ')
      }
      if (node.style === 'flow') insideBrackets(text, node.range, node.entries.map(({ range }) => range), put, text[node.range.start + 1] === ' ' ? ' ' : '')
    } else if (node.kind === 'list') {
      for (const { value, range } of node.items) {
        if (value) open.push(value)
        if (node.style !== 'block' || !value || isEmpty(value) || /[\r\n]/.test(text.slice(range.start, value.outer.start))) continue
        const [dash, content] = [startAt.get(range.start), startAt.get(value.outer.start)]
        put(range.start + 1, value.outer.start, ' '.repeat(dash && content ? Math.max(1, content.to - dash.to - 1) : 1))
      }
      if (node.style === 'flow') insideBrackets(text, node.range, node.items.map(({ range }) => range), put, '')
    }
  }
  for (const { start } of comments) {
    // A tab before a comment at the end of a line.
    let from = start
    while (from > 0 && (text[from - 1] === ' ' || text[from - 1] === '\t')) from -= 1
    const isOwn = from === 0 || /[\r\n\uFEFF]/.test(text[from - 1]!)
    if (!isOwn && text.slice(from, start).includes('\t')) put(from, start, '  ')
  }
  return edits
}

function isEmpty({ outer }: SourceNode): boolean {
  return outer.start === outer.end
}

function insideBrackets(text: string, { start, end }: Range, parts: readonly { readonly start: number; readonly end: number }[], put: (start: number, end: number, wanted: string) => void, pad: string): void {
  const [first] = parts
  const last = parts.at(-1)
  if (!first || !last || /[\r\n]/.test(text.slice(start, end))) return
  put(start + 1, first.start, pad)
  put(last.end, end - 1, pad)
  for (const [at, part] of parts.entries()) {
    const next = parts[at + 1]
    if (!next) continue
    const comma = text.indexOf(',', part.end)
    if (comma < 0 || comma >= next.start) continue
    put(part.end, comma, '')
    put(comma + 1, next.start, ' ')
  }
}
