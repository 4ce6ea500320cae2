import type { Json } from '../../diagnostic.ts'
import type { Source, SourceNode } from '../tree.ts'
import { afterProps, colonOf, replaceBlock } from './block.ts'
import { extentOf, isBlockScalar, partsOf } from './extent.ts'
import type { Container } from './extent.ts'
import { replace } from './form.ts'
import type { Form } from './form.ts'
import { readHeader } from './header.ts'
import { beforeBreak, lineEnd } from './lines.ts'
import { afterColon, afterDash } from './print-value.ts'
import type { Layout, Models } from './print-value.ts'
import { replaceScalar } from './scalar.ts'

/** Ways to put a value in place of what an entry or item of a block collection holds now, which may be nothing. */
export function replaceValue(
  source: Source, container: Container, index: number, value: Json, layout: Layout, models: Models,
): readonly Form[] {
  const part = partsOf(container)[index]
  if (!part) return []
  const { column } = extentOf(source, container, index)
  const old = part.value
  if (old?.kind === 'scalar' && old.range.end > old.range.start && (typeof value !== 'object' || value === null)) {
    return replaceScalar(source, old, value, column, layout)
  }
  const introducer = 'key' in part ? (colonOf(source.text, part) ?? part.range.end - 1) + 1 : part.range.start + 1
  const print = 'key' in part ? afterColon : afterDash
  // What shares the line with its dash begins where the old value did.
  const isBeside = !('key' in part) && old && lineEnd(source.text, introducer) > old.range.start
  const own = isBeside ? Math.max(1, old.range.start - introducer) : null
  const fitting = own === null ? layout : { ...layout, gap: own, leafGap: own }
  const printed = [fitting, { ...fitting, literals: false }].map((way) => print(value, column, way, models))
  return [...new Set(printed)].map((written) => replaceByText(source, column, old, introducer, written))
}

/**
 * Puts printed text in place of a value. Its first line follows the introducer (a colon, a dash, or
 * an anchor after either), the others follow that line: a comment at the end of it stays there.
 */
function replaceByText(source: Source, column: number, old: SourceNode | null, introducer: number, written: string): Form {
  const { text } = source
  const split = /\r\n|\r|\n/.exec(written)?.index ?? written.length
  const head = written.slice(0, split)
  const tail = written.slice(split)
  if (!old || old.range.start === old.range.end) {
    const at = old ? Math.max(introducer, old.range.end) : introducer
    const end = lineEnd(text, at)
    return [replace(at, at, head), replace(end, end, tail)]
  }
  const start = old.range.start
  if (old.kind === 'scalar' && isBlockScalar(old)) {
    const header = readHeader(text, old, column)
    return [replace(start, header.indicators, head.trimStart()), replace(header.end, beforeBreak(text, old.range.end), tail)]
  }
  if ((old.kind === 'map' || old.kind === 'list') && old.style === 'block') {
    const form = replaceBlock(source, old, introducer, head.trimStart())
    if (tail === '') return form
    if (extentOf(source, old, 0).isInline) return form.map((edit) => replace(edit.range.start, edit.range.end, edit.text + tail))
    const at = afterProps(text, old, introducer)
    const end = lineEnd(text, at)
    return [replace(at, at, head), replace(end, end, tail), ...form.slice(1)]
  }
  const end = lineEnd(text, old.range.end)
  const from = head === '' && text[start - 1] === ' ' ? start - 1 : start
  return [replace(from, old.range.end, head.trimStart()), replace(end, end, tail)]
}
