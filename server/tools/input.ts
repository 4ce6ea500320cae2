import type { Json } from '../../src/core/index.ts'
import type { JsonSchema } from './tool.ts'

export type Arguments = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly reason: string; readonly hint: string }

/**
 * The rendered input of a node as it is recorded: an object when it is one in JSON, `{}` when it is
 * empty, else the text itself.
 */
export function readInput(text: string): Json {
  if (text.trim() === '') return {}
  if (!/^\s*\{/.test(text)) return text
  try {
    const value = JSON.parse(text) as Json
    return isObject(value) ? value : text
  } catch {
    return text
  }
}

/**
 * What a tool is called with: an object as it is, a text to a tool that takes one, or to the one string
 * property of a tool that has one. Anything else is refused before the call.
 */
export function toArguments(schema: JsonSchema, input: Json): Arguments {
  if (isObject(input)) {
    // An empty input of a tool that takes a text alone is the empty text.
    return { ok: true, value: Object.keys(input).length === 0 && takes(schema, 'string') && !takes(schema, 'object') ? '' : input }
  }
  if (typeof input !== 'string' || takes(schema, 'string')) return { ok: true, value: input }
  const only = onlyStringProperty(schema)
  if (only !== null) return { ok: true, value: { [only]: input } }
  const names = Object.keys(propertiesOf(schema))
  return {
    ok: false,
    reason: 'it was given a text and takes an object',
    hint: names.length === 0 ? 'It takes no arguments: leave the input empty.' : `Write the input as JSON with ${names.map((name) => `"${name}"`).join(', ')}.`,
  }
}

/** The property that a plain text goes to: the one that is a string, or the one required string among several. */
function onlyStringProperty(schema: JsonSchema): string | null {
  const texts = Object.entries(propertiesOf(schema)).filter(([, property]) => isObject(property) && property.type === 'string')
  if (texts.length === 1) return texts[0]![0]
  const required = Array.isArray(schema.required) ? schema.required : []
  const needed = texts.filter(([name]) => required.includes(name))
  return needed.length === 1 && required.length === 1 ? needed[0]![0] : null
}

/** Does the schema allow values of this type? One that says nothing of types allows all. */
function takes(schema: JsonSchema, type: 'string' | 'object'): boolean {
  if (schema.type === undefined) return schema.properties === undefined && schema.required === undefined && schema.anyOf === undefined && schema.oneOf === undefined && schema.allOf === undefined && schema.$ref === undefined
  return [schema.type].flat().includes(type)
}

export function propertiesOf(schema: JsonSchema): { readonly [name: string]: Json } {
  return isObject(schema.properties) ? schema.properties : {}
}

export function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
