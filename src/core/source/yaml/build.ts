import { CST } from 'yaml'
import type { Range } from '../../text/edit.ts'
import { readPlain } from '../scalar.ts'
import type { SourceAlias, SourceEntry, SourceItem, SourceList, SourceMap, SourceNode, SourceScalar } from '../tree.ts'
import { taggedValue } from './tag.ts'

/** Who is told of the parts of the tree as they are made: those within before those around. */
export type TreeListener = {
  node(node: SourceNode): void
  /** After the alias itself was told as a node. */
  alias(alias: SourceAlias, isWithinItsTarget: boolean): void
  /** Brackets that are not closed, or by the other kind (`closedBy`); `end` is where what they hold ends. */
  unclosedBracket(range: Range, close: ']' | '}', closedBy: Range | null): void
  /** A quoted text without its last quote. */
  unclosedQuote(range: Range, quote: string): void
}

/**
 * Makes the tree of one document from its tokens. Every token gets a place even when it stands
 * wrongly: what is wrong is told elsewhere, and a partial tree is better than none. Depth is bounded by `readTokens`.
 */
export function buildTree(document: CST.Document, listener: TreeListener): SourceNode | null {
  return new TreeBuilder(listener).root(document)
}

/** The anchor and tag before a node. */
type Props = { readonly anchor?: string; readonly tag?: string; readonly start?: number; readonly end: number }

class TreeBuilder {
  readonly #listener: TreeListener
  /** The nodes that anchors name so far; null while the node is still being read. */
  readonly #anchors = new Map<string, SourceNode | null>()

  constructor(listener: TreeListener) {
    this.#listener = listener
  }

  root(document: CST.Document): SourceNode | null {
    return this.#value(document.value, propsOf(document.start, document.offset))
  }

