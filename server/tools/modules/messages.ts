import type { Json } from '../../../src/core/index.ts'
import { z } from '../../../src/protocol/schema.ts'
import type { JsonSchema } from '../tool.ts'

/** What the process of a run's modules is told. */
export type ToHost =
  | { readonly type: 'load'; readonly modules: readonly { readonly module: string; readonly file: string }[]; /** Names beyond `defineTool` are imported from `heddle`. */ readonly whole: boolean }
  | { readonly type: 'call'; readonly id: number; readonly module: string; readonly tool: string; readonly input: Json; readonly workspace: string; readonly idempotencyKey: string; readonly now: number }
  | { readonly type: 'abort'; readonly id: number; readonly reason: string }
  | { readonly type: 'raised'; readonly id: number; readonly raise: number; readonly refused?: string }

const schema = z.custom<JsonSchema>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), 'must be a schema')

export const toolInfoSchema = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  module: z.string().check(z.maxLength(1_000)),
  description: z.string().check(z.maxLength(20_000)),
  input: schema,
  output: z.exactOptional(schema),
  raises: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(100)),
  idempotent: z.exactOptional(z.boolean()),
})

const loaded = z.discriminatedUnion('ok', [
  z.object({ module: z.string(), ok: z.literal(true), tools: z.array(toolInfoSchema).check(z.maxLength(1_000)) }),
  z.object({ module: z.string(), ok: z.literal(false), message: z.string() }),
])

/** What it says. The user's code runs in it, so nothing of it is believed unread. */
export const fromHostSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('loaded'), modules: z.array(loaded) }),
  z.object({ type: z.literal('log'), id: z.number(), message: z.string() }),
  z.object({ type: z.literal('raise'), id: z.number(), raise: z.number(), effect: z.string(), data: z.string() }),
  z.object({ type: z.literal('result'), id: z.number(), json: z.string() }),
  z.object({ type: z.literal('failed'), id: z.number(), message: z.string(), hint: z.exactOptional(z.string()) }),
  /** An error that nobody caught: the process ends with it. */
  z.object({ type: z.literal('crashed'), message: z.string() }),
])
export type FromHost = z.infer<typeof fromHostSchema>
