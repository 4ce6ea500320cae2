import type { Json } from '../../diagnostic.ts'
import type { Source, SourceNode } from '../tree.ts'
import { partsOf } from './extent.ts'
import type { Container } from './extent.ts'
import { lineMargin } from './flow.ts'
import type { FlowStyle } from './flow.ts'
import { eolNear } from './lines.ts'
import type { Step } from './locate.ts'
import { printJsonText } from './print-scalar.ts'
import { flowValue, isList, isMap, modelsOf, printKey } from './print-value.ts'
import type { Layout, Models } from './print-value.ts'

/** How values are written within the brackets that `steps` lead into. */
export function flowStyle(source: Source, steps: readonly Step[], layout: Layout): FlowStyle {
  if (source.format === 'yaml') {
    return {
      isJson: false, eol: layout.eol, unit: '', space: spaceAfterComma(source, steps),
      bracketPad: layout.bracketPad, bracePad: layout.bracePad,
      print: (value, _margin, models) => flowValue(value, layout, models),
      printKey: (key) => printKey(key, layout.quote),
    }
  }
  const style: FlowStyle = {
    isJson: true,
    eol: eolNear(source.text, steps.at(-1)?.container.range.start ?? 0),
    unit: unitOf(source, steps),
    space: spaceAfterComma(source, steps),
    bracketPad: layout.bracketPad,
    bracePad: layout.bracePad,
    print: (value, margin, models) => printJson(value, margin, style, models, source.text),
    printKey: printJsonText,
  }
  return style
}

function printJson(value: Json, margin: string, style: FlowStyle, models: Models, text: string): string {
  if (typeof value === 'string') return printJsonText(value)
  if (!isList(value) && !isMap(value)) return JSON.stringify(value)
  const like = models.filter((node): node is Container => node.kind === (isList(value) ? 'list' : 'map'))
  const model = like.find((node) => partsOf(node).length > 0)
  const several = style.unit !== '' && (model ? /[\n\r]/.test(text.slice(model.range.start, model.range.end)) : true)
  const inner = several ? margin + style.unit : margin
  const parts = isList(value)
    ? value.map((item) => printJson(item, inner, style, itemsOf(like), text))
    : Object.entries(value).map(([key, part]) =>
      `${printJsonText(key)}:${style.space}${printJson(part, inner, style, modelsOf(like, key), text)}`)
  const [open, close] = isList(value) ? '[]' : '{}'
  if (parts.length === 0) return `${open}${close}`
  if (several) return `${open}${style.eol}${inner}${parts.join(`,${style.eol}${inner}`)}${style.eol}${margin}${close}`
  const pad = isList(value) ? style.bracketPad : style.bracePad
  return `${open}${pad}${parts.join(`,${style.space}`)}${pad}${close}`
}

function itemsOf(models: readonly Container[]): Models {
  return models.flatMap((node) => (node.kind === 'list' ? node.items.slice(0, 8).flatMap(({ value }) => value ?? []) : []))
}

/** The indentation that one level of lines adds, from the nearest brackets that take several lines; empty when none do. */
function unitOf(source: Source, steps: readonly Step[]): string {
  const { text, root } = source
  const around = [...steps.map(({ container }) => container).reverse(), ...(root && isContainer(root) ? [root] : [])]
  for (const container of around) {
    const first = partsOf(container)[0]
    if (!first || !/[\n\r]/.test(text.slice(container.range.start, first.range.start))) continue
    const outer = lineMargin(text, container.range.start)
    const inner = lineMargin(text, first.range.start)
    if (inner.length > outer.length && inner.startsWith(outer)) return inner.slice(outer.length)
  }
  return /[\n\r]/.test(text.trim()) || text.trim().length <= 2 ? '  ' : ''
}

/** The space after a comma, else after a colon, in the nearest brackets that have one. */
function spaceAfterComma(source: Source, steps: readonly Step[]): string {
  const { text, root } = source
  for (const container of [...steps.map(({ container }) => container).reverse(), ...(root && isContainer(root) ? [root] : [])]) {
    const parts = partsOf(container)
    for (let index = 1; index < Math.min(parts.length, 8); index += 1) {
      const found = /,([ \t]*)(?=\S|$)/.exec(text.slice(parts[index - 1]?.range.end, parts[index]?.range.start))
      if (found && container.style === 'flow') return found[1] === '' ? '' : ' '
    }
    const first = parts[0]
    if (container.style === 'flow' && first && 'key' in first && first.value) {
      return /^:\S/.test(text.slice(first.key.range.end)) && source.format === 'json' ? '' : ' '
    }
  }
  return ' '
}

function isContainer(node: SourceNode): node is Container {
  return node.kind === 'map' || node.kind === 'list'
}

