import type { Json } from '../../../src/core/index.ts'
import type { JsonSchema, Tool, ToolContext } from '../tool.ts'

type Described = {
  readonly name: string
  readonly module: string
  readonly description: string
  readonly input: JsonSchema
  readonly output?: JsonSchema
  readonly raises?: readonly string[]
  readonly idempotent?: boolean
}

/** A tool of Heddle's own. `Input` is what the schema allows: arguments are checked before the call. */
export function stdTool<Input>({ raises = [], ...info }: Described, run: (input: Input, context: ToolContext) => Promise<Json> | Json): Tool {
  return { ...info, raises, run: async (input, context) => run(input as Input, context) }
}

/** The schema of an object of these properties and no others. */
export function objectSchema(properties: { readonly [name: string]: JsonSchema }, required: readonly string[] = []): JsonSchema {
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }), additionalProperties: false }
}

export function text(description: string): JsonSchema {
  return { type: 'string', description }
}

export const duration: JsonSchema = { type: 'string', pattern: '^\\s*\\d', description: 'a time such as "500ms", "30s" or "5m"' }
