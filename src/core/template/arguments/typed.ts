import { unreachable, type Json } from '../../diagnostic.ts'
import { shown } from '../../source/shown.ts'
import { contentOf, hasAction, isOneAction, quoteContent } from './content.ts'
import type { Parameter } from './parameters.ts'
import { readArguments } from './read.ts'

/** What was typed for a parameter as the value to write; `null` takes the argument out. */
export type TypedArgument = { readonly ok: true; readonly value: string | null } | { readonly ok: false; readonly reason: string }

/** A value as a form shows it: a text without its quotes, all else as it is written. */
export function shownArgument({ type }: Pick<Parameter, 'type'>, value: string | null): string {
  if (value === null) return ''
  const content = type === 'text' || type === 'any' ? contentOf(value) : null
  // What is typed without quotes must be read as that text again.
  if (content === null || (type === 'any' && (content.trim() === '' || isBare(content) || isBegunJson(content)))) return value
  return content
}

/**
 * Reads what was typed into a form. A template stands in quotes where a text belongs, and bare elsewhere;
 * one that stood bare before stays so while it is one action alone.
 *
 * @param before the value that stands there.
 */
export function typedArgument(parameter: Parameter, typed: string, before: string | null): TypedArgument {
  const { type, values } = parameter
  const text = typed.trim()
  if (text === '') return emptied(parameter, typed)
  if (values && !hasAction(text)) {
    const chosen = values.find((value) => wordOfValue(value) === text || JSON.stringify(value) === text)
    return chosen === undefined
      ? { ok: false, reason: `It is one of ${values.slice(0, 12).map((value) => `\`${shown(wordOfValue(value))}\``).join(', ')}, or a template.` }
      : { ok: true, value: JSON.stringify(chosen) }
  }
  switch (type) {
    case 'text': {
      if (before !== null && isOneAction(before) && isOneAction(text)) return bare(text)
      // It is shown in its quotes, since without them it would say something else.
      if (before !== null && before.startsWith('"') && contentOf(before) === null && text.startsWith('"') && isBare(text)) return { ok: true, value: text }
      return quoted(typed)
    }
    case 'number': return hasAction(text) ? bare(text) : literal(text, (value) => typeof value === 'number', 'a number, such as `3` or `0.5`')
    case 'integer': return hasAction(text) ? bare(text) : literal(text, (value) => Number.isInteger(value), 'a whole number, such as `3`')
    case 'boolean': return hasAction(text) ? bare(text) : literal(text, (value) => typeof value === 'boolean', '`true` or `false`')
    case 'list': return hasAction(text) ? bare(text) : literal(text, Array.isArray, 'a list in JSON, such as `["a", "b"]`')
    case 'map': return hasAction(text) ? bare(text) : literal(text, (value) => typeof value === 'object' && value !== null && !Array.isArray(value), 'an object in JSON, such as `{"a": 1}`')
    case 'any':
      if (isBare(text)) return { ok: true, value: text }
      return isBegunJson(text) ? bare(text) : quoted(typed)
    default: return unreachable(type)
  }
}

/** A value of a choice in a word. */
export function wordOfValue(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Nothing, or only space, which is a text where one must be given. */
function emptied({ type, required, values }: Parameter, typed: string): TypedArgument {
  return type === 'text' && !values && (required || typed !== '') ? { ok: true, value: JSON.stringify(typed) } : { ok: true, value: null }
}

function quoted(content: string): TypedArgument {
  const value = quoteContent(content)
  if (value === null || !isBare(value)) return { ok: false, reason: faultOf(value ?? `"${content}"`) }
  return { ok: true, value }
}

function bare(text: string): TypedArgument {
  return isBare(text) ? { ok: true, value: text } : { ok: false, reason: faultOf(text) }
}

function literal(text: string, fits: (value: unknown) => boolean, wanted: string): TypedArgument {
  try {
    if (fits(JSON.parse(text))) return { ok: true, value: text }
  } catch {
    // Said below.
  }
  return { ok: false, reason: `It is ${wanted}, or a template.` }
}

/** Is it one value of JSON, whatever its actions give? Variables may be declared elsewhere in the input. */
function isBare(text: string): boolean {
  const read = readArguments(`{"x":${text}}`)
  return read.ok ? read.list.length === 1 && read.list[0]!.text === text : isUndeclared(text)
}

/** Only that variables are not declared here can be wrong: the whole input tells. */
function isUndeclared(text: string): boolean {
  const names = [...new Set(text.match(/\$[\p{L}\p{Nd}_]+/gu) ?? [])]
  if (names.length === 0) return false
  const read = readArguments(`${names.map((name) => `{{${name} := 0}}`).join('')}{"x":${text}}`)
  return read.ok && read.list.length === 1 && read.list[0]!.text === text
}

/** Begins as only JSON does, not as an action. */
function isBegunJson(text: string): boolean {
  return /^\s*(?:\{(?!\{)|\[|")/.test(text)
}

function faultOf(text: string): string {
  const read = readArguments(`{"x":${text}}`)
  return read.ok || read.kind !== 'broken' ? 'One value of JSON belongs here.' : read.reason
}
