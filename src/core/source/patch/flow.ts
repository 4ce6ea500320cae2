import type { Json } from '../../diagnostic.ts'
import type { Source } from '../tree.ts'
import { commentsIn, partsOf } from './extent.ts'
import type { Container } from './extent.ts'
import { forms, refuse, replace } from './form.ts'
import type { Form, Forms } from './form.ts'
import { columnOf, lineStart } from './lines.ts'
import type { Models } from './print-value.ts'

/** How values within brackets are written: YAML on one line, JSON as its neighbours are. */
export type FlowStyle = {
  readonly isJson: boolean
  readonly eol: string
  /** What one level of lines adds to the indentation; empty when all stands on one line. */
  readonly unit: string
  /** Between a comma and what follows on the same line. */
  readonly space: string
  readonly bracketPad: string
  readonly bracePad: string
  readonly print: (value: Json, margin: string, models: Models) => string
  readonly printKey: (key: string) => string
}

const COMMENT_STAYS = 'There is a comment inside of these brackets, and an edit could tear it from what it is about. Make the change in the text.'

/** Puts a part into brackets before the part `index`. `key` is given for a map. */
export function insertFlow(
  source: Source, container: Container, index: number, key: string | null, value: Json, style: FlowStyle, models: Models,
): Forms {
  const parts = partsOf(container)
  const before = parts[index - 1]
  const after = parts[index]
  const from = before ? before.range.end : container.range.start + 1
  const to = after ? after.range.start : container.range.end - 1
  if (commentsIn(source, from, to).length > 0) return refuse('refused/flow-comment', COMMENT_STAYS, { start: from, end: to })
  if (!before && !after) return forms(fillEmpty(source, container, key, value, style, models))
  const gap = gapOf(source, container, index, style)
  const body = bodyOf(key, value, marginOf(source, container, gap), style, models)
  return before ? forms([replace(from, from, `,${gap}${body}`)]) : forms([replace(to, to, `${body},${gap}`)])
}

/** Takes a part out of brackets, with the comma that it no longer needs. */
export function deleteFlow(source: Source, container: Container, index: number): Forms {
  const parts = partsOf(container)
  const before = parts[index - 1]
  const after = parts[index + 1]
  const from = before ? before.range.end : container.range.start + 1
  const to = after ? after.range.start : container.range.end - 1
  if (commentsIn(source, from, to).length > 0) return refuse('refused/flow-comment', COMMENT_STAYS, { start: from, end: to })
  const part = parts[index]
  if (!part) return forms()
  if (before) return forms([replace(from, part.range.end, '')])
  return forms([replace(after ? part.range.start : from, to, '')])
}

/** Moves a part of brackets, as it is written, to the place `to` among the others. */
export function moveFlow(source: Source, container: Container, from: number, to: number): Forms {
  const parts = partsOf(container)
  const { start, end } = container.range
  if (commentsIn(source, start, end).length > 0) return refuse('refused/flow-comment', COMMENT_STAYS, { start, end })
  // Only the texts change places: what stands between them is layout and stays.
  const order = parts.map((_, index) => index)
  order.splice(to, 0, ...order.splice(from, 1))
  return forms(parts.flatMap(({ range }, index) => {
    const part = parts[order[index] ?? index]
    return part && order[index] !== index ? [replace(range.start, range.end, source.text.slice(part.range.start, part.range.end))] : []
  }))
}

function fillEmpty(
  source: Source, container: Container, key: string | null, value: Json, style: FlowStyle, models: Models,
): Form {
  const margin = lineMargin(source.text, container.range.start)
  const from = container.range.start + 1
  const to = container.range.end - 1
  const isNested = typeof value === 'object' && value !== null
  // A list of words stays on its line where that is the habit of the lists around it.
  const sibling = models.find((model) => model.kind === container.kind && partsOf(model as Container).length > 0)
  const several = sibling ? source.text.slice(sibling.range.start, sibling.range.end).includes('\n') : style.isJson || isNested
  if (several && style.unit !== '' && style.isJson) {
    const inner = margin + style.unit
    const body = bodyOf(key, value, inner, style, models)
    return [replace(from, to, style.eol + inner + body + style.eol + margin)]
  }
  const pad = container.kind === 'list' ? style.bracketPad : style.bracePad
  return [replace(from, to, pad + bodyOf(key, value, margin, style, models) + pad)]
}

function bodyOf(key: string | null, value: Json, margin: string, style: FlowStyle, models: Models): string {
  const printed = style.print(value, margin, models)
  return key === null ? printed : `${style.printKey(key)}:${style.isJson ? style.space : ' '}${printed}`
}

/** What stands between a comma and the next part here: as between the nearest two, or before the first. */
function gapOf(source: Source, container: Container, index: number, style: FlowStyle): string {
  const parts = partsOf(container)
  const { text } = source
  if (parts.length > 1) {
    const right = Math.min(Math.max(index, 1), parts.length - 1)
    const found = /^\s*,(\s*)$/.exec(text.slice(parts[right - 1]?.range.end, parts[right]?.range.start))
    if (found) return found[1] ?? ''
  }
  const lead = text.slice(container.range.start + 1, parts[0]?.range.start)
  // A comment may stand behind the bracket; the line of the part is what counts.
  return /(?:\r\n|\n|\r)[ \t]*$/.exec(lead)?.[0] ?? style.space
}

/** The indentation of lines that a part after `gap` goes on with. */
function marginOf(source: Source, container: Container, gap: string): string {
  const found = /[\n\r]([^\n\r]*)$/.exec(gap)
  return found ? (found[1] ?? '') : lineMargin(source.text, container.range.start)
}

export function lineMargin(text: string, at: number): string {
  const start = lineStart(text, at)
  return /^[ \t]*/.exec(text.slice(start, start + columnOf(text, at)))?.[0] ?? ''
}
