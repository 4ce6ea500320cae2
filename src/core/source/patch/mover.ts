import type { Range, TextEdit } from '../../text/edit.ts'
import { haveSameContent } from '../content.ts'
import type { Source, SourceNode } from '../tree.ts'
import type { Part } from './extent.ts'
import { movedPart, movedRange } from './moved.ts'
import { usesOf } from './obstacle.ts'

/** Copies the parts of a tree that edits moved without changing them to where they stand now. */
export class Mover {
  /** Set when an alias stands for something that was not copied. */
  failed = false
  readonly #ends: number[] = []
  readonly #deltas: number[] = []
  readonly #starts: number[] = []
  readonly #copies = new Map<SourceNode, SourceNode>()
  readonly #firstChange: number
  /** An alias must stand for the copy of what it stood for; without any, parts are moved when they are looked at. */
  readonly #hasAliases: boolean

  constructor(previous: Source, edits: readonly TextEdit[]) {
    let delta = 0
    for (const { range, text } of edits.toSorted((a, b) => a.range.start - b.range.start || a.range.end - b.range.end)) {
      delta += text.length - (range.end - range.start)
      this.#starts.push(range.start)
      this.#ends.push(range.end)
      this.#deltas.push(delta)
    }
    this.#firstChange = this.#starts[0] ?? 0
    this.#hasAliases = usesOf(previous).size > 0
  }

  /** How far what begins at an offset has moved; edits that end there come before it. */
  deltaAt(offset: number): number {
    return this.#deltas[this.#countUpTo(offset) - 1] ?? 0
  }

  /** Where a span that starts at an offset starts now: text that was put in there is in it. */
  start(offset: number): number {
    let count = this.#countUpTo(offset)
    while (count > 0 && this.#starts[count - 1] === offset && this.#ends[count - 1] === offset) count -= 1
    return offset + (this.#deltas[count - 1] ?? 0)
  }

  end(offset: number): number {
    return offset + this.deltaAt(offset)
  }

  part<T extends Part>(part: T): T {
    const by = this.deltaAt(part.range.start)
    return this.#hasAliases ? this.#part(part, by) : movedPart(part, by)
  }

  /** A part of a text that stands at `start` in the whole, without anchors and aliases. */
  into<T extends Part>(part: T, start: number): T {
    return movedPart(part, start)
  }

  /** A part around a value that was made anew. */
  around<T extends Part>(part: T, value: SourceNode): T {
    const by = this.deltaAt(part.range.start)
    const range = { start: part.range.start + by, end: value.range.end }
    return 'key' in part ? { ...part, key: this.#hasAliases ? this.#node(part.key, by) : movedPart(part, by).key, value, range } : { ...part, value, range }
  }

  #part<T extends Part>(part: T, by: number): T {
    if (by === 0 && part.range.end <= this.#firstChange) return part
    const range = movedRange(part.range, by)
    const value = part.value && this.#node(part.value, by)
    return 'key' in part ? { ...part, range, key: this.#node(part.key, by), value } : { ...part, range, value }
  }

  /** A copy, so that the aliases behind it can stand for it. */
  #node(node: SourceNode, by: number): SourceNode {
    const range = movedRange(node.range, by)
    const outer = node.outer === node.range ? range : movedRange(node.outer, by)
    const copy = this.#copy(node, by, range, outer)
    if (node.anchor !== undefined) this.#copies.set(node, copy)
    return copy
  }

  #copy(node: SourceNode, by: number, range: Range, outer: Range): SourceNode {
    switch (node.kind) {
      case 'scalar': return { ...node, range, outer }
      case 'list': return { ...node, range, outer, items: node.items.map((item) => this.#part(item, by)) }
      case 'map': {
        const copy = { ...node, range, outer, entries: node.entries.map((entry) => this.#part(entry, by)) }
        haveSameContent(node, copy)
        return copy
      }
      case 'alias': {
        const target = node.target && (this.#copies.get(node.target) ?? (node.target.range.end <= this.#firstChange ? node.target : null))
        if (!target) this.failed = true
        return { ...node, range, outer, target }
      }
    }
  }

  /** How many edits end at or before an offset. */
  #countUpTo(offset: number): number {
    let low = 0
    let high = this.#ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#ends[middle] ?? 0) <= offset) low = middle + 1
      else high = middle
    }
    return low
  }
}
