import type { Json } from '../../src/core/index.ts'
import { detachJson } from '../engine/json.ts'
import { isZod, type DefinedTool } from './define-tool.ts'
import type { JsonSchema, ToolInfo } from './tool.ts'

/** What is known of a tool that was defined in code. Rejects when its schemas cannot be written down. */
export async function describeTool(module: string, { name, description, input, output, raises: effects, idempotent }: DefinedTool): Promise<ToolInfo> {
  return {
    name,
    module,
    description,
    input: await toJsonSchema(input, 'input', name),
    ...(output === undefined ? {} : { output: await toJsonSchema(output, 'output', name) }),
    raises: effects,
    ...(idempotent === undefined ? {} : { idempotent }),
  }
}

async function toJsonSchema(schema: DefinedTool['input'], io: 'input' | 'output', tool: string): Promise<JsonSchema> {
  let plain: unknown = schema
  if (isZod(schema)) {
    const { toJSONSchema } = await import('zod')
    try {
      plain = toJSONSchema(schema as unknown as Parameters<typeof toJSONSchema>[0], { io, unrepresentable: 'any' })
    } catch (error) {
      throw new Error(`the ${io} of "${tool}" cannot be written as JSON Schema: ${messageOf(error)}`, { cause: error })
    }
  }
  const detached = detachJson(plain)
  if (!detached.ok) throw new Error(`the ${io} of "${tool}" ${detached.reason}`)
  return detached.value as JsonSchema
}

/** Defaults and transformations of a Zod schema apply; a plain schema was checked before. */
export function readArguments({ input: schema }: DefinedTool, input: Json): unknown {
  if (!isZod(schema)) return input
  const read = schema.safeParse(input)
  if (read.success) return read.data
  throw new Error(`its arguments do not fit: ${messageOf(read.error)}`)
}

/** What was thrown, in words of a bounded length. */
export function messageOf(error: unknown): string {
  try {
    const said = error instanceof Error ? error.message || error.name : typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error)
    return said.slice(0, 8_000)
  } catch {
    return 'failed with an error that cannot be read'
  }
}
