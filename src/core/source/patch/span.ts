import type { Source, SourceNode } from '../tree.ts'
import { partsOf } from './extent.ts'
import type { Container } from './extent.ts'
import { isBlank, lineEnd, lineStart, nextLine } from './lines.ts'

/**
 * Parts of one block collection whose lines hold a change: the smallest stretch of a text that can
 * be read by itself. `first` is after `last` when a change stands between two parts.
 */
export type Span = {
  readonly container: Container
  readonly first: number
  readonly last: number
  /** The column of its keys or dashes. */
  readonly column: number
  /** Whole lines; what the parts before `first` own is outside. */
  readonly start: number
  readonly end: number
  /** Do the lines begin below the key of their list, where blank lines are nobody's? */
  readonly isOpen: boolean
}

/**
 * The span that holds the change of `start` to `end`. Null when it is not within the lines of one block collection that
 * is reached from the root through block maps alone.
 */
export function spanAround({ text, root }: Source, start: number, end: number): Span | null {
  let node: SourceNode | null = root
  let open: number | null = null
  let close = endOfDocument(text, root?.range.end ?? 0)
  while (node && isOnLines(node)) {
    const container: Container = node
    const parts = partsOf(container)
    const lineOf = (index: number): number => (index === 0 && open !== null ? open : lineStart(text, parts[index]?.range.start ?? 0))
    const endOf = (index: number): number => (index + 1 < parts.length ? lineOf(index + 1) : close)
    let first = lastFrom(parts, lineOf, start)
    let last = lastFrom(parts, lineOf, Math.max(start, end - 1))
    if (first < 0 || end > close || !isBlank(text, lineStart(text, parts[0]?.range.start ?? 0), parts[0]?.range.start ?? 0)) return null
    const part = parts[first]
    const inner: SourceNode | null = part?.value ?? null
    const column = (parts[0]?.range.start ?? 0) - lineStart(text, parts[0]?.range.start ?? 0)
    const keyLine = part && 'key' in part ? nextLine(text, lineEnd(text, part.key.range.end)) : Infinity
    if (first === last && container.kind === 'map' && inner && isOnLines(inner) && start >= keyLine && end < endOf(first) && inner.range.start >= keyLine) {
      node = inner
      open = keyLine
      close = endOf(first)
      continue
    }
    if (container.kind === 'list') {
      // A neighbour on either side takes in what a change at the border may reach.
      first = Math.max(0, first - 1)
      last = Math.min(parts.length - 1, last + 1)
    } else if (start === end && (start === lineOf(first) || start === endOf(first))) {
      // Between two keys: neither need be read again.
      if (start === endOf(first)) first += 1
      last = first - 1
      return { container, first, last, column, start, end, isOpen: first === 0 && open !== null }
    }
    return { container, first, last, column, start: lineOf(first), end: endOf(last), isOpen: first === 0 && open !== null }
  }
  return null
}

/** Where a marker ends the document, else the end of the text. */
function endOfDocument(text: string, from: number): number {
  const marker = /(?:^|[\n\r])(?=(?:\.\.\.|---)(?:\s|$))/g
  marker.lastIndex = Math.max(0, from - 1)
  const found = marker.exec(text)
  return found ? found.index + found[0].length : text.length
}

/** A block collection with something in it and neither anchor nor tag. */
function isOnLines(node: SourceNode): node is Container {
  return (node.kind === 'map' || node.kind === 'list') && node.style === 'block' && partsOf(node).length > 0 &&
    node.anchor === undefined && node.tag === undefined
}

/** The last part whose lines begin at or before an offset; -1 for none. */
function lastFrom(parts: readonly unknown[], lineOf: (index: number) => number, offset: number): number {
  let low = -1
  let high = parts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (lineOf(middle) <= offset) low = middle
    else high = middle - 1
  }
  return low
}
