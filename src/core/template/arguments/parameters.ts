import type { Json } from '../../diagnostic.ts'

type Schema = { readonly [key: string]: Json }

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

/** No schema that people write goes deeper. */
const MAX_DEPTH = 8

/** The parameters that the input schema of a tool names, in its own order. */
export function parametersOf(schema: Schema): Parameters {
  const parts = partsOf(schema, schema, 0)
  const found = new Map<string, Json>()
  const required = new Set<string>()
  for (const part of parts) {
    for (const [name, property] of Object.entries(asMap(part.properties) ?? {})) found.set(name, property)
    for (const name of Array.isArray(part.required) ? part.required : []) if (typeof name === 'string') required.add(name)
  }
  const closed = parts.some((part) => part.additionalProperties === false || part.unevaluatedProperties === false)
  const isOpen = found.size === 0 || parts.some(({ additionalProperties, patternProperties }) => patternProperties !== undefined || (additionalProperties !== undefined && additionalProperties !== false))
  return { list: [...found].map(([name, property]) => parameterOf(name, property, schema, required.has(name))), others: closed ? 'refused' : isOpen ? 'allowed' : 'unsaid' }
}

/** Does the schema name anything that the tool takes? */
export function hasParameters(schema: Schema): boolean {
  return parametersOf(schema).list.length > 0
}

function parameterOf(name: string, property: Json, root: Schema, required: boolean): Parameter {
  const parts = partsOf(asMap(property) ?? {}, root, 0)
  const first = (key: string): Json | undefined => parts.find((part) => part[key] !== undefined)?.[key]
  const fixed = first('const')
  const listed = first('enum')
  const values = fixed !== undefined ? [fixed] : Array.isArray(listed) ? listed as readonly Json[] : undefined
  const fallback = first('default')
  const help = first('description') ?? first('title')
  const types = [...new Set(parts.flatMap((part) => typesOf(part)))].filter((type) => type !== 'null')
  const type = values ? typeOfValues(values) : types.length === 1 ? nameOf(types[0]!) : 'any'
  return {
    name, type, required,
    word: values ? 'choice' : types.length === 0 ? 'any value' : types.map((each) => wordOf(each, parts, root)).join(' or '),
    help: typeof help === 'string' ? help : '',
    ...(fallback !== undefined && { default: fallback }),
    ...(values && { values }),
  }
}

/** A schema with what it refers to and is put together of. Of several forms the one that is not `null`, where there is one. */
function partsOf(schema: Schema, root: Schema, depth: number): readonly Schema[] {
  if (depth > MAX_DEPTH) return []
  const inner: Schema[] = []
  if (typeof schema.$ref === 'string') inner.push(...listOf([follow(schema.$ref, root) ?? null]))
  inner.push(...listOf(schema.allOf))
  for (const forms of [listOf(schema.anyOf), listOf(schema.oneOf)]) {
    const others = forms.filter(({ type }) => type !== 'null')
    if (others.length === 1 || others.every((form) => form.properties === undefined)) inner.push(...others)
  }
  return [schema, ...inner.flatMap((part) => partsOf(part, root, depth + 1))]
}

function typesOf({ type, properties }: Schema): readonly string[] {
  if (type === undefined) return properties === undefined ? [] : ['object']
  return (Array.isArray(type) ? type : [type]).map(String)
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

const WORDS: ReadonlyMap<string, string> = new Map([
  ['string', 'text'], ['number', 'number'], ['integer', 'whole number'], ['boolean', 'true or false'], ['array', 'list'], ['object', 'object'],
])
const MANY: ReadonlyMap<string, string> = new Map([['string', 'texts'], ['number', 'numbers'], ['integer', 'whole numbers'], ['object', 'objects'], ['array', 'lists']])

function wordOf(type: string, parts: readonly Schema[], root: Schema): string {
  const word = WORDS.get(type) ?? type
  if (type !== 'array') return word
  const items = parts.flatMap((part) => partsOf(asMap(part.items) ?? {}, root, 0)).flatMap((part) => typesOf(part))
  const many = items.length === 1 ? MANY.get(items[0]!) : undefined
  return many === undefined ? word : `list of ${many}`
}

function follow(reference: string, root: Schema): Json | undefined {
  if (reference === '#') return root
  if (!reference.startsWith('#/')) return undefined
  let at: Json | undefined = root
  for (const part of reference.slice(2).split('/')) {
    const map = asMap(at)
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    at = map && Object.hasOwn(map, key) ? map[key] : undefined
  }
  return at
}

function listOf(value: Json | undefined): readonly Schema[] {
  return Array.isArray(value) ? (value as readonly Json[]).flatMap((one): readonly Schema[] => {
    const map = asMap(one)
    return map ? [map] : []
  }) : []
}

function asMap(value: Json | undefined): Schema | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value as Schema : null
}
