import type { Json } from '../../diagnostic.ts'
import { printJsonText } from './print-scalar.ts'
import { blockList, blockMap, flowValue, isList, isMap, PLAIN_LAYOUT } from './print-value.ts'
import type { Layout } from './print-value.ts'

/** How a whole value is rendered as YAML. */
export type RenderOptions = {
  readonly eol?: '\n' | '\r\n'
  /** Columns of one level: 2 unless said. */
  readonly indent?: number
}

/**
 * A whole file in YAML, keys in the order given: maps and lists of maps in block style, short lists
 * of words as `[a, b]`, text of several lines as literal scalars. No line is ever wrapped. Ends with a line end.
 */
export function renderYaml(value: Json, options: RenderOptions = {}): string {
  const { eol = '\n', indent = 2 } = options
  const layout: Layout = { ...PLAIN_LAYOUT, eol, step: indent, text: indent, dash: indent, gap: Math.max(1, indent - 1), leafGap: Math.max(1, indent - 1) }
  if (isList(value) && value.length > 0) return blockList(value, 0, layout) + eol
  if (isMap(value) && Object.keys(value).length > 0) return blockMap(value, 0, layout) + eol
  return flowValue(value, layout) + eol
}

/**
 * A whole file in JSON, keys in the order given, two spaces a level unless said otherwise. Safe
 * inside a script element. Ends with a line end; `indent: ''` gives one line.
 */
export function renderJson(value: Json, options: { readonly eol?: '\n' | '\r\n'; readonly indent?: string } = {}): string {
  const { eol = '\n', indent = '  ' } = options
  return jsonLines(value, '', indent, indent === '' ? '' : eol) + eol
}

/** A value as JSON whose further lines begin with `margin`; on one line when `eol` is empty. */
export function jsonLines(value: Json, margin: string, indent: string, eol: string): string {
  if (typeof value === 'string') return printJsonText(value)
  if (!isList(value) && !isMap(value)) return JSON.stringify(value)
  const inner = margin + indent
  const colon = eol === '' && indent === '' ? ':' : ': '
  const parts = isList(value)
    ? value.map((item) => jsonLines(item, inner, indent, eol))
    : Object.entries(value).map(([key, part]) => printJsonText(key) + colon + jsonLines(part, inner, indent, eol))
  const [open, close] = isList(value) ? '[]' : '{}'
  if (parts.length === 0) return `${open}${close}`
  if (eol === '') return `${open}${parts.join(colon === ':' ? ',' : ', ')}${close}`
  return `${open}${eol}${inner}${parts.join(`,${eol}${inner}`)}${eol}${margin}${close}`
}
