import type { TextEdit } from '../../text/edit.ts'
import type { Source, SourceNode } from '../tree.ts'
import { partsOf } from './extent.ts'
import type { Container } from './extent.ts'
import { isBlank, lineStart, nextLine } from './lines.ts'

/**
 * Parts of one block collection whose lines hold a change: the smallest stretch of a text that can
 * be read by itself. `first` is after `last` when a change stands between two parts.
 */
export type Span = {
  readonly container: Container
  /** The keys that lead to the container. */
  readonly path: readonly string[]
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
 * The span that holds an edit. Null when it is not within the lines of one block collection that is
 * reached from the root through block maps alone.
 */
export function spanAround({ text, root }: Source, edit: TextEdit): Span | null {
  const { start, end } = edit.range
  let node: SourceNode | null = root
  const path: string[] = []
  let open: number | null = null
  let close = endOfDocument(text, root?.range.end ?? 0)
  while (node && isOnLines(node)) {
    const container: Container = node
    const parts = partsOf(container)
    const own = lineStart(text, node.range.start)
    const column = node.range.start - own
    const lineOf = (index: number): number => (index === 0 && open !== null ? open : lineStart(text, parts[index]?.range.start ?? 0))
    const endOf = (index: number): number => (index + 1 < parts.length ? lineOf(index + 1) : close)
    let first = lastFrom(parts, lineOf, start)
    if (end > close || !isBlank(text, own, node.range.start)) return null
    const isBetween = start === end && (start === close || (first >= 0 && start === lineOf(first)))
    // Text put in between two parts is more of the first when it is indented as such.
    if (isBetween && start !== close && isDeeper(edit.text, column, container)) first -= 1
    const part = parts[first]
    if (!part) return null
    const last = Math.max(first, lastFrom(parts, lineOf, Math.max(start, end - 1)))
    const inner = 'key' in part ? part.value : null
    const keyLine = 'key' in part ? nextLine(text, part.key.range.end) : Infinity
    const isInner = !isBetween || isDeeper(edit.text, column, container)
    if (last - first < (isBetween ? 2 : 1) && inner && isOnLines(inner) && isInner && start >= keyLine && end <= endOf(first) && inner.range.start >= keyLine) {
      if (!('key' in part) || part.name === null) return null
      path.push(part.name)
      node = inner
      open = keyLine
      close = endOf(first)
      continue
    }
    const isOpen = first === 0 && open !== null
    if (container.kind === 'list') {
      // A neighbour on either side takes in what a change at the border may reach.
      const from = Math.max(0, first - 1)
      const to = Math.min(parts.length - 1, last + 1)
      return { container, path, first: from, last: to, column, start: lineOf(from), end: endOf(to), isOpen: from === 0 && open !== null }
    }
    if (isBetween) {
      // Neither of the keys need be read again.
      const index = start === close ? parts.length : first
      return { container, path, first: index, last: index - 1, column, start, end, isOpen: index === 0 && open !== null }
    }
    return { container, path, first, last, column, start: lineOf(first), end: endOf(last), isOpen }
  }
  return null
}

/** Does the first line of the text that is not blank belong under a part of the container? */
function isDeeper(text: string, column: number, container: Container): boolean {
  const found = /^(?:[ \t]*[\n\r])*( *)([^\n\r]?)/.exec(text)
  const indent = found?.[1]?.length ?? 0
  return indent > column || (indent === column && container.kind === 'map' && found?.[2] === '-')
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
