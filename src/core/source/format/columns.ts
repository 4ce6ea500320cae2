import { isBlockScalar } from '../patch/extent.ts'
import { readHeader } from '../patch/header.ts'
import { columnOf, lineEnd, lineStart } from '../patch/lines.ts'
import type { Source, SourceNode, SourceScalar } from '../tree.ts'

/** Columns that a nested part stands right of what holds it. */
export const STEP = 2

/** Where a part begins, and the column at which it shall. */
export type Start = { readonly offset: number; readonly from: number; readonly to: number }

/** Text over several lines whose lines are moved, not laid out. */
export type Inner = {
  readonly start: number
  readonly end: number
  readonly kind: 'block' | 'plain' | 'quoted' | 'flow'
  /** By how much its lines move. */
  readonly shift: number
  /** Lines of what stands in it begin right of this column. */
  readonly parent: number
}

export type Columns = {
  /** In the order of the text. */
  readonly starts: readonly Start[]
  readonly inners: readonly Inner[]
}

/** Where the keys and dashes of a block text shall stand, and how texts over several lines move with them. */
export function columnsOf(source: Source): Columns {
  const walk = new Walk(source.text)
  if (source.root) walk.node(source.root, -STEP, -STEP)
  return { starts: walk.starts.toSorted((a, b) => a.offset - b.offset), inners: walk.inners.toSorted((a, b) => a.start - b.start || b.end - a.end) }
}

class Walk {
  readonly starts: Start[] = []
  readonly inners: Inner[] = []
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  /** `from` and `to` are the columns of what holds the node, now and then. */
  node(node: SourceNode, from: number, to: number): void {
    switch (node.kind) {
      case 'alias':
        return
      case 'scalar':
        this.#scalar(node, Math.max(from, -1), Math.max(to, -1))
        return
      case 'map':
        if (node.style === 'flow') this.#inner(node.range, 'flow', from, to)
        else for (const entry of node.entries) {
          const column = columnOf(this.#text, entry.range.start)
          this.#start(entry.range.start, column, to + STEP)
          if (entry.value) this.node(entry.value, column, to + STEP)
        }
        return
      case 'list':
        if (node.style === 'flow') this.#inner(node.range, 'flow', from, to)
        else for (const item of node.items) {
          const column = columnOf(this.#text, item.range.start)
          this.#start(item.range.start, column, to + STEP)
          if (item.value) this.node(item.value, column, to + STEP)
        }
    }
  }

  #start(offset: number, from: number, to: number): void {
    this.starts.push({ offset, from, to })
  }

  #scalar(node: SourceScalar, from: number, to: number): void {
    if (!isBlockScalar(node)) {
      this.#inner(node.range, node.style === 'plain' ? 'plain' : 'quoted', from, to)
      return
    }
    const header = readHeader(this.#text, node, from)
    const wanted = header.digit === undefined ? to + STEP : to + header.digit
    const shift = header.column === undefined ? 0 : Math.max(wanted, 0) - header.column
    this.inners.push({ start: node.range.start, end: node.range.end, kind: 'block', shift, parent: to })
  }

  #inner({ start, end }: { readonly start: number; readonly end: number }, kind: Inner['kind'], from: number, to: number): void {
    // On a line of its own below its key it goes with the nested parts.
    const isOwnLine = this.#text.slice(lineStart(this.#text, start), start).trim() === ''
    if (isOwnLine) this.#start(start, columnOf(this.#text, start), to + STEP)
    if (lineEnd(this.#text, start) >= end) return
    const shift = isOwnLine ? to + STEP - columnOf(this.#text, start) : to - from
    this.inners.push({ start, end, kind, shift, parent: to })
  }
}
