import type { Analysis } from '../document/types.ts'
import type { SourceNode } from '../source/tree.ts'
import type { Range } from '../text/edit.ts'
import { lineStarts, positionAt } from '../text/lines.ts'

/** Lines, from 1, that fold into the first of them. */
export type Fold = { readonly first: number; readonly last: number; readonly kind: 'part' | 'comment' }

/** What can be folded: parts of more than one line, brackets, and comments over several lines. Of what could be read. */
export function folds(analysis: Analysis): readonly Fold[] {
  const { text, root, comments } = analysis.source
  const starts = lineStarts(text)
  const lineOf = (offset: number): number => positionAt(starts, offset).line
  const last = new Map<number, number>()
  const add = (range: Range, isClosed: boolean): void => {
    let end = range.end
    while (end > range.start && /\s/.test(text[end - 1]!)) end -= 1
    const from = lineOf(range.start)
    // The closing bracket stays in sight.
    const to = lineOf(end) - (isClosed ? 1 : 0)
    if (to > from) last.set(from, Math.max(to, last.get(from) ?? 0))
  }
  const open: SourceNode[] = root ? [root] : []
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.kind === 'list') {
      if (node.style === 'flow') add(node.range, true)
      for (const { value, range } of node.items) {
        if (node.style === 'block') add(range, isBracket(value))
        if (value) open.push(value)
      }
    } else if (node.kind === 'map') {
      if (node.style === 'flow') add(node.range, true)
      for (const { value, range } of node.entries) {
        add(range, isBracket(value))
        if (value) open.push(value)
      }
    }
  }
  const parts = [...last].map(([first, end]): Fold => ({ first, last: end, kind: 'part' }))
  return [...parts, ...commentFolds(text, comments, lineOf)].toSorted((a, b) => a.first - b.first || b.last - a.last)
}

function isBracket(node: SourceNode | null): boolean {
  return (node?.kind === 'map' || node?.kind === 'list') && node.style === 'flow'
}

/** Comments that fill lines of their own, one below the other. */
function commentFolds(text: string, comments: readonly Range[], lineOf: (offset: number) => number): Fold[] {
  const folds: Fold[] = []
  let first = -1
  let last = -1
  const close = (): void => {
    if (last > first) folds.push({ first, last, kind: 'comment' })
  }
  for (const { start } of comments) {
    const lineStart = Math.max(text.lastIndexOf('\n', start - 1), text.lastIndexOf('\r', start - 1)) + 1
    if (/[^\s\uFEFF]/.test(text.slice(lineStart, start))) continue
    const line = lineOf(start)
    if (line !== last + 1) {
      close()
      first = line
    }
    last = line
  }
  close()
  return folds
}
