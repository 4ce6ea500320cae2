import type { Source, SourceItem } from '../source/tree.ts'

/**
 * The comment lines that an item owns directly above it, without `#`: unbroken, at the column of its
 * dash. Undefined when there are none.
 */
export function noteAbove(source: Source, item: SourceItem): string | undefined {
  const { text } = source
  if (source.format === 'json') return undefined
  let lineStart = startOfLine(text, item.range.start)
  const indent = text.slice(lineStart, item.range.start)
  if (/\S/.test(indent)) return undefined
  const lines: string[] = []
  while (lineStart > 0) {
    const end = endBefore(text, lineStart)
    const start = startOfLine(text, end)
    const line = text.slice(start, end)
    if (!line.startsWith(`${indent}#`)) break
    lines.push(line.slice(indent.length + 1).replace(/^ /, '').trimEnd())
    lineStart = start
  }
  return lines.length === 0 ? undefined : lines.toReversed().join('\n')
}

function startOfLine(text: string, at: number): number {
  let start = at
  while (start > 0 && text[start - 1] !== '\n' && text[start - 1] !== '\r') start -= 1
  return start === 0 && text.startsWith('\uFEFF') ? 1 : start
}

/** The end of the line before the one that starts at `lineStart`. */
function endBefore(text: string, lineStart: number): number {
  return text[lineStart - 1] === '\n' && text[lineStart - 2] === '\r' ? lineStart - 2 : lineStart - 1
}
