import type { Json } from '../../diagnostic.ts'
import { createPage } from './page.ts'
import type { Page, PageWriter, Part } from './page.ts'
import { choose, shuffled } from './style.ts'
import type { Style } from './style.ts'
import { isItems, isMap, isOpaque, join, partsWithin } from './tree.ts'
import type { Tree, TreeMap } from './tree.ts'

/** Prints a file as JSON in the given style: no comments, but spacing, order and escapes of many kinds. */
export function printJson(tree: TreeMap, written: Style): Page {
  const style: Style = { ...written, comments: false, trailing: false, tabs: false, commentedOut: false }
  const page = createPage(style)
  const keys = shuffled(style, 'top', Object.keys(tree))
  const parts = keys.flatMap((key) => partsWithin(key, key, tree[key]!))
  for (const part of parts) page.inFlow(part)
  noteItems(page, tree, '', '')
  if (style.json === 0) {
    const value = Object.fromEntries(keys.map((key) => [key, tree[key] as Json]))
    page.content(choose(style, style.flow, 'compact', 2) === 0 ? JSON.stringify(value) : spaced(value), ['root', 'nodes', ...parts], null)
    return page.finish()
  }
  if (keys.length === 0) {
    page.content('{}', ['root', 'nodes'], null)
    return page.finish()
  }
  page.content('{', [], null)
  keys.forEach((key, k) => printEntry(page, key, tree[key]!, key, 1, k < keys.length - 1 ? ',' : ''))
  page.content('}', [], null)
  return page.finish()
}

function noteItems(page: PageWriter, value: Tree, part: Part, key: string): void {
  if (isItems(key, value)) value.forEach((_, i) => page.isItem(join(part, i)))
  else if (isMap(value)) for (const [name, each] of Object.entries(value)) noteItems(page, each, join(part, name), name)
}

function spaced(value: Json): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[ ${(value as readonly Json[]).map(spaced).join(', ')} ]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value)
  return entries.length === 0 ? '{}' : `{ ${entries.map(([key, each]) => `${JSON.stringify(key)}: ${spaced(each as Json)}`).join(', ')} }`
}

function printItems(page: PageWriter, start: string, items: readonly TreeMap[], part: Part, depth: number, comma: string): void {
  const { style } = page
  const pad = ' '.repeat(style.json * depth)
  page.content(`${start}[`, [part], null)
  items.forEach((item, i) => {
    const own = join(part, i)
    const after = i < items.length - 1 ? ',' : ''
    const inner = pad + ' '.repeat(style.json)
    const fields = shuffled(style, own, Object.keys(item))
    if (choose(style, style.blanks, `blank ${own}`, 6) === 1) page.blank(own)
    if (fields.length === 0 || choose(style, style.flow, `way ${own}`, 3) === 1) {
      page.content(`${inner}${spaced(Object.fromEntries(fields.map((field) => [field, item[field] as Json])))}${after}`, partsWithin(own, '', item), null)
      return
    }
    page.content(`${inner}{`, [own], null)
    fields.forEach((field, k) => printEntry(page, field, item[field]!, join(own, field), depth + 2, k < fields.length - 1 ? ',' : ''))
    page.content(`${inner}}${after}`, [own], null)
  })
  page.content(`${pad}]${comma}`, [part], null)
}

function printEntry(page: PageWriter, key: string, value: Tree, part: Part, depth: number, comma: string): void {
  const { style } = page
  const pad = ' '.repeat(style.json * depth)
  const start = `${pad}${JSON.stringify(key)}${choose(style, style.flow, `colon ${part}`, 6) === 1 ? ' : ' : ': '}`
  if (isItems(key, value) && value.length > 0) {
    printItems(page, start, value, part, depth, comma)
    return
  }
  if (isMap(value) && !isOpaque(key) && Object.keys(value).length > 0 && choose(style, style.flow, `map ${part}`, 3) !== 1) {
    const fields = shuffled(style, part, Object.keys(value))
    page.content(`${start}{`, [part], null)
    fields.forEach((field, k) => printEntry(page, field, value[field]!, join(part, field), depth + 1, k < fields.length - 1 ? ',' : ''))
    page.content(`${pad}}${comma}`, [part], null)
    return
  }
  if (Array.isArray(value) && value.length > 0 && choose(style, true, `list ${part}`, 2) === 1) {
    const values = value as readonly Json[]
    page.content(`${start}[`, [part], null)
    values.forEach((each, k) => {
      page.content(`${pad}${' '.repeat(style.json)}${JSON.stringify(each)}${k < values.length - 1 ? ',' : ''}`, [join(part, k)], null)
    })
    page.content(`${pad}]${comma}`, [part], null)
    return
  }
  const text = typeof value === 'string' && choose(style, style.quotes, part, 5) === 1 ? escaped(value) : JSON.stringify(value)
  page.content(`${start}${text}${comma}`, partsWithin(part, key, value), null)
}

/** As printers do that keep to ASCII. */
function escaped(value: string): string {
  return JSON.stringify(value).replaceAll(/[^ -~]|\//g, (char) => (char === '/' ? '\\/' : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`))
}
