import { shown } from '../source/shown.ts'
import { TemplateError } from './error.ts'
import { JsonSink } from './json-fill.ts'
import { Meter } from './meter.ts'
import type { TemplateNode, TemplateTree } from './nodes.ts'
import { parseTemplate } from './parse.ts'
import { PlainSink, type Sink } from './sink.ts'
import type { TemplateValue } from './value.ts'
import { Walk } from './walk.ts'

export type TemplateOptions = {
  /** The time that `now` and `today` give, in milliseconds since 1970; without it the clock's. */
  readonly now?: number
}

/**
 * The text that a template gives for data, as Go's text/template would, with Heddle's rules on top:
 * what is missing or null is nothing, what has parts is compact JSON.
 *
 * Throws `TemplateError` alone: stage `parse` when the text is at fault, `exec` when this text with
 * this data is, or when it takes more than a rendering may (`MAX_RENDER_STEPS`, `MAX_RENDER_LENGTH`,
 * `MAX_RENDER_DEPTH`). Data is read by its own properties only and never changed.
 */
export function renderTemplate(text: string, data: TemplateValue, options: TemplateOptions = {}): string {
  return render(sound(text), data, options, (meter) => new PlainSink(meter))
}

/**
 * The input that a template gives for data. A template whose text before its first action begins with
 * `{` or `[` is JSON and filled in as JSON: inside quotes a value is escaped, outside them an action
 * puts nothing or one JSON value, so that no value can end or add to what holds it. The result then
 * parses, else `TemplateError` says where it does not. Any other template is rendered as text.
 */
export function renderInput(text: string, data: TemplateValue, options: TemplateOptions = {}): string {
  const tree = sound(text)
  return render(tree, data, options, (meter) => isJsonTree(tree) ? new JsonSink(meter) : new PlainSink(meter))
}

/** Whether the condition in a template holds: what it renders is neither empty after trimming nor `false` nor `0`. */
export function renderCondition(text: string, data: TemplateValue, options: TemplateOptions = {}): boolean {
  const rendered = renderTemplate(text, data, options).trim()
  return rendered !== '' && rendered !== 'false' && rendered !== '0'
}

/** Whether an input template is filled in as JSON. */
export function isJsonTemplate(text: string): boolean {
  return isJsonTree(parseTemplate(text))
}

/** What gives nothing where it stands (comments, definitions, declarations) does not count as an action. */
export function isJsonTree(tree: TemplateTree): boolean {
  let before = ''
  for (const node of tree.root) {
    if (node.type === 'text') before += node.text
    else if (!isSilent(node)) break
    if (before.trim() !== '') break
  }
  return /^\s*[{[]/.test(before)
}

function isSilent(node: TemplateNode): boolean {
  return node.type === 'action' && node.pipe.declares.length > 0
}

function sound(text: string): TemplateTree {
  const tree = parseTemplate(text)
  const [problem] = tree.problems
  if (problem) throw new TemplateError('parse', problem.range, problem.message)
  return tree
}

function render(tree: TemplateTree, data: TemplateValue, options: TemplateOptions, sinkFor: (meter: Meter) => Sink): string {
  const meter = new Meter(options.now ?? Date.now())
  const sink = sinkFor(meter)
  try {
    new Walk(tree, meter, sink).run(data)
    return sink.finish(tree.text.length)
  } catch (error) {
    if (error instanceof TemplateError) throw error
    // The counted depth is far below what a stack holds, unless the caller has used it up already.
    if (error instanceof RangeError) throw new TemplateError('exec', meter.at, `This template could not be rendered: ${shown(error.message)}.`)
    throw error
  }
}
