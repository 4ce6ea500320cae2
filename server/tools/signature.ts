import type { Json } from '../../src/core/index.ts'
import { isObject, propertiesOf } from './input.ts'
import type { JsonSchema, ToolInfo } from './tool.ts'

/** A tool as TypeScript would write it: `read(input: { path: string }): string`. */
export function signatureOf({ name, input, output }: Pick<ToolInfo, 'name' | 'input' | 'output'>): string {
  const takes = typeOf(input, whole(input), 0)
  const isOptional = input.type === 'object' && !(Array.isArray(input.required) && input.required.length > 0)
  const parameter = takes === '{}' ? '' : `input${isOptional ? '?' : ''}: ${takes}`
  return `${name}(${parameter}): ${output === undefined ? 'unknown' : typeOf(output, whole(output), 0)}`
}

const DEPTH = 6

/** More parts than this help nobody, and a schema that leads back to itself could have any number. */
const MOST_PARTS = 500

type Root = { readonly schema: JsonSchema; /** Parts that may still be written out. */ left: number }

const whole = (schema: JsonSchema): Root => ({ schema, left: MOST_PARTS })

function typeOf(schema: Json | undefined, root: Root, depth: number): string {
  root.left -= 1
  if (schema === true || schema === undefined || depth > DEPTH || root.left < 0) return 'unknown'
  if (schema === false) return 'never'
  if (!isObject(schema)) return 'unknown'
  if (typeof schema.$ref === 'string') return typeOf(follow(schema.$ref, root), root, depth + 1)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return union(schema.enum.map((value) => JSON.stringify(value)))
  for (const key of ['anyOf', 'oneOf'] as const) {
    const forms = schema[key]
    if (Array.isArray(forms)) return union(forms.map((one) => typeOf(one, root, depth + 1)))
  }
  if (Array.isArray(schema.allOf)) return schema.allOf.map((one) => typeOf(one, root, depth + 1)).join(' & ')
  const types = schema.type === undefined ? (schema.properties === undefined ? [] : ['object']) : [schema.type].flat().map(String)
  return types.length === 0 ? 'unknown' : union(types.map((type) => plainType(type, schema, root, depth)))
}

function plainType(type: string, schema: JsonSchema, root: Root, depth: number): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type
    case 'integer':
    case 'number':
      return 'number'
    case 'array': {
      const item = typeOf(schema.items, root, depth + 1)
      return /[|&]/.test(item) ? `(${item})[]` : `${item}[]`
    }
    case 'object': {
      const required = Array.isArray(schema.required) ? schema.required : []
      const fields = Object.entries(propertiesOf(schema)).map(([name, property]) => `${/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? name : JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(property, root, depth + 1)}`)
      if (fields.length > 0) return `{ ${fields.join('; ')} }`
      if (schema.additionalProperties === false) return '{}'
      return isObject(schema.additionalProperties) ? `Record<string, ${typeOf(schema.additionalProperties, root, depth + 1)}>` : 'object'
    }
    default:
      return 'unknown'
  }
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ') || 'never'
}

function follow(reference: string, root: Root): Json | undefined {
  if (!reference.startsWith('#/')) return undefined
  let at: Json | undefined = root.schema
  for (const part of reference.slice(2).split('/')) at = isObject(at) ? at[part.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined
  return at
}
