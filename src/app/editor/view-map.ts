import { lineStarts, offsetAt, positionAt, type Range, type TextEdit } from '../../core/index.ts'

const BYTE_ORDER_MARK = '\uFEFF'

/** Line and column from 1, as the editor counts them. */
export type ViewPosition = { readonly lineNumber: number; readonly column: number }

export type ViewRange = {
  readonly startLineNumber: number
  readonly startColumn: number
  readonly endLineNumber: number
  readonly endColumn: number
}

/** A change as the editor reports it: in coordinates of its text before the change. */
export type ViewChange = { readonly range: ViewRange; readonly rangeOffset: number; readonly rangeLength: number; readonly text: string }

/**
 * The text as the editor shows it. The editor knows one line end a file and no byte order mark, so
 * it is given LF and none; what the file has instead stays in the document and is mapped here, and
 * nowhere else.
 */
export function viewText(text: string): string {
  const shown = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text
  return shown.includes('\r') ? shown.replace(/\r\n?/g, '\n') : shown
}

/** Maps places between a document's text and what the editor shows of it. */
export type ViewMap = {
  readonly text: string
  /** The editor shows it as it is: every offset is the same on both sides. */
  readonly same: boolean
  /** An offset into the document as a place in the editor. */
  position(offset: number): ViewPosition
  range(range: Range): ViewRange
  /** A place in the editor as an offset into the document. */
  offset(position: ViewPosition): number
  /** What the editor did, as edits of the document, in order. New lines get the line end around them. */
  edits(changes: readonly ViewChange[]): readonly TextEdit[]
}

export function createViewMap(text: string): ViewMap {
  const marked = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0
  // Most files; typing need not count lines in them.
  const same = marked === 0 && !text.includes('\r')
  let cached: readonly number[] | undefined
  const starts = (): readonly number[] => (cached ??= lineStarts(text))

  function position(offset: number): ViewPosition {
    const { line, column } = positionAt(starts(), offset)
    const shown = line === 1 ? Math.max(1, column - marked) : column
    return { lineNumber: line, column: Math.min(shown, lineLength(line) + 1) }
  }

  /** Without its line end and without the mark. */
  function lineLength(line: number): number {
    const start = (starts()[line - 1] ?? 0) + (line === 1 ? marked : 0)
    let end = starts()[line] ?? text.length
    if (line < starts().length) {
      if (text[end - 1] === '\n') end -= 1
      if (text[end - 1] === '\r') end -= 1
    }
    return Math.max(0, end - start)
  }

  function offset({ lineNumber, column }: ViewPosition): number {
    const inside = Math.min(column, lineLength(lineNumber) + 1)
    return offsetAt(starts(), { line: lineNumber, column: lineNumber === 1 ? inside + marked : inside })
  }

  /** The line end of the line that holds `at`, else of the one before, else the first of the file. */
  function lineEndNear(at: number): string {
    const after = /\r\n|\r|\n/g
    after.lastIndex = at
    const here = after.exec(text)?.[0]
    if (here !== undefined) return here
    const all = text.match(/\r\n|\r|\n/g)
    return all?.[all.length - 1] ?? '\n'
  }

  function edit(change: ViewChange): TextEdit {
    if (same) return { range: { start: change.rangeOffset, end: change.rangeOffset + change.rangeLength }, text: change.text.replace(/\r\n?/g, '\n') }
    const { startLineNumber, startColumn, endLineNumber, endColumn } = change.range
    const start = offset({ lineNumber: startLineNumber, column: startColumn })
    const end = offset({ lineNumber: endLineNumber, column: endColumn })
    return { range: { start, end }, text: change.text.replace(/\r\n?|\n/g, () => lineEndNear(start)) }
  }

  return {
    text,
    same,
    position,
    range({ start, end }) {
      const from = position(start)
      const to = position(end)
      return { startLineNumber: from.lineNumber, startColumn: from.column, endLineNumber: to.lineNumber, endColumn: to.column }
    },
    offset,
    edits(changes) {
      return changes.map(edit).toSorted((a, b) => a.range.start - b.range.start)
    },
  }
}
