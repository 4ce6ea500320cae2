import type { Range } from '../../text/edit.ts'
import type { Source, SourceNode } from '../tree.ts'

/**
 * Where a source breaks what holds of every source, good text or bad: ranges lie within the text,
 * parts within what is around them and in order, comments start as comments do. Empty when it holds.
 */
export function brokenLaws(source: Source): readonly string[] {
  const broken: string[] = []
  const all = { start: 0, end: source.text.length }
  for (const { range, code } of source.diagnostics) if (range && !isWithin(range, all)) broken.push(`${code} outside the text`)
  let last = 0
  for (const { start, end } of source.comments) {
    const text = source.text.slice(start, end)
    if (start < last || !/^(#|\/\/|\/\*)/.test(text)) broken.push(`comment ${JSON.stringify(text)}`)
    last = end
  }
  if (source.root) checkNode(source.root, all, broken)
  return broken
}

function checkNode(node: SourceNode, around: Range, broken: string[]): void {
  if (!isWithin(node.range, node.outer) || !isWithin(node.outer, around)) broken.push(`${node.kind} ${show(node.range)} in ${show(node.outer)} in ${show(around)}`)
  if (node.kind === 'map') {
    checkOrder(node.entries, broken)
    for (const { range, key, value } of node.entries) {
      if (!isWithin(range, node.range)) broken.push(`entry ${show(range)} in ${show(node.range)}`)
      checkNode(key, range, broken)
      if (!value) continue
      checkNode(value, range, broken)
      if (value.outer.start < key.range.end) broken.push(`value ${show(value.outer)} before key ${show(key.range)}`)
    }
  } else if (node.kind === 'list') {
    checkOrder(node.items, broken)
    for (const { range, value } of node.items) {
      if (!isWithin(range, node.range)) broken.push(`item ${show(range)} in ${show(node.range)}`)
      if (value) checkNode(value, range, broken)
    }
  }
}

function checkOrder(parts: readonly { readonly range: Range }[], broken: string[]): void {
  parts.forEach(({ range }, index) => {
    const before = parts[index - 1]
    if (before && range.start < before.range.end) broken.push(`${show(range)} after ${show(before.range)}`)
  })
}

function isWithin(inner: Range, outer: Range): boolean {
  return inner.start >= outer.start && inner.end >= inner.start && inner.end <= outer.end
}

function show({ start, end }: Range): string {
  return `${start}..${end}`
}
