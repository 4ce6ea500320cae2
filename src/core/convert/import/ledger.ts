import { isMerge, lookup, mergedMaps, resolve } from '../../source/find.ts'
import type { Source, SourceEntry, SourceItem, SourceList, SourceMap, SourceNode } from '../../source/tree.ts'
import { lineStarts, positionAt } from '../../text/lines.ts'

/** A part of a file that has no place in the skeleton made of it. */
export type NotCarried = {
  /** Its path as a person writes it: `jobs.build.strategy`, `steps[2].env`. */
  readonly what: string
  /** Counted from 1. */
  readonly line: number
  readonly why: string
}

type Part = SourceEntry | SourceItem

/** The path of a part, keys and places in lists. */
export type PartPath = readonly (string | number)[]

/** Why a part is not carried over, by its path; null where nothing special is known. */
export type Reasons = (path: PartPath) => string | null

const NO_PLACE = 'A dag has no place for it.'
const DEEPEST = 60
/** Items of lists that are read again: more than any workflow has that is written out. */
const MOST_AGAIN = 20_000

/**
 * Keeps the books of a reading: each part is carried over or not, and what was neither taken nor looked
 * into is found by walking the whole tree, so that nothing is dropped in silence.
 */
export class Ledger {
  readonly source: Source
  readonly #firstLine: number
  readonly #starts: readonly number[]
  /** Taken whole, its value included. */
  readonly #carried = new Set<Part>()
  /** Looked into: its parts are judged one by one. */
  readonly #opened = new Set<SourceNode>()
  readonly #reasons = new Map<Part, string>()
  readonly #remarks: NotCarried[] = []

  /** @param firstLine the line of the whole file that the source begins with, counted from 0. */
  constructor(source: Source, firstLine = 0) {
    this.source = source
    this.#firstLine = firstLine
    this.#starts = lineStarts(source.text)
  }

