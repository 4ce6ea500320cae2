import { lineStarts, positionAt, type Range } from '../../src/core/index.ts'
import { graphemes, visible, widthOfGrapheme } from './width.ts'

/** A line of a text with a mark under a part of it. */
export type Excerpt = {
  readonly line: number
  /** From 1, in UTF-16 units, as editors count. */
  readonly column: number
  /** The line as it is shown: tabs as spaces, no control characters, cut to the width. */
  readonly source: string
  /** Spaces and carets, to be set under `source`. */
  readonly mark: string
}

const tab = 4

/** The line in which a range begins, with carets under its part of the range, in at most `cells` cells. */
export function excerpt(text: string, range: Range, cells: number, starts = lineStarts(text)): Excerpt {
  const { line, column } = positionAt(starts, range.start)
  const start = starts[line - 1] ?? 0
  const end = (starts[line] ?? text.length + 1) - 1
  const written = text.slice(start, Math.max(start, end)).replace(/[\r\n]+$/, '')
  const shown = layOut(written)
  const from = shown.cellAt(range.start - start)
  const until = Math.max(from + 1, shown.cellAt(Math.min(range.end - start, written.length)))
  const window = windowAround(from, until, shown.width, cells)
  return {
    line,
    column,
    source: cut(shown.cells, window, shown.width),
    mark: ' '.repeat(from - window.from) + '^'.repeat(Math.max(1, Math.min(until, window.until) - from)),
  }
}

type Cell = { readonly text: string; readonly at: number; readonly width: number }

/** Every grapheme with the cell at which it stands. */
function layOut(line: string): { readonly cells: readonly Cell[]; readonly width: number; cellAt(offset: number): number } {
  const cells: Cell[] = []
  const offsets: number[] = []
  let at = 0
  for (const grapheme of graphemes(line)) {
    const text = grapheme === '\t' ? ' '.repeat(tab - (at % tab)) : visible(grapheme)
    const width = grapheme === '\t' || text !== grapheme ? text.length : widthOfGrapheme(grapheme)
    for (let unit = 0; unit < grapheme.length; unit += 1) offsets.push(at)
    cells.push({ text, at, width })
    at += width
  }
  return { cells, width: at, cellAt: (offset) => (offset < offsets.length ? (offsets[Math.max(0, offset)] ?? at) : at) }
}

/** The cells of a long line to show: those around the mark. */
function windowAround(from: number, until: number, width: number, cells: number): { readonly from: number; readonly until: number } {
  if (width <= cells && until <= cells) return { from: 0, until: Math.max(width, until) }
  const lead = Math.max(0, Math.min(from - Math.floor(cells / 3), Math.max(until, width) - cells))
  return { from: from < cells * 0.8 && until <= cells ? 0 : lead, until: (from < cells * 0.8 && until <= cells ? 0 : lead) + cells }
}

function cut(cells: readonly Cell[], window: { readonly from: number; readonly until: number }, width: number): string {
  let text = ''
  for (const cell of cells) {
    if (cell.at + cell.width <= window.from || cell.at >= window.until) continue
    // A wide character that the edge cuts in two leaves its cell empty.
    if (cell.at < window.from || cell.at + cell.width > window.until) text += ' '.repeat(Math.min(cell.at + cell.width, window.until) - Math.max(cell.at, window.from))
    else text += cell.text
  }
  if (window.from > 0) text = `…${dropCell(text)}`
  if (window.until < width) text = `${text.slice(0, -1)}…`
  return text.trimEnd()
}

/** Takes the first cell away; half a wide character becomes a space. */
function dropCell(text: string): string {
  const [first = '', ...rest] = graphemes(text)
  return (widthOfGrapheme(first) === 2 ? ' ' : '') + rest.join('')
}
