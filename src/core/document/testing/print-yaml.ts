import type { Json } from '../../diagnostic.ts'
import { createPage } from './page.ts'
import type { Page, PageWriter, Part } from './page.ts'
import type { Plain, PlainNode } from './plain.ts'
import { printFlowScalar, printScalar } from './print-scalar.ts'
import { choose, shuffled } from './style.ts'
import type { Style } from './style.ts'

type Value = string | number | readonly string[] | Json

/** Prints a definition as YAML in the given style, and tells who owns each line and each comment. */
export function printYaml(plain: Plain, style: Style): Page {
  const page = createPage(style)
  const anchors = createAnchors(style)
  const base = style.merges ? plain.nodes.find((node) => node.kind !== undefined)?.kind : undefined
  if (style.markers) page.content('---', [], null, true)
  if (base !== undefined) page.content(`x-base: &base {kind: ${printFlowScalar(style, 'base', base)}}`, ['x-base'], 'x-base')
  const keys = ['name', 'description', 'extra', 'nodes'].filter((key) => plain[key as keyof Plain] !== undefined)
  const order = shuffled(style, 'top', keys)
  for (const key of order) {
    above(page, key, 0, null)
    if (key === 'nodes') printNodes(page, plain.nodes, anchors, base, key === order.at(-1))
    else printField(page, key === 'extra' ? 'x-extra' : key, plain[key as 'name'] as Value, key, 0, '', anchors)
  }
  if (choose(style, style.comments, 'last', 3) === 1) {
    page.blank(null)
    page.comment(0, null)
  }
  if (style.markers && choose(style, true, 'dots', 2) === 1) page.content('...', [], null, true)
  return page.finish()
}

/** Blank lines and comments above a part: comments that touch it are its own. */
function above(page: PageWriter, part: Part, column: number, holder: Part | null): void {
  const { style } = page
  const blanks = choose(style, style.blanks, `blank ${part}`, 4)
  for (let i = 0; i < (blanks === 3 ? 0 : blanks); i += 1) page.blank(part)
  const kind = choose(style, style.comments, `above ${part}`, 6)
  if (kind === 1 || kind === 2) for (let i = 0; i < kind; i += 1) page.comment(column, part, true)
  if (kind === 3 && blanks > 0) {
    page.comment(column, holder)
    page.blank(part)
  }
}

function printNodes(page: PageWriter, nodes: readonly PlainNode[], anchors: Anchors, base: string | undefined, isLast: boolean): void {
  const { style } = page
  if (nodes.length === 0) {
    const empty = choose(style, style.quotes, 'empty', 2)
    if (empty === 0) page.inFlow('nodes')
    else page.isBare('nodes')
    page.content(empty === 0 ? 'nodes: []' : 'nodes:', ['nodes'], 'nodes')
    return
  }
  const flow = choose(style, style.flow, 'nodes', 8)
  if (flow === 1 || flow === 2) for (const part of ['nodes', ...nodes.map((_, i) => `nodes/${i}`)]) page.inFlow(part)
  if (flow === 1) {
    const parts = nodes.flatMap((node, i) => partsOf(node, i))
    page.content(`nodes: [${nodes.map((node, i) => flowNode(style, node, i, anchors)).join(', ')}]`, ['nodes', ...parts], 'nodes')
    return
  }
  if (flow === 2) {
    page.content('nodes: [', ['nodes'], 'nodes', !style.flowComments)
    nodes.forEach((node, i) => {
      const comma = i < nodes.length - 1 ? ',' : ''
      page.content(`  ${flowNode(style, node, i, anchors)}${comma}`, partsOf(node, i), null, !style.flowComments)
    })
    page.content(']', ['nodes'], 'nodes')
    return
  }
  page.content('nodes:', ['nodes'], 'nodes')
  nodes.forEach((node, i) => {
    above(page, `nodes/${i}`, style.dash, 'nodes')
    printNode(page, node, i, anchors, base)
    if (choose(style, style.commentedOut, `out ${i}`, 5) === 1) page.comment(style.dash + 1 + style.gap, `nodes/${i}`)
  })
  // At column 0 it would be the comment of the next key.
  const last = style.dash > 0 || isLast ? choose(style, style.commentedOut, 'out', 3) : 0
  if (last === 1) page.comment(style.dash, style.dash === 0 ? null : 'nodes')
  if (last === 2) {
    page.blank(null)
    page.comment(style.dash, style.dash === 0 ? null : 'nodes')
  }
}