  open<T extends SourceMap | SourceList>(node: T): T {
    this.#opened.add(node)
    // What a merge key brings in is read along with the map.
    if (node.kind === 'map') for (const merged of mergedMaps(node)) if (!this.#opened.has(merged)) this.open(merged)
    return node
  }

  carry(part: Part): void {
    this.#carried.add(part)
  }

  /** The part stays behind for a reason of its own. */
  leave(part: Part, why: string): void {
    this.#carried.delete(part)
    this.#reasons.set(part, why)
  }

  /** What no part of the tree stands for alone. */
  remark(what: string, at: number, why: string): void {
    this.#remarks.push({ what, line: this.line(at), why })
  }

  line(offset: number): number {
    return positionAt(this.#starts, offset).line + this.#firstLine
  }

  /** Everything that was not carried over, in the order of the file. */
  rest(reasons: Reasons): readonly NotCarried[] {
    const found: (NotCarried & { readonly at: number })[] = []
    const seen = new Set<SourceNode>()
    const walk = (node: SourceNode | null, path: PartPath): void => {
      const own = resolve(node)
      if (own === null || own.kind === 'scalar' || seen.has(own)) return
      seen.add(own)
      const parts: readonly Part[] = own.kind === 'map' ? own.entries : own.items
      parts.forEach((part, index) => {
        if (this.#carried.has(part)) return
        const step = own.kind === 'map' ? nameOf(part as SourceEntry) : index
        const inner = resolve(part.value)
        const isOpen = inner !== null && this.#opened.has(inner) && path.length < DEEPEST
        // What a merge key or an alias brings in is judged where it is written.
        if (isOpen && !this.#reasons.has(part)) return walk(inner, [...path, step])
        const whole = [...path, step]
        found.push({ what: shown(whole), line: this.line(part.range.start), at: part.range.start, why: this.#reasons.get(part) ?? reasons(whole) ?? NO_PLACE })
      })
    }
    const root = resolve(this.source.root)
    if (root !== null && root.kind !== 'scalar') walk(root, [])
    const listed = found.sort((a, b) => a.at - b.at).map(({ what, line, why }) => ({ what, line, why }))
    return [...listed, ...this.#remarks].sort((a, b) => a.line - b.line)
  }
}

/** What readers ask of the tree. Whatever they take is carried over. */
export class Reading {
  readonly ledger: Ledger
  readonly #read = new Set<SourceList>()
  #again = 0

  constructor(ledger: Ledger) {
    this.ledger = ledger
  }

  /** Were lists read again so often (through aliases, or parts that use each other) that the rest is left out? It would be without end. */
  get isSpent(): boolean {
    return this.#again > MOST_AGAIN
  }

  entries(map: SourceMap): readonly SourceEntry[] {
    return this.ledger.open(map).entries.filter((entry) => entry.name !== null && !isMerge(entry))
  }

  /** The map under a key, to be judged by its parts. */
  map(map: SourceMap, key: string): SourceMap | null {
    return this.asMap(lookup(map, key)?.value ?? null)
  }

  asMap(node: SourceNode | null): SourceMap | null {
    const found = resolve(node)
    return found?.kind === 'map' ? this.ledger.open(found) : null
  }

  /** The items of the list under a key, to be judged one by one. */
  items(map: SourceMap, key: string): readonly SourceItem[] {
    return this.asItems(lookup(map, key)?.value ?? null)
  }

  asItems(node: SourceNode | null): readonly SourceItem[] {
    const found = resolve(node)
    if (found?.kind !== 'list') return []
    if (this.#read.has(found)) this.#count(found)
    this.#read.add(found)
    return this.isSpent ? [] : this.ledger.open(found).items
  }

  #count(list: SourceList): void {
    const was = this.isSpent
    this.#again += 1 + list.items.length
    if (this.isSpent && !was) this.ledger.remark('a list that is used again and again', list.range.start, 'Written out, the workflow would grow without end. What it starts from here on is left out.')
  }

  /** The text under a key, carried over; empty when there is none, or it is no text. */
  text(map: SourceMap, key: string): string {
    const entry = lookup(map, key)
    const node = resolve(entry?.value ?? null)
    if (entry === null || node?.kind !== 'scalar' || node.value === null) return ''
    this.ledger.carry(entry)
    return node.text
  }

  /** The same without carrying it over. */
  peek(map: SourceMap, key: string): string {
    const node = resolve(lookup(map, key)?.value ?? null)
    return node?.kind === 'scalar' && node.value !== null ? node.text : ''
  }

  has(map: SourceMap, key: string): boolean {
    return lookup(map, key) !== null
  }

  /** The texts of a list, or the one text that stands in its place; each is carried over. */
  texts(map: SourceMap, key: string): readonly { readonly text: string; readonly part: Part }[] {
    const entry = lookup(map, key)
    const node = resolve(entry?.value ?? null)
    if (entry === null || node === null) return []
    if (node.kind === 'scalar') {
      if (node.value === null) return []
      this.ledger.carry(entry)
      return [{ text: node.text, part: entry }]
    }
    if (node.kind !== 'list') return []
    return this.ledger.open(node).items.flatMap((item) => {
      const text = resolve(item.value)
      if (text?.kind !== 'scalar' || text.value === null) return []
      this.ledger.carry(item)
      return [{ text: text.text, part: item }]
    })
  }

  /** An entry that stays behind for a reason of its own. */
  leave(map: SourceMap, key: string, why: string): void {
    const entry = lookup(map, key)
    if (entry !== null) this.ledger.leave(entry, why)
  }

  line(map: SourceMap): number {
    return this.ledger.line(map.range.start)
  }
}

function nameOf({ name, key }: SourceEntry): string {
  return name ?? (key.kind === 'alias' ? `*${key.name}` : '?')
}

/** `jobs.build.steps[2].with`; keys that are no plain words stand in brackets. */
function shown(path: PartPath): string {
  return path
    .map((step, at) => {
      if (typeof step === 'number') return `[${step}]`
      return /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(step) ? `${at === 0 ? '' : '.'}${step}` : `[${JSON.stringify(step.length > 60 ? `${step.slice(0, 60)}…` : step)}]`
    })
    .join('')
}
