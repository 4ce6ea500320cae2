import type { Json } from '../core/index.ts'
import { z } from './schema.ts'

const schema = z.custom<{ readonly [key: string]: Json }>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), 'must be a schema')

/** An effect that a run may have, with the nodes and tools that can raise it. */
export const plannedEffectSchema = z.object({ effect: z.string(), nodes: z.array(z.string()), tools: z.array(z.string()) })
export type PlannedEffect = z.infer<typeof plannedEffectSchema>

/** A tool as nodes may name it. */
export const catalogueToolSchema = z.object({
  name: z.string(),
  module: z.string(),
  description: z.string(),
  /** JSON Schema. */
  input: schema,
  output: z.exactOptional(schema),
  raises: z.array(z.string()),
  idempotent: z.exactOptional(z.boolean()),
})
export type CatalogueTool = z.infer<typeof catalogueToolSchema>

/** A tool that a text calls, with the name that it is called by there. `input`: JSON Schema. */
export const calledToolSchema = z.object({ called: z.string(), name: z.string(), module: z.string(), description: z.string(), input: schema })
export type CalledTool = z.infer<typeof calledToolSchema>

/** `GET /api/tools`: what is known without trust, and all there is with it. A module that cannot be listed says why. */
export const toolsSchema = z.object({
  trusted: z.boolean(),
  modules: z.array(z.object({ module: z.string(), tools: z.array(catalogueToolSchema), problem: z.exactOptional(z.string()) })),
})
export type Tools = z.infer<typeof toolsSchema>

/** `POST /api/trust`: the user's decision on this folder; answers what holds now. */
export const trustSchema = z.strictObject({ trusted: z.boolean() })
export type TrustDecision = z.infer<typeof trustSchema>
