import type { Json } from '../../diagnostic.ts'
import { createAnchors } from './anchors.ts'
import type { Anchors } from './anchors.ts'
import { createPage } from './page.ts'
import type { Page, PageWriter, Part } from './page.ts'
import { printFlowScalar, printScalar } from './print-scalar.ts'
import { choose, shuffled } from './style.ts'
import type { Style } from './style.ts'
import { isItems, isMap, isOpaque, join, partsWithin } from './tree.ts'
import type { Tree, TreeMap } from './tree.ts'

/** A field that several items get by one merge key. */
type Base = { readonly field: string; readonly value: string }

type Printing = { readonly page: PageWriter; readonly style: Style; readonly anchors: Anchors; readonly base: Base | undefined }

/** Prints a file as YAML in the given style, and tells who owns each line and each comment. */
export function printYaml(tree: TreeMap, style: Style): Page {
  const page = createPage(style)
  const base = style.merges ? baseOf(tree) : undefined
  const printing: Printing = { page, style, anchors: createAnchors(style, page), base }
  if (style.markers) page.content('---', [], null, true)
  if (base !== undefined) page.content(`x-base: &base {${base.field}: ${printFlowScalar(style, 'base', base.value)}}`, ['x-base'], 'x-base')
  printMap(printing, tree, '', 0, true)
  if (choose(style, style.comments, 'last', 3) === 1) {
    page.blank(null)
    page.comment(0, null)
  }
  if (style.markers && choose(style, true, 'dots', 2) === 1) page.content('...', [], null, true)
  return page.finish()
}

const MERGED = ['kind', 'tool', 'on_error', 'if', 'output']

function baseOf(tree: Tree, key = ''): Base | undefined {
  if (isItems(key, tree)) {
    return tree.flatMap((item) => MERGED.flatMap((field): Base[] => (typeof item[field] === 'string' ? [{ field, value: item[field] }] : [])))[0]
  }
  return isMap(tree) ? Object.entries(tree).map(([name, each]) => baseOf(each, name)).find((base) => base !== undefined) : undefined
}

/** The keys of a map in block style: that at the root, and those that hold others. */
function printMap(printing: Printing, map: TreeMap, part: Part, column: number, isLast: boolean): void {
  const { page, style } = printing
  const keys = shuffled(style, part === '' ? 'top' : part, Object.keys(map))
  for (const [k, key] of keys.entries()) {
    const own = join(part, key)
    const value = map[key]!
    const ends = isLast && k === keys.length - 1
    above(page, own, column, part === '' ? null : part)
    if (isItems(key, value)) printItems(printing, value, own, key, column, ends)
    else if (isMap(value) && !isOpaque(key)) printInner(printing, value, own, key, column, ends)
    else printField(printing, key, value, own, column, ' '.repeat(column))
  }
}

function printInner(printing: Printing, map: TreeMap, part: Part, key: string, column: number, isLast: boolean): void {
  const { page, style } = printing
  const lead = ' '.repeat(column)
  const holdsItems = Object.entries(map).some(([name, each]) => isItems(name, each))
  if (Object.keys(map).length === 0 || choose(style, style.flow, `map ${part}`, holdsItems ? 10 : 3) === 1) {
    const parts = inFlow(page, part, key, map)
    page.content(`${lead}${key}: ${flowValue(printing, map, part, key)}`, parts, part)
    return
  }
  page.content(`${lead}${key}:`, [part], part)
  printMap(printing, map, part, column + (choose(style, style.shuffle, `indent ${part}`, 3) === 1 ? 4 : 2), isLast)
}

