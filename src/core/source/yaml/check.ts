import type { Diagnostic, DiagnosticCode } from '../../diagnostic.ts'
import type { Range } from '../../text/edit.ts'
import { ODD_SPACES, codePoint, findLoneSurrogate, loneSurrogate } from '../characters.ts'
import { isMerge, resolve } from '../find.ts'
import { MAX_EXPANSION, MAX_PROBLEMS, VALUE_SIZE } from '../limits.ts'
import { shown } from '../shown.ts'
import type { TextLines } from '../text-lines.ts'
import type { SourceAlias, SourceMap, SourceNode, SourceScalar } from '../tree.ts'
import type { TreeListener } from './build.ts'
import { isKnownTag, isMistagged } from './tag.ts'

/** A bracket or a quote that is not closed, as the tree's maker saw it. */
export type Unclosed = { readonly range: Range; readonly close: string; readonly closedBy: Range | null }

/**
 * What is wrong with a tree beyond its syntax: keys written twice, aliases of nothing, of themselves
 * or that multiply, merge keys of no map, tags without a meaning. Each in time linear in the text.
 */
export class TreeChecks implements TreeListener {
  readonly diagnostics: Diagnostic[] = []
  readonly unclosed: Unclosed[] = []
  /** Keys and items that odd spaces were meant to indent. */
  readonly oddlyIndented: Range[] = []
  readonly #lines: TextLines
  readonly #sizes = new Map<SourceNode, number>()
  #expansion = 0

  constructor(lines: TextLines) {
    this.#lines = lines
  }

  node(node: SourceNode): void {
    if (node.tag !== undefined) this.#checkTag(node, node.tag)
    if (node.kind === 'map') this.#checkKeys(node)
    else if (node.kind === 'scalar') this.#checkScalar(node)
  }

  alias(alias: SourceAlias, isWithinItsTarget: boolean): void {
    if (isWithinItsTarget) {
      this.#report('yaml/recursive-alias', alias.range, `The alias \`*${shown(alias.name)}\` stands inside what it names, so it would hold itself without end. Write the value out.`)
    } else if (!alias.target) {
      this.#report('yaml/unknown-anchor', alias.range, `Unknown anchor \`${shown(alias.name)}\`: no \`&${shown(alias.name)}\` stands before this alias. If it is text, put quotes around it.`)
    } else if (this.#expansion <= MAX_EXPANSION) {
      this.#expansion += this.#sizeOf(alias.target)
      if (this.#expansion > MAX_EXPANSION) {
        this.#report('yaml/alias-expansion', alias.range, 'Too much alias expansion: the aliases up to here stand for more text than a workflow may hold. Write out only what is needed.')
      }
    }
  }

  unclosedBracket(range: Range, close: string, closedBy: Range | null): void {
    this.unclosed.push({ range, close, closedBy })
  }

  unclosedQuote(range: Range, quote: string): void {
    this.unclosed.push({ range, close: quote, closedBy: null })
  }

