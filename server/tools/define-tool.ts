import type { Json } from '../../src/core/index.ts'
import type { JsonSchema, ToolContext } from './tool.ts'

/** A schema made with Zod 4, of whichever copy. */
export type ZodLike<Output = unknown> = { readonly _zod: { readonly output: Output; readonly input: unknown }; safeParse(value: unknown): { readonly success: boolean; readonly data?: Output; readonly error?: unknown } }

type InputOf<Schema> = Schema extends ZodLike<infer Output> ? Output : Json

/** What a module of the user's says of a tool. */
export type ToolDefinition<Schema extends JsonSchema | ZodLike = JsonSchema | ZodLike> = {
  /** How workflows name it: letters, digits, `_`, `-` and `.`. */
  readonly name: string
  /** What it does, for people and for models that choose among tools. */
  readonly description?: string
  /** What it takes, as JSON Schema or as a Zod schema; absent for anything. Arguments are checked before each call. */
  readonly input?: Schema
  /** What it gives, as JSON Schema or as a Zod schema. */
  readonly output?: JsonSchema | ZodLike
  /** The effects that it may raise, such as `crm::contacts::write`. */
  readonly raises?: readonly string[]
  /** Doing it twice is as good as once: a call whose outcome is unknown may be made again. */
  readonly idempotent?: boolean
  /** Does it. Gives JSON; throws to fail the call. */
  readonly run: (input: InputOf<Schema>, context: ToolContext) => unknown
}

/** A tool of the user's, to be exported from a module. */
export type DefinedTool = {
  readonly name: string
  readonly description: string
  readonly input: JsonSchema | ZodLike
  readonly output?: JsonSchema | ZodLike
  readonly raises: readonly string[]
  readonly idempotent?: boolean
  readonly run: (input: never, context: ToolContext) => unknown
}

/** Marks what `defineTool` made, across copies of Heddle. */
const MARK = Symbol.for('heddle.tool')

/**
 * Defines a tool that workflows can call; export the result from a module that `heddle.json` lists under
 * `tools`. Throws a TypeError that says what is wrong with the definition.
 */
export function defineTool<const Schema extends JsonSchema | ZodLike = JsonSchema>(definition: ToolDefinition<Schema>): DefinedTool {
  const { name, description = '', input = {}, output, raises = [], idempotent, run } = definition as ToolDefinition
  const fail = (what: string): never => {
    throw new TypeError(`defineTool${typeof name === 'string' && name !== '' ? ` "${name}"` : ''}: ${what}`)
  }
  if (typeof name !== 'string' || !/^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(name) || name.length > 128) fail('`name` must begin with a letter and hold letters, digits, "_", "-" and "." only')
  if (typeof description !== 'string') fail('`description` must be a text')
  if (typeof run !== 'function') fail('`run` must be a function')
  if (!isSchema(input)) fail('`input` must be a JSON Schema or a schema of Zod 4')
  if (output !== undefined && !isSchema(output)) fail('`output` must be a JSON Schema or a schema of Zod 4')
  if (!Array.isArray(raises) || raises.some((effect) => typeof effect !== 'string' || !isEffectName(effect))) fail('`raises` must be a list of effects such as "crm::contacts::write"')
  const made = { name, description, input, ...(output === undefined ? {} : { output }), raises: [...raises], ...(idempotent === undefined ? {} : { idempotent: idempotent === true }), run: run as DefinedTool['run'] }
  Object.defineProperty(made, MARK, { value: true })
  return Object.freeze(made)
}

export function isDefinedTool(value: unknown): value is DefinedTool {
  return typeof value === 'object' && value !== null && (value as { readonly [MARK]?: unknown })[MARK] === true
}

export function isZod(value: JsonSchema | ZodLike): value is ZodLike {
  return '_zod' in value && typeof value.safeParse === 'function'
}

/** Parts of letters, digits, `_`, `-` and `.`, with `::` between them. */
export function isEffectName(name: string): boolean {
  return name.length <= 200 && /^[\p{L}\p{N}_.-]+(::[\p{L}\p{N}_.-]+)*$/u.test(name)
}

function isSchema(value: unknown): value is JsonSchema | ZodLike {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  // A schema of an older Zod is an object too, and no JSON Schema.
  return '_zod' in value || !('_def' in value || '~standard' in value)
}