/** Says of a value that it is written in flow style, with all that is in it; gives back its parts. */
function inFlow(page: PageWriter, part: Part, key: string, value: Tree): Part[] {
  const parts = partsWithin(part, key, value)
  for (const each of parts) page.inFlow(each)
  return parts
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

function printItems(printing: Printing, items: readonly TreeMap[], part: Part, key: string, column: number, isLast: boolean): void {
  const { page, style } = printing
  const start = `${' '.repeat(column)}${key}:`
  if (items.length === 0) {
    const empty = choose(style, style.quotes, `empty ${part}`, 2)
    if (empty === 0) page.inFlow(part)
    else page.isBare(part)
    page.content(empty === 0 ? `${start} []` : start, [part], part)
    return
  }
  items.forEach((_, i) => page.isItem(join(part, i)))
  const flow = choose(style, style.flow, part, 8)
  if (flow === 1) {
    page.content(`${start} ${flowValue(printing, items, part, key)}`, inFlow(page, part, key, items), part)
    return
  }
  if (flow === 2) {
    inFlow(page, part, key, items)
    page.content(`${start} [`, [part], part, !style.flowComments)
    items.forEach((item, i) => {
      const comma = i < items.length - 1 ? ',' : ''
      const own = join(part, i)
      page.content(`${' '.repeat(column + 2)}${flowValue(printing, item, own, '')}${comma}`, partsWithin(own, '', item), null, !style.flowComments)
    })
    page.content(`${' '.repeat(column === 0 ? 0 : column + 1)}]`, [part], part)
    return
  }
  const dash = column + style.dash
  page.content(start, [part], part)
  items.forEach((item, i) => {
    const own = join(part, i)
    above(page, own, dash, part)
    printItem(printing, item, own, dash)
    if (choose(style, style.commentedOut, `out ${own}`, 5) === 1) page.comment(dash + 1 + style.gap, own)
  })
  // At the column of the keys it would be the comment of the next one.
  const holder = part.includes('/') ? part.slice(0, part.lastIndexOf('/')) : null
  const last = style.dash > 0 || isLast ? choose(style, style.commentedOut, `out ${part}`, 3) : 0
  if (last === 2) page.blank(null)
  if (last > 0) page.comment(dash, style.dash === 0 ? holder : part)
}

function printItem(printing: Printing, item: TreeMap, part: Part, dashColumn: number): void {
  const { page, style, base } = printing
  const dash = `${' '.repeat(dashColumn)}-${' '.repeat(style.gap)}`
  const column = dash.length
  const fields = shuffled(style, part, Object.keys(item))
  if (fields.length === 0) {
    page.inFlow(part)
    page.content(`${dash}{}`, [part], part)
    return
  }
  const way = choose(style, style.flow, `way ${part}`, 6)
  if (way === 1 || way === 2) {
    page.content(dash + flowValue(printing, item, part, ''), inFlow(page, part, '', item), part)
    return
  }
  if (way === 3) {
    inFlow(page, part, '', item)
    page.content(`${dash}{`, [part], part, !style.flowComments)
    fields.forEach((field, k) => {
      const comma = k < fields.length - 1 ? ',' : ''
      const own = join(part, field)
      page.content(`${' '.repeat(column + 2)}${flowEntry(printing, item, part, field)}${comma}`, [part, ...partsWithin(own, field, item[field]!)], part, !style.flowComments)
    })
    page.content(`${' '.repeat(column)}}`, [part], part)
    return
  }
  page.hasFields(part, fields.map((field) => join(part, field)))
  let lead = dash
  if (choose(style, style.blanks, `alone ${part}`, 9) === 1) {
    page.content(dash.trimEnd(), [part], part)
    lead = ' '.repeat(column)
  } else if (choose(style, style.anchors, `anchor ${part}`, 7) === 1) {
    page.content(`${dash}&n${part.replaceAll('/', '-')}`, [part], part)
    page.isGuarded(part)
    lead = ' '.repeat(column)
  }
  fields.forEach((field, k) => {
    const own = join(part, field)
    if (k > 0) {
      if (choose(style, style.blanks, `in ${own}`, 9) === 1) page.blank(own)
      if (choose(style, style.comments, `over ${own}`, 8) === 1) page.comment(column, own, true)
    }
    const isMerged = base !== undefined && field === base.field && item[field] === base.value && choose(style, true, `merge ${part}`, 2) === 1
    if (isMerged) {
      page.isGuarded(own)
      page.content(`${lead}<<: *base`, k === 0 ? [part, own] : [own], own)
    } else printField(printing, field, item[field]!, own, column, lead, k === 0 ? part : undefined)
    lead = ' '.repeat(column)
  })
}

/** `key: value` at a column; `lead` is what stands before the key on its line. */
function printField(printing: Printing, key: string, value: Tree, part: Part, column: number, lead: string, holder?: Part): void {
  const { page, style, anchors } = printing
  const parts = holder === undefined ? [part] : [holder, part]
  const start = `${lead}${key}:`
  const space = choose(style, style.tabs, `colon ${part}`, 4) === 1 ? '\t' : ' '
  if (isOpaque(key) || (typeof value !== 'string' && !Array.isArray(value))) {
    page.content(`${start}${space}${JSON.stringify(value)}`, parts, part)
    return
  }
  if (Array.isArray(value)) {
    printList(printing, start, value as readonly string[], part, parts, column)
    return
  }
  const known = anchors.use(value as string, part)
  if (known !== undefined) {
    page.content(`${start}${space}*${known}`, parts, part)
    return
  }
  const text = printScalar(style, part, value as string, column + 2)
  const isTagged = choose(style, style.tags, `tag ${part}`, 6) === 1
  if (isTagged) page.isGuarded(part)
  const before = anchors.name(value as string, part) + (isTagged ? '!!str ' : '')
  page.content(`${start}${space}${before}${text.head}`, parts, part, text.rest.length > 0 && text.block !== true)
  for (const line of text.rest) page.raw(line, [part], text.block === true)
  if (text.keeps === true) page.keepsBlanks(part)
  else if (text.rest.length === 0 && choose(style, style.comments, `under ${part}`, 12) === 1) page.comment(column + 2, part)
}

function printList({ page, style }: Printing, start: string, values: readonly string[], part: Part, parts: readonly Part[], column: number): void {
  const items = values.map((_, k) => join(part, k))
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
  return open + values.map((value, k) => printFlowScalar(comma === ',' ? { ...style, quotes: false } : style, join(place, k), value)).join(comma) + close
}

/** A value inside a flow collection, or one that is one itself. */
function flowValue(printing: Printing, value: Tree, part: Part, key: string): string {
  const { style, anchors } = printing
  if (typeof value === 'string') {
    const known = anchors.use(value, part)
    return known === undefined ? anchors.name(value, part) + printFlowScalar(style, part, value) : `*${known}`
  }
  if (isItems(key, value)) return `[${value.map((each, i) => flowValue(printing, each, join(part, i), '')).join(', ')}]`
  if (Array.isArray(value)) return flowList(style, part, value as readonly string[])
  if (!isMap(value)) return JSON.stringify(value)
  const [open, close] = choose(style, style.flow, `pad ${part}`, 3) === 1 ? ['{ ', ' }'] : ['{', '}']
  return open + shuffled(style, part, Object.keys(value)).map((field) => flowEntry(printing, value, part, field)).join(', ') + close
}

function flowEntry(printing: Printing, map: TreeMap, part: Part, field: string): string {
  const value = map[field]!
  return `${field}: ${isOpaque(field) ? JSON.stringify(value as Json) : flowValue(printing, value, join(part, field), field)}`
}
