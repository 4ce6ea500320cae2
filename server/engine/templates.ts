import { lineStarts, positionAt, renderCondition, renderInput, renderTemplate, TemplateError, type Json, type RunError, type WalkNode } from '../../src/core/index.ts'
import type { RenderedTexts } from './ports.ts'

/** The variables of a walk: `.trigger` and the outputs so far. */
export type Variables = ReadonlyMap<string, Json>

export type Filled<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: RunError }

/** Whether a condition holds. `of`: whose it is, for the message. `now`: milliseconds since 1970. */
export function fillCondition(text: string, variables: Variables, now: number, of: string): Filled<boolean> {
  return fill(of, text, () => renderCondition(text, variables, { now }))
}

/** The texts that a node is given. */
export function fillTexts(node: WalkNode, variables: Variables, now: number): Filled<RenderedTexts> {
  const { input = '', work } = node
  const given = fill('its `input`', input, () => renderInput(input, variables, { now }))
  if (!given.ok) return given
  const text = work.type === 'branch' ? '' : (work.prompt ?? '')
  const prompt = fill('its `prompt`', text, () => renderTemplate(text, variables, { now }))
  return prompt.ok ? { ok: true, value: { input: given.value, prompt: prompt.value } } : prompt
}

/** The most items of a `for_each`. */
const MOST_ITEMS = 1_000

export function fillItems(text: string, variables: Variables, now: number): Filled<readonly Json[]> {
  const of = 'its `for_each`'
  const given = fill(of, text, () => renderInput(text, variables, { now }))
  if (!given.ok) return given
  let items: Json
  try {
    items = JSON.parse(given.value) as Json
  } catch {
    return unusable(`${of} gives no JSON array, but ${describe(given.value)}`, 'It must render as a JSON array, for example `{{ toJson .list }}`.')
  }
  if (!Array.isArray(items)) return unusable(`${of} gives no array, but ${describe(given.value)}`, 'It must render as a JSON array, for example `{{ toJson .list }}`.')
  const list = items as readonly Json[]
  if (list.length > MOST_ITEMS) return unusable(`${of} gives ${list.length.toLocaleString('en')} items: at most ${MOST_ITEMS.toLocaleString('en')} are worked on`, 'Split the list over several nodes.')
  return { ok: true, value: list }
}

function unusable(message: string, hint: string): Filled<never> {
  return { ok: false, error: { kind: 'invalid-input', message, hint } }
}

function describe(text: string): string {
  const trimmed = text.trim()
  if (trimmed === '') return 'nothing'
  return trimmed.length > 60 ? `${trimmed.slice(0, 60).replace(/[\uD800-\uDBFF]$/, '')}…` : trimmed
}

function fill<T>(of: string, text: string, render: () => T): Filled<T> {
  try {
    return { ok: true, value: render() }
  } catch (thrown) {
    if (!(thrown instanceof TemplateError)) throw thrown
    const { line, column } = positionAt(lineStarts(text), thrown.range.start)
    const place = line === 1 ? `character ${column}` : `line ${line}, character ${column}`
    return { ok: false, error: { kind: 'template', message: `${of} could not be filled in, at ${place}: ${thrown.message}` } }
  }
}