  /** The size of a node with its aliases expanded. Each anchored node is measured once. */
  #sizeOf(node: SourceNode): number {
    const known = this.#sizes.get(node)
    if (known !== undefined) return known
    let size = VALUE_SIZE
    if (node.kind === 'alias') size = node.target ? this.#sizeOf(node.target) : 0
    else if (node.kind === 'scalar') size += node.text.length
    else if (node.kind === 'list') for (const { value } of node.items) size += value ? this.#sizeOf(value) : VALUE_SIZE
    else for (const { key, value } of node.entries) size += this.#sizeOf(key) + (value ? this.#sizeOf(value) : VALUE_SIZE)
    if (node.anchor !== undefined) this.#sizes.set(node, size)
    return size
  }

  #checkKeys(map: SourceMap): void {
    const seen = new Map<string, Range>()
    let owner: string | undefined
    for (const entry of map.entries) {
      const { key, name } = entry
      if (name === null) {
        this.#checkComplexKey(key)
        continue
      }
      if (key.kind === 'scalar' && key.style === 'plain') this.#checkOddSpace(key)
      if (isMerge(entry)) this.#checkMerge(entry.value, entry.range)
      const first = seen.get(name)
      if (first) this.#duplicate(owner ??= ownerOf(map), name, key.range, first)
      else seen.set(name, key.range)
    }
  }

  #duplicate(owner: string, name: string, range: Range, first: Range): void {
    if (this.#isFull()) return
    const isHere = owner === '' ? '' : ` in \`${shown(owner)}\``
    this.diagnostics.push({
      code: 'yaml/duplicate-key', severity: 'error', path: [], range,
      message: `Duplicate key \`${shown(name)}\`${isHere}, first on line ${this.#lines.lineOf(first.start)}. Keep one of the two.`,
      related: [{ range: first, message: `\`${shown(name)}\` is first written here.` }],
    })
  }

  #checkComplexKey(key: SourceNode): void {
    // `{{ goal }}` is text that lost its quotes; who expects text there tells so.
    const isTemplate = key.kind === 'map' && key.style === 'flow'
    if (key.kind === 'alias' && !key.target) return
    if (!isTemplate) this.#report('yaml/complex-key', key.range, 'A list or a map cannot be a key here; this entry is ignored. Use text as the key.', 'warning')
  }

  #checkMerge(value: SourceNode | null, range: Range): void {
    const node = resolve(value)
    if (value?.kind === 'alias' && !node) return
    const parts = node?.kind === 'list' ? node.items.map((item) => item.value) : [value]
    for (const part of parts) {
      const one = resolve(part)
      if (one?.kind === 'map' || (part?.kind === 'alias' && !one)) continue
      this.#report('yaml/merge-key', part?.range ?? range, 'Only a map can be merged by `<<`, or a list of maps. Name one, as in `<<: *base`.')
    }
  }

  #checkTag(node: SourceNode, tag: string): void {
    if (node.kind === 'alias') return
    const at = this.#lines.text.indexOf(tag, node.outer.start)
    const range = { start: at, end: at + tag.length }
    if (!isKnownTag(tag, node.kind)) {
      this.#report('yaml/tag', range, `The tag \`${shown(tag)}\` has no meaning here and is ignored. If it is text, put quotes around all of it.`, 'warning')
    } else if (node.kind === 'scalar' && isMistagged(tag, node.text)) {
      this.#report('yaml/tag', range, `\`${shown(node.text)}\` is not what the tag \`${shown(tag)}\` says, so the tag is ignored. Remove the tag or mend the value.`, 'warning')
    }
  }

  #checkScalar(node: SourceScalar): void {
    if (node.style === 'plain' && ODD_SPACES.test(node.text) && this.#startsLine(node.range.start)) this.#checkOddSpace(node)
    // Only an escape can make one that the text itself does not show.
    if (node.style !== 'double' || node.text.length >= node.range.end - node.range.start - 2) return
    const lone = findLoneSurrogate(node.text)
    if (lone !== null) this.#report('text/lone-surrogate', node.range, loneSurrogate(lone), 'warning')
  }

  /** Odd spaces at the start of what would be a key or an item if they were spaces. */
  #checkOddSpace(node: SourceScalar): void {
    const odd = ODD_SPACES.exec(node.text)?.[0]
    if (odd === undefined) return
    const { start } = node.range
    const rest = this.#lines.text.slice(start + odd.length, node.range.end + 1)
    if (rest.startsWith('- ') || rest.trimEnd().endsWith(':') || /^[^\n]*?:\s/.test(rest)) this.oddlyIndented.push({ start, end: start + odd.length })
  }

  #startsLine(offset: number): boolean {
    return /^ *$/.test(this.#lines.text.slice(this.#lines.rangeOf(this.#lines.lineOf(offset)).start, offset))
  }

  #report(code: DiagnosticCode, range: Range, message: string, severity: Diagnostic['severity'] = 'error'): void {
    if (!this.#isFull()) this.diagnostics.push({ code, severity, message, path: [], range })
  }

  /** One more than are shown is kept, so that it can be told that there were more. */
  #isFull(): boolean {
    return this.diagnostics.length > MAX_PROBLEMS
  }
}

/** What a reader would call the map: its id or name, if it has one. */
function ownerOf(map: SourceMap): string {
  for (const name of ['id', 'name']) {
    const value = resolve(map.entries.find((entry) => entry.name === name)?.value ?? null)
    if (value?.kind === 'scalar' && value.text !== '') return value.text
  }
  return ''
}

/** The error for odd spaces that were meant to indent. */
export function oddIndentation(text: string, range: Range, line: number): Diagnostic {
  const odd = text.slice(range.start, range.end)
  const mark = odd.includes('\uFEFF')
  const name = codePoint(odd.charCodeAt(mark ? odd.indexOf('\uFEFF') : 0))
  return mark
    ? {
        code: 'text/byte-order-mark', severity: 'error', path: [], range,
        message: `A stray byte order mark ${name} stands on line ${line}, unseen. Remove it: only the very start of a file can have one.`,
        fixes: [{ title: `Remove ${name}`, edits: [{ range, text: '' }] }],
      }
    : {
        code: 'yaml/indentation', severity: 'error', path: [], range,
        message: `Line ${line} is indented with ${name}, which looks like a space and is none. Use spaces.`,
        fixes: [{ title: 'Use spaces', edits: [{ range, text: ' '.repeat(odd.length) }] }],
      }
}
