import type { Json } from '../../../src/core/index.ts'
import { isObject } from '../input.ts'
import { ToolError, type Tool } from '../tool.ts'
import type { Compute } from './compute.ts'
import { objectSchema, stdTool, text } from './std-tool.ts'

const module = 'std::json'

/** Deeper objects than this are no settings. */
const DEPTH = 200

/** Reading and joining JSON values. */
export function jsonTools(compute: Compute): readonly Tool[] {
  return [
    stdTool<{ readonly expression: string; readonly data: Json; readonly bindings?: Json }>(
      {
        name: 'query',
        module,
        idempotent: true,
        description: 'Evaluates a JSONata expression over a value, such as items[price > 10].name.',
        input: objectSchema(
          { expression: text('in JSONata, https://docs.jsonata.org'), data: { description: 'the value; a text that is JSON is read first' }, bindings: { type: 'object', description: 'values of $variables' } },
          ['expression', 'data'],
        ),
      },
      ({ expression, data, bindings = {} }, { signal }) => compute.ask({ kind: 'query', expression, data: readJson(data), bindings }, signal),
    ),
    stdTool<{ readonly values: readonly Json[]; readonly deep?: boolean }>(
      {
        name: 'merge',
        module,
        idempotent: true,
        description: 'Merges objects into one, later ones over earlier ones; lists are joined.',
        input: objectSchema({ values: { type: 'array', minItems: 1, description: 'the objects, or the lists' }, deep: { type: 'boolean', description: 'merge objects inside objects, too; default true' } }, ['values']),
      },
      ({ values, deep = true }) => merge(values.map(readJson), deep),
    ),
  ]
}

/** Results of models and programs are texts, and may be JSON. */
function readJson(value: Json): Json {
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return value
  try {
    return JSON.parse(value) as Json
  } catch {
    return value
  }
}

function merge(values: readonly Json[], deep: boolean): Json {
  if (values.every((value) => Array.isArray(value))) return values.flat() as Json
  const wrong = values.findIndex((value) => !isObject(value))
  if (wrong >= 0) throw new ToolError(`values[${wrong}] is neither an object like the others nor a list like the others`)
  return values.reduce((merged, value) => over(merged, value, deep, 0))
}

function over(under: Json, value: Json, deep: boolean, depth: number): Json {
  if (!isObject(under) || !isObject(value)) return value
  if (depth > DEPTH) throw new ToolError(`the objects are nested more than ${DEPTH} levels deep`)
  const merged = new Map<string, Json>(Object.entries(under))
  for (const [key, inner] of Object.entries(value)) {
    const before = merged.get(key)
    merged.set(key, deep && before !== undefined ? over(before, inner, deep, depth + 1) : inner)
  }
  return Object.fromEntries(merged)
}
