import type { Json } from '../../diagnostic.ts'
import { createPage } from './page.ts'
import type { Page, PageWriter, Part } from './page.ts'
import type { Plain, PlainNode } from './plain.ts'
import { fieldParts } from './print-yaml.ts'
import { choose, shuffled } from './style.ts'
import type { Style } from './style.ts'

/** Prints a definition as JSON in the given style: no comments, but spacing, order and escapes of many kinds. */
export function printJson(plain: Plain, written: Style): Page {
  const style: Style = { ...written, comments: false, trailing: false, commentedOut: false }
  const page = createPage(style)
  page.inFlow('nodes')
  for (const [i, node] of plain.nodes.entries()) for (const part of partsOf(node, i)) page.inFlow(part)
  const keys = shuffled(style, 'top', ['name', 'description', 'extra', 'nodes'] as const).filter((key) => plain[key] !== undefined)
  if (style.json === 0) {
    page.content(compact(style, topValue(plain, keys)), ['root', 'nodes', ...keys, ...plain.nodes.flatMap((node, i) => partsOf(node, i))], null)
    return page.finish()
  }
  if (keys.length === 0) {
    page.content('{}', ['root', 'nodes'], null)
    return page.finish()
  }
  page.content('{', [], null)
  keys.forEach((key, k) => {
    const comma = k < keys.length - 1 ? ',' : ''
    if (key === 'nodes') printNodes(page, plain.nodes, comma)
    else printEntry(page, key === 'extra' ? 'x-extra' : key, plain[key] as Json, key, 1, comma)
  })
  page.content('}', [], null)
  return page.finish()
}

function partsOf(node: PlainNode, i: number): Part[] {
  return [`nodes/${i}`, ...(Object.keys(node) as (keyof PlainNode)[]).flatMap((field) => fieldParts(node, field, i))]
}

function topValue(plain: Plain, keys: readonly (keyof Plain)[]): Json {
  return Object.fromEntries(keys.map((key) => (key === 'nodes' ? ['nodes', plain.nodes.map((node) => nodeValue(node))] : [key === 'extra' ? 'x-extra' : key, plain[key] as Json])))

  function nodeValue(node: PlainNode): Json {
    return Object.fromEntries(Object.entries(node).map(([field, value]) => [field === 'extra' ? 'x-extra' : field, value as Json]))
  }
}

/** On one line: close, or with the spaces that some printers put. */
function compact(style: Style, value: Json): string {
  if (choose(style, style.flow, 'compact', 2) === 0) return JSON.stringify(value)
  return spaced(value)
}

function spaced(value: Json): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[ ${(value as readonly Json[]).map(spaced).join(', ')} ]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value)
  return entries.length === 0 ? '{}' : `{ ${entries.map(([key, each]) => `${JSON.stringify(key)}: ${spaced(each as Json)}`).join(', ')} }`
}

function printNodes(page: PageWriter, nodes: readonly PlainNode[], comma: string): void {
  const { style } = page
  const pad = ' '.repeat(style.json)
  if (nodes.length === 0) {
    page.content(`${pad}"nodes": []${comma}`, ['nodes'], null)
    return
  }
  page.content(`${pad}"nodes": [`, ['nodes'], null)
  nodes.forEach((node, i) => {
    const part = `nodes/${i}`
    const after = i < nodes.length - 1 ? ',' : ''
    const fields = shuffled(style, part, Object.keys(node) as (keyof PlainNode)[])
    if (choose(style, style.blanks, `blank ${part}`, 6) === 1) page.blank(part)
    if (fields.length === 0 || choose(style, style.flow, `way ${i}`, 3) === 1) {
      const value = Object.fromEntries(fields.map((field) => [field === 'extra' ? 'x-extra' : field, node[field] as Json]))
      page.content(`${pad}${pad}${spaced(value)}${after}`, partsOf(node, i), null)
      return
    }
    page.content(`${pad}${pad}{`, [part], null)
    fields.forEach((field, k) => {
      printEntry(page, field === 'extra' ? 'x-extra' : field, node[field] as Json, `${part}/${field}`, 3, k < fields.length - 1 ? ',' : '')
    })
    page.content(`${pad}${pad}}${after}`, [part], null)
  })
  page.content(`${pad}]${comma}`, ['nodes'], null)
}

function printEntry(page: PageWriter, key: string, value: Json, part: Part, depth: number, comma: string): void {
  const { style } = page
  const pad = ' '.repeat(style.json * depth)
  const start = `${pad}${JSON.stringify(key)}${choose(style, style.flow, `colon ${part}`, 6) === 1 ? ' : ' : ': '}`
  if (Array.isArray(value) && value.length > 0 && choose(style, true, `list ${part}`, 2) === 1) {
    const values = value as readonly Json[]
    page.content(`${start}[`, [part], null)
    values.forEach((each, k) => {
      page.content(`${pad}${' '.repeat(style.json)}${JSON.stringify(each)}${k < values.length - 1 ? ',' : ''}`, [`${part}/${k}`], null)
    })
    page.content(`${pad}]${comma}`, [part], null)
    return
  }
  const parts = Array.isArray(value) ? [part, ...value.map((_, k) => `${part}/${k}`)] : [part]
  const text = typeof value === 'string' && choose(style, style.quotes, part, 5) === 1 ? escaped(value) : JSON.stringify(value)
  page.content(`${start}${text}${comma}`, parts, null)
}

/** As printers do that keep to ASCII. */
function escaped(value: string): string {
  return JSON.stringify(value).replaceAll(/[^ -~]|\//g, (char) => (char === '/' ? '\\/' : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`))
}
