import type { Json } from '../../diagnostic.ts'
import { asMap, formsOf, partsOf, type Schema } from './schema-parts.ts'
import { Said } from './schema-said.ts'

/** What a form lets a person write for a parameter. `any`: JSON, or a text that is none. */
export type ParameterType = 'text' | 'number' | 'integer' | 'boolean' | 'list' | 'map' | 'any'

/** Something that a tool takes by name. */
export type Parameter = {
  readonly name: string
  readonly type: ParameterType
  /** The type in a word or two: `text`, `list of numbers`. */
  readonly word: string
  readonly help: string
  readonly required: boolean
  readonly default?: Json
  /** Nothing else may be written. */
  readonly values?: readonly Json[]
}

/** What a tool takes. `others`: what its schema says of names that it does not list. */
export type Parameters = { readonly list: readonly Parameter[]; readonly others: 'refused' | 'unsaid' | 'allowed' }

/** The parameters that the input schema of a tool names, in its own order; not those that only one of its forms has. */
export function parametersOf(schema: Schema): Parameters {
  const parts = partsOf(schema, schema)
  const found = new Map<string, Json>()
  const required = new Set<string>()
  for (const part of parts) {
    for (const [name, property] of Object.entries(asMap(part.properties) ?? {})) found.set(name, property)
    for (const name of Array.isArray(part.required) ? part.required : []) if (typeof name === 'string') required.add(name)
  }
  const said = new Said(schema)
  return { list: [...found].map(([name, property]) => parameterOf(name, asMap(property) ?? {}, said, required.has(name))), others: othersOf(parts, schema, found.size) }
}

/** Does the schema name anything that the tool takes? */
export function hasParameters(schema: Schema): boolean {
  return parametersOf(schema).list.length > 0
}

function othersOf(parts: readonly Schema[], root: Schema, count: number): Parameters['others'] {
  if (parts.some((part) => part.additionalProperties === false)) return 'refused'
  // Names that one of several forms lists may be given: which form is taken is not known here.
  if (parts.some((part) => formsOf(part).flat().some((form) => namesMore(form, root)))) return 'allowed'
  if (parts.some((part) => part.unevaluatedProperties === false)) return 'refused'
  const isOpen = parts.some(({ additionalProperties, patternProperties }) => patternProperties !== undefined || additionalProperties !== undefined)
  return count === 0 || isOpen ? 'allowed' : 'unsaid'
}

/** Does a form name anything, in itself or in a form of its own? */
function namesMore(form: Schema, root: Schema): boolean {
  const seen = new Set([form])
  for (const each of seen) {
    for (const part of partsOf(each, root)) {
      if (part.properties !== undefined || part.patternProperties !== undefined) return true
      for (const inner of formsOf(part).flat()) seen.add(inner)
    }
  }
  return false
}

function parameterOf(name: string, property: Schema, said: Said, required: boolean): Parameter {
  const { values, kinds, default: fallback, help } = said.of(property)
  const types = [...new Set(kinds.map(({ type }) => type))]
  return {
    name, required, help,
    type: values ? typeOfValues(values) : types.length === 1 ? nameOf(types[0]!) : 'any',
    word: values ? 'choice' : kinds.length === 0 ? 'any value' : kinds.map(({ word }) => word).join(' or '),
    ...(fallback !== undefined && { default: fallback }),
    ...(values && { values }),
  }
}

function typeOfValues(values: readonly Json[]): ParameterType {
  const types = new Set(values.map((value) => typeof value))
  if (types.size !== 1) return 'any'
  const [type] = types
  return type === 'string' ? 'text' : type === 'number' ? 'number' : type === 'boolean' ? 'boolean' : 'any'
}

function nameOf(type: string): ParameterType {
  switch (type) {
    case 'string': return 'text'
    case 'number':
    case 'integer':
    case 'boolean': return type
    case 'array': return 'list'
    case 'object': return 'map'
    default: return 'any'
  }
}