function partsOf(node: PlainNode, i: number): Part[] {
  return [`nodes/${i}`, ...(Object.keys(node) as (keyof PlainNode)[]).flatMap((field) => fieldParts(node, field, i))]
}

/** A field and the items in it, all on one line. */
export function fieldParts(node: PlainNode, field: keyof PlainNode, i: number): Part[] {
  const part = `nodes/${i}/${field}`
  const value = node[field]
  return Array.isArray(value) ? [part, ...value.map((_, k) => `${part}/${k}`)] : [part]
}

function printNode(page: PageWriter, node: PlainNode, i: number, anchors: Anchors, base: string | undefined): void {
  const { style } = page
  const part = `nodes/${i}`
  const dash = `${' '.repeat(style.dash)}-${' '.repeat(style.gap)}`
  const column = dash.length
  const fields = shuffled(style, part, Object.keys(node) as (keyof PlainNode)[])
  if (fields.length === 0) {
    page.inFlow(part)
    page.content(`${dash}{}`, [part], part)
    return
  }
  const way = choose(style, style.flow, `way ${i}`, 6)
  if (way > 0 && way < 4) page.inFlow(part)
  if (way === 1 || way === 2) {
    page.content(dash + flowNode(style, node, i, anchors), partsOf(node, i), part)
    return
  }
  if (way === 3) {
    page.content(`${dash}{`, [part], part, !style.flowComments)
    fields.forEach((field, k) => {
      const comma = k < fields.length - 1 ? ',' : ''
      page.content(`${' '.repeat(column + 2)}${flowField(style, node, field, i, anchors)}${comma}`, [part, ...fieldParts(node, field, i)], part, !style.flowComments)
    })
    page.content(`${' '.repeat(column)}}`, [part], part)
    return
  }
  page.hasFields(part, fields.map((field) => `${part}/${field}`))
  let lead = dash
  if (choose(style, style.blanks, `alone ${i}`, 9) === 1) {
    page.content(dash.trimEnd(), [part], part)
    lead = ' '.repeat(column)
  } else if (choose(style, style.anchors, `anchor ${i}`, 7) === 1) {
    page.content(`${dash}&n${i}`, [part], part)
    lead = ' '.repeat(column)
  }
  fields.forEach((field, k) => {
    const own = `${part}/${field}`
    if (k > 0) {
      if (choose(style, style.blanks, `in ${own}`, 9) === 1) page.blank(own)
      if (choose(style, style.comments, `over ${own}`, 8) === 1) page.comment(column, own, true)
    }
    const merged = field === 'kind' && base !== undefined && node.kind === base && choose(style, true, `merge ${i}`, 2) === 1
    if (merged) page.content(`${lead}<<: *base`, [part, own].slice(k === 0 ? 0 : 1), own)
    else printField(page, field === 'extra' ? 'x-extra' : field, node[field] as Value, own, column, lead, anchors, k === 0 ? part : undefined)
    lead = ' '.repeat(column)
  })
}

/** `key: value` at a column; `lead` is what stands before the key on its line. */
function printField(
  page: PageWriter,
  key: string,
  value: Value,
  part: Part,
  column: number,
  lead: string,
  anchors: Anchors,
  holder?: Part,
): void {
  const { style } = page
  const parts = holder === undefined ? [part] : [holder, part]
  const start = `${lead}${key}:`
  if (typeof value === 'string' && key !== 'x-extra') {
    const known = anchors.use(value, part)
    if (known !== undefined) {
      page.content(`${start} *${known}`, parts, part)
      return
    }
    const text = printScalar(style, part, value, column + 2)
    const before = anchors.name(value, part) + (choose(style, style.tags, `tag ${part}`, 6) === 1 ? '!!str ' : '')
    page.content(`${start} ${before}${text.head}`, parts, part, text.rest.length > 0 && text.block !== true)
    for (const line of text.rest) page.raw(line, [part])
    if (text.keeps === true) page.keepsBlanks(part)
    else if (text.rest.length === 0 && choose(style, style.comments, `under ${part}`, 12) === 1) page.comment(column + 2, part)
    return
  }
  if (Array.isArray(value) && key !== 'x-extra') {
    printList(page, start, value as readonly string[], part, parts, column)
    return
  }
  page.content(`${start} ${JSON.stringify(value)}`, parts, part)
}