  /** The node of a token, or of the anchor and tag alone; null when there is nothing at all. */
  #value(token: CST.Token | null | undefined, props: Props): SourceNode | null {
    const isNothing = !token || (token.type === 'scalar' && token.source === '') || token.type === 'error'
    if (isNothing && props.start === undefined) return null
    if (props.anchor !== undefined) this.#anchors.set(props.anchor, null)
    const node = this.#node(isNothing ? null : token, props)
    if (props.anchor !== undefined) this.#anchors.set(props.anchor, node)
    this.#listener.node(node)
    if (node.kind === 'alias') this.#listener.alias(node, this.#anchors.get(node.name) === null)
    return node
  }

  #node(token: CST.Token | null | undefined, props: Props): SourceNode {
    switch (token?.type) {
      case 'alias': return this.#alias(token, props)
      case 'block-map': return this.#blockMap(token, props)
      case 'block-seq': return this.#blockList(token, props)
      case 'flow-collection':
        return token.start.source === '{' ? this.#flowMap(token, props) : this.#flowList(token, props)
      case 'scalar':
      case 'single-quoted-scalar':
      case 'double-quoted-scalar':
      case 'block-scalar':
        return this.#scalar(token, props)
      default:
        return scalarOf(null, props)
    }
  }

  #alias(token: CST.FlowScalar, props: Props): SourceAlias {
    const name = token.source.slice(1)
    return {
      kind: 'alias', name, target: this.#anchors.get(name) ?? null,
      ...placed({ start: token.offset, end: token.offset + token.source.length }, props),
    }
  }

  #scalar(token: CST.FlowScalar | CST.BlockScalar, props: Props): SourceScalar {
    const scalar = scalarOf(token, props)
    const quote = token.source[0] ?? ''
    if ((scalar.style === 'double' || scalar.style === 'single') && !isClosed(token.source, quote)) {
      this.#listener.unclosedQuote(scalar.range, quote)
    }
    return scalar
  }

  #blockMap(token: CST.BlockMap, props: Props): SourceMap {
    const entries: SourceEntry[] = []
    for (const item of token.items) {
      const start = propsOf(item.start, token.offset)
      if (item.sep || start.start !== undefined || has(item.start, 'explicit-key-ind')) entries.push(this.#entry(item, start))
    }
    return { kind: 'map', style: 'block', entries, ...placed(around(token.offset, entries), props) }
  }

  #entry(item: CST.CollectionItem, props: Props): SourceEntry {
    const question = item.start.find(({ type }) => type === 'explicit-key-ind')
    const colon = item.sep?.find(({ type }) => type === 'map-value-ind')
    const at = item.key ? item.key.offset : (colon?.offset ?? props.end)
    // Also a key that is not written needs a place: where it would stand.
    const key = this.#value(item.key, props) ?? emptyScalar(at)
    const value = this.#value(item.value, propsOf(item.sep ?? [], key.range.end))
    return {
      range: {
        start: Math.min(question?.offset ?? Infinity, key.outer.start),
        end: value?.range.end ?? Math.max(key.range.end, colon ? colon.offset + 1 : 0),
      },
      key,
      name: nameOf(key),
      value,
    }
  }

  #blockList(token: CST.BlockSequence, props: Props): SourceList {
    const items: SourceItem[] = []
    for (const item of token.items) {
      const dash = item.start.find(({ type }) => type === 'seq-item-ind')
      const start = propsOf(item.start, token.offset)
      const value = this.#value(item.value, start)
      if (!dash && !value) continue
      const from = Math.min(dash?.offset ?? Infinity, value?.outer.start ?? Infinity)
      items.push({ range: { start: from, end: value?.range.end ?? from + 1 }, value })
    }
    return { kind: 'list', style: 'block', items, ...placed(around(token.offset, items), props) }
  }

  #flowMap(token: CST.FlowCollection, props: Props): SourceMap {
    const entries: SourceEntry[] = []
    for (const item of token.items) {
      const start = propsOf(item.start, token.offset)
      const isWritten = item.key || item.sep || item.value || start.start !== undefined || has(item.start, 'explicit-key-ind')
      if (isWritten) entries.push(this.#entry(item, start))
    }
    return { kind: 'map', style: 'flow', entries, ...placed(this.#bracketed(token, '}', entries), props) }
  }

  #flowList(token: CST.FlowCollection, props: Props): SourceList {
    const items: SourceItem[] = []
    for (const item of token.items) {
      const start = propsOf(item.start, token.offset)
      if (item.sep || has(item.start, 'explicit-key-ind')) {
        const entry = this.#entry(item, start)
        const value: SourceMap = { kind: 'map', style: 'flow', entries: [entry], range: entry.range, outer: entry.range }
        this.#listener.node(value)
        items.push({ range: entry.range, value })
        continue
      }
      const value = this.#value(item.value, start)
      if (value) items.push({ range: value.outer, value })
    }
    return { kind: 'list', style: 'flow', items, ...placed(this.#bracketed(token, ']', items), props) }
  }

  /** From bracket to bracket, or to the last part when it is not closed. */
  #bracketed(token: CST.FlowCollection, close: ']' | '}', parts: readonly { readonly range: Range }[]): Range {
    const last = token.end[0]
    const isClose = last?.type === 'flow-map-end' || last?.type === 'flow-seq-end'
    if (isClose && last.source === close) return { start: token.offset, end: last.offset + 1 }
    let end = Math.max(parts.at(-1)?.range.end ?? 0, token.offset + 1)
    for (const { offset, type } of token.items.at(-1)?.start ?? []) if (type === 'comma') end = Math.max(end, offset + 1)
    const range = { start: token.offset, end }
    this.#listener.unclosedBracket(range, close, isClose ? { start: last.offset, end: last.offset + 1 } : null)
    return isClose ? { start: token.offset, end: last.offset + 1 } : range
  }
}

function scalarOf(token: CST.FlowScalar | CST.BlockScalar | null, props: Props): SourceScalar {
  if (!token) return { ...emptyScalar(props.end), ...placed({ start: props.end, end: props.end }, props), ...taggedValue(props.tag, 'plain', '') }
  const style = styleOf(token)
  const text = textOf(token)
  const end = token.type === 'block-scalar'
    ? token.offset + token.props.reduce((sum, prop) => sum + ('source' in prop ? prop.source.length : 0), 0) + token.source.length
    : token.offset + token.source.length
  const meaning = props.tag === undefined ? (style === 'plain' ? readPlain(text) : { value: text }) : taggedValue(props.tag, style, text)
  return { kind: 'scalar', style, text, ...meaning, ...placed({ start: token.offset, end }, props) }
}

/** The text of a scalar, folded and with escapes resolved. Most scalars are one line and need no work. */
function textOf(token: CST.FlowScalar | CST.BlockScalar): string {
  const { source } = token
  if (token.type === 'scalar' && !source.includes('\n')) return source
  if (token.type === 'double-quoted-scalar' && !/[\n\\]/.test(source) && isClosed(source, '"')) return source.slice(1, -1)
  if (token.type === 'single-quoted-scalar' && !/[\n]|.'./.test(source.slice(1)) && isClosed(source, "'")) return source.slice(1, -1)
  // Its faults are told by the composer, once.
  return CST.resolveAsScalar(token, true, () => {})?.value ?? ''
}

/** Does a quoted text end with a quote that is not itself escaped? */
function isClosed(source: string, quote: string): boolean {
  if (source.length < 2 || !source.endsWith(quote)) return false
  let at = source.length - 1
  const escape = quote === '"' ? '\\' : quote
  while (at > 1 && source[at - 1] === escape) at -= 1
  return (source.length - 1 - at) % 2 === 0
}

function styleOf(token: CST.FlowScalar | CST.BlockScalar): SourceScalar['style'] {
  switch (token.type) {
    case 'single-quoted-scalar': return 'single'
    case 'double-quoted-scalar': return 'double'
    case 'block-scalar': {
      const header = token.props[0]
      return header && 'source' in header && header.source.startsWith('>') ? 'folded' : 'literal'
    }
    default: return 'plain'
  }
}

function emptyScalar(at: number): SourceScalar {
  const range = { start: at, end: at }
  return { kind: 'scalar', style: 'plain', text: '', value: null, range, outer: range }
}

function nameOf(key: SourceNode): string | null {
  const node = key.kind === 'alias' ? key.target : key
  return node?.kind === 'scalar' ? node.text : null
}

function propsOf(tokens: readonly CST.SourceToken[], offset: number): Props {
  let anchor: CST.SourceToken | undefined
  let tag: CST.SourceToken | undefined
  for (const token of tokens) {
    if (token.type === 'anchor') anchor = token
    else if (token.type === 'tag') tag = token
  }
  if (!anchor && !tag) {
    const last = tokens.at(-1)
    return { end: last ? last.offset + last.source.length : offset }
  }
  return {
    ...(anchor ? { anchor: anchor.source.slice(1) } : {}),
    ...(tag ? { tag: tag.source } : {}),
    start: Math.min(anchor?.offset ?? Infinity, tag?.offset ?? Infinity),
    end: Math.max(endOf(anchor), endOf(tag)),
  }
}

function placed(range: Range, props: Props): { range: Range; outer: Range; anchor?: string; tag?: string } {
  return {
    range,
    outer: props.start === undefined ? range : { start: Math.min(props.start, range.start), end: range.end },
    ...(props.anchor === undefined ? {} : { anchor: props.anchor }),
    ...(props.tag === undefined ? {} : { tag: props.tag }),
  }
}

/** From the first part to the last. */
function around(offset: number, parts: readonly { readonly range: Range }[]): Range {
  const start = parts[0]?.range.start ?? offset
  return { start, end: parts.at(-1)?.range.end ?? start }
}

function endOf(token: CST.SourceToken | undefined): number {
  return token ? token.offset + token.source.length : 0
}

function has(tokens: readonly CST.SourceToken[], type: CST.SourceToken['type']): boolean {
  return tokens.some((token) => token.type === type)
}
