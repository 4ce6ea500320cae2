import type { Range } from '../text/edit.ts'
import { parseTemplate } from './parse.ts'
import { scopeAt, type Scope } from './scope.ts'
import type { Token } from './token.ts'

/**
 * What may be written at a place inside an action. `range` is what a choice replaces, `prefix` the
 * part of it before the caret.
 */
export type TemplateCompletion = {
  readonly range: Range
  readonly prefix: string
  /** Whether the dot is the data here; else variables of the data are read as `$.name`. */
  readonly isDotData: boolean
} & (
  /** A name behind a point. `path` is read before it, of the data itself or of something else; `isQuoted` in `index . "name"`. */
  | { readonly place: 'field'; readonly path: readonly string[]; readonly of: 'data' | 'other'; readonly isQuoted: boolean }
  /** A `$variable`; these are at hand. */
  | { readonly place: 'variable'; readonly names: readonly string[] }
  /** A function, or any value; in front of an action a keyword too. */
  | { readonly place: 'word'; readonly isFirst: boolean }
  /** The name of a definition, in quotes; these are defined. */
  | { readonly place: 'definition'; readonly names: readonly string[] }
)

/** What may be written at an offset of a template, or null outside an action, in a comment, in a text or in a number. */
export function templateCompletion(text: string, offset: number): TemplateCompletion | null {
  const tree = parseTemplate(text)
  const { tokens } = tree
  const index = tokens.findLastIndex(({ kind, range }) => kind !== 'error' && range.start < offset && offset <= range.end)
  const token = tokens[index]
  if (!token || !isInside(tokens, index, offset)) return null
  const scope = scopeAt(tree, offset)
  const names = [...tree.definitions.keys()]
  return contextOf(tokens, index, token, offset, scope, names)
}

/** Whether the caret behind this piece stands between an action's braces. */
function isInside(tokens: readonly Token[], index: number, offset: number): boolean {
  const { kind, range } = tokens[index]!
  if (kind === 'text' || kind === 'comment' || kind === 'right' || kind === 'end') return false
  if (kind === 'left') return range.end <= offset
  return true
}

function contextOf(tokens: readonly Token[], index: number, token: Token, offset: number, scope: Scope, definitions: readonly string[]): TemplateCompletion | null {
  const { isDotData } = scope
  const { range } = token
  const prefixFrom = (start: number): string => token.text.slice(start - range.start, offset - range.start)
  switch (token.kind) {
    case 'dot':
    case 'field': {
      const start = range.start + 1
      return { place: 'field', isQuoted: false, range: { start, end: range.end }, prefix: prefixFrom(start), isDotData, ...chainBefore(tokens, index, scope) }
    }
    case 'variable': return { place: 'variable', range, prefix: prefixFrom(range.start), isDotData, names: [...scope.variables.keys()] }
    case 'identifier':
    case 'keyword':
    case 'bool':
    case 'nil': return { place: 'word', range, prefix: prefixFrom(range.start), isDotData, isFirst: isFirst(tokens, index) }
    case 'left':
    case 'space':
    case 'open':
    case 'pipe':
    case 'assign':
    case 'declare': return { place: 'word', range: { start: offset, end: offset }, prefix: '', isDotData, isFirst: isFirst(tokens, index + 1) }
    case 'string': return quotedContext(tokens, index, token, offset, scope, definitions)
    default: return null
  }
}

/** A text in quotes names a definition behind `template`, and a variable behind `index .` or `index $`. */
function quotedContext(tokens: readonly Token[], index: number, token: Token, offset: number, scope: Scope, definitions: readonly string[]): TemplateCompletion | null {
  const range = { start: token.range.start + 1, end: token.range.end - 1 }
  if (offset > range.end) return null
  const prefix = token.text.slice(1, offset - token.range.start)
  const before = behindSpace(tokens, index)
  const first = tokens[before]
  if (first?.kind === 'keyword' && first.text === 'template') return { place: 'definition', range, prefix, isDotData: scope.isDotData, names: definitions }
  const call = tokens[behindSpace(tokens, before)]
  const isData = first?.kind === 'dot' ? scope.isDotData : first?.kind === 'variable' && scope.variables.get(first.text) === true
  if (call?.kind !== 'identifier' || call.text !== 'index' || !first) return null
  return { place: 'field', isQuoted: true, range, prefix, isDotData: scope.isDotData, path: [], of: isData ? 'data' : 'other' }
}

function behindSpace(tokens: readonly Token[], index: number): number {
  let at = index - 1
  while (tokens[at]?.kind === 'space') at -= 1
  return at
}

function isFirst(tokens: readonly Token[], index: number): boolean {
  return tokens[behindSpace(tokens, index)]?.kind === 'left'
}

/** The fields that stand right before a piece, and what they are read of. */
function chainBefore(tokens: readonly Token[], index: number, scope: Scope): { readonly path: readonly string[]; readonly of: 'data' | 'other' } {
  const path: string[] = []
  let at = index - 1
  for (; tokens[at]?.kind === 'field'; at -= 1) path.unshift(tokens[at]!.text.slice(1))
  const head = tokens[at]
  switch (head?.kind) {
    case 'variable': return { path, of: scope.variables.get(head.text) === true ? 'data' : 'other' }
    case 'close':
    case 'identifier':
    case 'error': return { path, of: 'other' }
    default: return { path, of: scope.isDotData ? 'data' : 'other' }
  }
}