function printList(page: PageWriter, start: string, values: readonly string[], part: Part, parts: readonly Part[], column: number): void {
  const { style } = page
  const items = values.map((_, k) => `${part}/${k}`)
  const way = choose(style, true, `list ${part}`, 6)
  if (values.length === 0) {
    if (way % 2 === 0) page.inFlow(part)
    else page.isBare(part)
    page.content(way % 2 === 0 ? `${start} []` : start, parts, part)
  } else if (values.length === 1 && way === 0) {
    page.isBare(part)
    page.content(`${start} ${scalarOnOneLine(style, part, values[0]!)}`, [...parts, ...items], part)
  } else if (way === 1 && style.flow) {
    page.inFlow(part)
    page.content(`${start} [`, parts, part, true)
    values.forEach((value, k) => {
      const comma = k < values.length - 1 ? ',' : ''
      page.content(`${' '.repeat(column + 2)}${printFlowScalar(style, items[k]!, value)}${comma}`, [part, items[k]!], part, !style.flowComments)
    })
    page.content(`${' '.repeat(column + 1)}]`, parts, part)
  } else if (way < 4) {
    page.inFlow(part)
    page.content(`${start} ${flowList(style, part, values)}`, [...parts, ...items], part)
  } else {
    const dash = column + (choose(style, style.shuffle, `dash ${part}`, 2) === 0 ? 2 : 0)
    page.content(start, parts, part)
    values.forEach((value, k) => {
      if (k > 0 && choose(style, style.comments, `over ${items[k]!}`, 8) === 1) page.comment(dash, items[k]!, true)
      page.content(`${' '.repeat(dash)}- ${scalarOnOneLine(style, items[k]!, value)}`, [items[k]!], items[k]!)
    })
    if (dash > column && choose(style, style.commentedOut, `after ${part}`, 6) === 1) page.comment(dash, part)
  }
}

function scalarOnOneLine(style: Style, place: string, value: string): string {
  const text = printScalar({ ...style, blockText: false }, place, value, 0)
  return text.rest.length === 0 ? text.head : JSON.stringify(value)
}

function flowList(style: Style, place: string, values: readonly string[]): string {
  const [open, close] = values.length > 0 && choose(style, style.flow, `pad ${place}`, 3) === 1 ? ['[ ', ' ]'] : ['[', ']']
  const comma = choose(style, style.flow, `comma ${place}`, 4) === 1 ? ',' : ', '
  // Without a space behind it a comma could belong to a plain text.
  return open + values.map((value, k) => printFlowScalar(comma === ',' ? { ...style, quotes: false } : style, `${place}/${k}`, value)).join(comma) + close
}

function flowNode(style: Style, node: PlainNode, i: number, anchors: Anchors): string {
  const [open, close] = choose(style, style.flow, `pad ${i}`, 3) === 1 ? ['{ ', ' }'] : ['{', '}']
  const fields = shuffled(style, `nodes/${i}`, Object.keys(node) as (keyof PlainNode)[])
  return open + fields.map((field) => flowField(style, node, field, i, anchors)).join(', ') + close
}

function flowField(style: Style, node: PlainNode, field: keyof PlainNode, i: number, anchors: Anchors): string {
  const value = node[field] as Value
  const part = `nodes/${i}/${field}`
  if (field === 'extra') return `x-extra: ${JSON.stringify(value)}`
  if (typeof value === 'string') {
    const known = anchors.use(value, part)
    return `${field}: ${known === undefined ? anchors.name(value, part) + printFlowScalar(style, part, value) : `*${known}`}`
  }
  if (Array.isArray(value)) return `${field}: ${flowList(style, part, value as readonly string[])}`
  return `${field}: ${JSON.stringify(value)}`
}

type Anchors = {
  /** The anchor of the same text further up, if it is to be used here. */
  use(value: string, place: string): string | undefined
  /** `&p0 ` when the text is to be anchored here, else nothing. */
  name(value: string, place: string): string
}

function createAnchors(style: Style): Anchors {
  const names = new Map<string, string>()
  return {
    use: (value, place) => (choose(style, style.anchors, `use ${place}`, 4) === 3 ? undefined : names.get(value)),
    name(value, place) {
      if (choose(style, style.anchors, `name ${place}`, 5) !== 1 || names.has(value)) return ''
      const name = `p${names.size}`
      names.set(value, name)
      return `&${name} `
    },
  }
}
