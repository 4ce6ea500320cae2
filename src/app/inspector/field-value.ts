import { parseDuration, unreachable, type Field, type Json } from '../../core/index.ts'

/** What a form shows of a field's value: text as it is typed. */
export function shownValue(field: Field, value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(plain).join('\n')
  // A default that means "not set" stands as the hint of an empty field.
  if (field.type === 'integer' && value === 0) return ''
  return plain(value)
}

function plain(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export type Read = { readonly ok: true; readonly value: Json | undefined } | { readonly ok: false; readonly reason: string }

/**
 * What was typed, as the value to write: `undefined` clears the field. Space around text is dropped,
 * as it is on reading: writing it would only add quotes to the file.
 */
export function readValue(field: Field, typed: string): Read {
  const text = typed.trim()
  switch (field.type) {
    case 'integer': {
      if (text === '') return { ok: true, value: undefined }
      if (!/^-?\d{1,9}$/.test(text)) return { ok: false, reason: `${field.label} is a whole number, such as ${field.example ?? '3'}.` }
      return { ok: true, value: Number(text) }
    }
    case 'duration':
      if (text === '') return { ok: true, value: undefined }
      // Half of one would be written as something else: `1` on the way to `1m30s`.
      return parseDuration(text) === null ? { ok: false, reason: `${field.label} is a duration, such as 500ms, 30s, 5m or 1h30m.` } : { ok: true, value: text }
    case 'list':
    case 'references':
      return { ok: true, value: listOf(typed) }
    case 'boolean':
      if (text === '') return { ok: true, value: undefined }
      return text === 'true' || text === 'false' ? { ok: true, value: text === 'true' } : { ok: false, reason: `${field.label} is true or false.` }
    case 'template':
    case 'condition':
      // Space around a template is part of what it renders.
      return { ok: true, value: text === '' && !field.always ? undefined : typed }
    case 'text':
    case 'multiline':
    case 'variable':
    case 'enum':
    case 'reference':
      if (text === '' && !field.always) return { ok: true, value: undefined }
      if (field.type === 'enum' && text === field.default) return { ok: true, value: undefined }
      return { ok: true, value: text }
    default:
      return unreachable(field.type)
  }
}

function listOf(typed: string): Json | undefined {
  const items = typed.split(/[\n,]/).map((item) => item.trim())
  const kept = [...new Set(items)].filter((item) => item !== '')
  return kept.length === 0 ? undefined : kept
}

/** Would writing `typed` change nothing? Then the field keeps what is being typed, space and all. */
export function sameValue(field: Field, typed: string, value: Json | undefined): boolean {
  const read = readValue(field, typed)
  if (!read.ok) return typed === shownValue(field, value)
  const shown = readValue(field, shownValue(field, value))
  return shown.ok && JSON.stringify(read.value) === JSON.stringify(shown.value)
}
