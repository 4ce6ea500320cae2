/** A place as people count: line and column from 1, the column in UTF-16 units. */
export type Position = { readonly line: number; readonly column: number }

/** The offset of the first character of every line; a line ends with LF, CRLF or a CR of its own. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0]
  if (!text.includes('\r')) {
    // As most are, and large ones are asked often: looking for one character is many times quicker than looking at each.
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
    return starts
  }
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === 0x0a || (unit === 0x0d && text.charCodeAt(at + 1) !== 0x0a)) starts.push(at + 1)
  }
  return starts
}

/** The line and column of an offset. Offsets outside the text are taken as its first line or last one. */
export function positionAt(starts: readonly number[], offset: number): Position {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: Math.max(0, offset - (starts[low] ?? 0)) + 1 }
}

/**
 * The offset of a line and column. A line past the end is the last one, a column past the end of
 * its line is the start of the next one; on the last line the column is taken as it is.
 */
export function offsetAt(starts: readonly number[], position: Position): number {
  const index = Math.min(Math.max(position.line, 1), starts.length) - 1
  const start = starts[index] ?? 0
  const next = starts[index + 1] ?? Infinity
  return Math.min(start + Math.max(position.column, 1) - 1, next)
}
