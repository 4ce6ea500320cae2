import type { Json } from '../../diagnostic.ts'
import type { SourceMap, SourceNode, SourceScalar } from '../tree.ts'
import { isPlainText } from './plain.ts'
import type { ScalarPlace } from './plain.ts'
import { fittingQuote, literalHeader, literalLines, printDouble, printQuoted, printText, toLiteral } from './print-scalar.ts'
import type { Quote } from './print-scalar.ts'

/** How new YAML is laid out where no neighbour says otherwise. */
export type Layout = {
  readonly eol: string
  /** Columns by which a nested map stands right of its key: 1 or more. */
  readonly step: number
  /** Columns by which the text of a literal stands right of its key: 1 or more. */
  readonly text: number
  /** Columns by which the dashes of a list stand right of its key: 0 or more. */
  readonly dash: number
  /** Spaces between a dash and a map or list: 1 or more. */
  readonly gap: number
  /** Spaces between a dash and a scalar, or brackets: 1 or more. */
  readonly leafGap: number
  /** Quotes of text that needs some. */
  readonly quote: Quote
  /** Spaces inside of brackets: `[ a ]`, `{ a: 1 }`. */
  readonly bracketPad: string
  readonly bracePad: string
  /** Whether text of several lines may be a literal; if not, it is put in double quotes. */
  readonly literals: boolean
}

export const PLAIN_LAYOUT: Layout = {
  eol: '\n', step: 2, text: 2, dash: 2, gap: 1, leafGap: 1, quote: 'double', bracketPad: '', bracePad: '', literals: true,
}

/** Neighbours whose styles new values take on, the nearest first. */
export type Models = readonly SourceNode[]

const LONGEST_FLOW_LIST = 100

/** What follows `key:`, a space or a line end first. `column` is that of the key. No line end follows. */
export function afterColon(value: Json, column: number, layout: Layout, models: Models = []): string {
  if (!isNested(value) || asFlow(value, models)) return ` ${printLeaf(value, column, layout.text, layout, models)}`
  return layout.eol + (isList(value)
    ? blockList(value, column + layout.dash, layout, models)
    : blockMap(value, column + layout.step, layout, models))
}

/** What follows a dash at `column`, spaces first. No line end follows. */
export function afterDash(value: Json, column: number, layout: Layout, models: Models = []): string {
  if (!isNested(value) || asFlow(value, models)) {
    return ' '.repeat(layout.leafGap) + printLeaf(value, column, Math.max(layout.text, 1 + layout.leafGap), layout, models)
  }
  const inner = column + 1 + layout.gap
  const block = isList(value) ? blockList(value, inner, layout, models) : blockMap(value, inner, layout, models)
  return ' '.repeat(layout.gap) + block.slice(inner)
}

/** The lines of a map whose keys stand at `column`, the first one's indentation included. */
export function blockMap(value: JsonMap, column: number, layout: Layout, models: Models = []): string {
  return Object.entries(value)
    .map(([key, part]) => `${' '.repeat(column)}${printKey(key, layout.quote)}:${afterColon(part, column, layout, modelsOf(models, key))}`)
    .join(layout.eol)
}

/** The lines of a list whose dashes stand at `column`, the first one's indentation included. */
export function blockList(value: readonly Json[], column: number, layout: Layout, models: Models = []): string {
  const items = models.flatMap((model) => (model.kind === 'list' ? partsOf(model) : []))
  return value.map((item) => `${' '.repeat(column)}-${afterDash(item, column, layout, items)}`).join(layout.eol)
}

/** A value on one line. */
export function flowValue(value: Json, layout: Layout, models: Models = [], place: ScalarPlace = 'flow'): string {
  if (isList(value)) {
    if (value.length === 0) return '[]'
    const items = models.flatMap((model) => (model.kind === 'list' ? partsOf(model) : []))
    return `[${layout.bracketPad}${value.map((item) => flowValue(item, layout, items)).join(', ')}${layout.bracketPad}]`
  }
  if (isMap(value)) {
    const entries = Object.entries(value)
    if (entries.length === 0) return '{}'
    const parts = entries.map(([key, part]) =>
      `${printKey(key, layout.quote)}: ${flowValue(part, layout, modelsOf(models, key))}`)
    return `{${layout.bracePad}${parts.join(', ')}${layout.bracePad}}`
  }
  return typeof value === 'string' ? textOnOneLine(value, place, layout, models) : printAtom(value)
}

/** A key as it stands before its colon. */
export function printKey(key: string, quote: Quote): string {
  return printText(key, 'key', quote)
}

/** A number, boolean or null. */
export function printAtom(value: null | boolean | number): string {
  // JSON has no negative zero, and a double that it has would come back as another text.
  return Object.is(value, -0) ? '0' : String(value)
}

function printLeaf(value: Json, column: number, step: number, layout: Layout, models: Models): string {
  if (typeof value !== 'string') return flowValue(value, layout, models, 'block')
  const literal = layout.literals && wantsLiteral(value) ? toLiteral(value) : null
  if (!literal) return textOnOneLine(value, 'block', layout, models)
  const depth = Math.min(step, 9)
  return literalHeader(literal, depth) + literalLines(literal, column + depth, layout.eol)
}

/** Text of several lines reads best as a literal; one line end at its end alone does not make it several. */
function wantsLiteral(text: string): boolean {
  return text.includes('\n')
}

function textOnOneLine(text: string, place: ScalarPlace, layout: Layout, models: Models): string {
  const model = models.find((node): node is SourceScalar => node.kind === 'scalar')
  if (model?.style === 'single' || model?.style === 'double') return printQuoted(text, model.style)
  if (isPlainText(text, place)) return text
  return text.includes('\n') ? printDouble(text) : printQuoted(text, fittingQuote(text, layout.quote))
}

/** Is a nested value written on one line, as its neighbours are, or because it is a short list of words? */
function asFlow(value: Json, models: Models): boolean {
  if (!isNested(value)) return true
  const model = models.find((node) => node.kind === (isList(value) ? 'list' : 'map'))
  if (model && (model.kind === 'list' || model.kind === 'map') && sizeOf(model) > 0) return model.style === 'flow'
  return isList(value) && value.every((item) => !isNested(item) && !(typeof item === 'string' && item.includes('\n'))) &&
    value.reduce<number>((length, item) => length + (typeof item === 'string' ? item.length : 5) + 2, 0) <= LONGEST_FLOW_LIST
}

function sizeOf(node: SourceNode): number {
  return node.kind === 'map' ? node.entries.length : node.kind === 'list' ? node.items.length : 0
}

function partsOf(node: SourceNode): readonly SourceNode[] {
  return node.kind === 'list' ? node.items.slice(0, 8).flatMap(({ value }) => value ?? []) : []
}

/** The neighbours' values of the same key. */
export function modelsOf(models: Models, key: string): Models {
  return models
    .filter((node): node is SourceMap => node.kind === 'map')
    .flatMap((node) => node.entries.find(({ name }) => name === key)?.value ?? [])
}

export type JsonMap = { readonly [key: string]: Json }

export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

export function isMap(value: Json): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A list or a map with something in it: what may take lines of its own. */
function isNested(value: Json): value is JsonMap | readonly Json[] {
  return isList(value) ? value.length > 0 : isMap(value) && Object.keys(value).length > 0
}
