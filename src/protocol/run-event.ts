import type { NodeDelta, Plan, RunError, RunEvent, RunOptions, Usage } from '../core/index.ts'
import { json, z } from './schema.ts'

export const usageSchema = z.object({
  input: z.number(),
  output: z.number(),
  cost: z.number().exactOptional(),
}) satisfies z.ZodType<Usage>

export const runErrorSchema = z.object({
  message: z.string(),
  kind: z.enum(['error', 'timeout', 'dependency', 'cancelled', 'missing-key', 'unreachable', 'refused', 'rate-limited', 'invalid-output']),
  hint: z.string().exactOptional(),
}) satisfies z.ZodType<RunError>

export const runOptionsSchema = z.object({
  maxParallel: z.number().int(),
  schedule: z.enum(['levels', 'eager']),
  model: z.string().exactOptional(),
}) satisfies z.ZodType<RunOptions>

const planNode = z.object({
  id: z.string(),
  needs: z.array(z.string()),
  work: z.object({
    type: z.literal('prompt'),
    kind: z.enum(['agent', 'verifier', 'critic', 'router']),
    prompt: z.string(),
    routes: z.array(z.string()),
    output_format: z.string(),
    agent: z.string().exactOptional(),
    max_turns: z.number(),
    model: z.string().exactOptional(),
    tools: z.array(z.string()),
  }),
  timeout: z.number().exactOptional(),
})

export const planSchema = z.object({
  kind: z.literal('levels'),
  dialect: z.literal('dag'),
  name: z.string(),
  nodes: z.array(planNode),
}) satisfies z.ZodType<Plan>

const record = {
  v: z.literal(1),
  run: z.string(),
  seq: z.number().int().positive(),
  at: z.string(),
  hash: z.string(),
  prev: z.string(),
}

const visit = { node: z.string(), visit: z.number().int() }
const usage = { usage: usageSchema.exactOptional(), simulated: z.literal(true).exactOptional() }

/** A durable event: the data of a server-sent event whose `id` is its `seq`. */
export const runEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('run.created'),
    workflow: z.string(),
    file: z.string().exactOptional(),
    definition: z.object({ text: z.string(), hash: z.string() }),
    plan: planSchema,
    inputs: json,
    options: runOptionsSchema,
    parent: z.object({ run: z.string(), at: z.string() }).exactOptional(),
    ...record,
  }),
  z.object({ type: z.literal('run.started'), ...record }),
  z.object({ type: z.literal('run.resumed'), restored: z.number(), ...record }),
  z.object({ type: z.literal('run.interrupted'), reason: z.string(), ...record }),
  z.object({ type: z.literal('run.cancelling'), by: z.string(), ...record }),
  z.object({ type: z.literal('run.cancelled'), ...record }),
  z.object({ type: z.literal('run.completed'), ...record }),
  z.object({ type: z.literal('run.failed'), error: runErrorSchema, ...record }),
  z.object({ type: z.literal('node.scheduled'), ...visit, ...record }),
  z.object({ type: z.literal('node.started'), ...visit, input: json, ...record }),
  z.object({
    type: z.literal('model.called'),
    ...visit,
    key: z.string(),
    model: z.string(),
    result: json,
    duration: z.number(),
    ...usage,
    ...record,
  }),
  z.object({ type: z.literal('node.retrying'), ...visit, attempt: z.number(), delay: z.number(), error: runErrorSchema, ...record }),
  z.object({ type: z.literal('node.completed'), ...visit, output: json, output_hash: z.string(), ...usage, ...record }),
  z.object({ type: z.literal('node.failed'), ...visit, error: runErrorSchema, ran: z.boolean(), ...record }),
  z.object({ type: z.literal('node.skipped'), ...visit, reason: z.string(), ...record }),
  z.object({
    type: z.literal('step.recorded'),
    key: z.string(),
    result: json,
    node: z.string().exactOptional(),
    visit: z.number().int().exactOptional(),
    ...record,
  }),
  z.object({ type: z.literal('log'), message: z.string(), node: z.string().exactOptional(), ...record }),
]) satisfies z.ZodType<RunEvent>

/** Live text: an event without an id, lost to whoever is not connected. */
export const nodeDeltaSchema = z.object({
  type: z.literal('node.output'),
  run: z.string(),
  ...visit,
  text: z.string(),
  offset: z.number().int().nonnegative().exactOptional(),
}) satisfies z.ZodType<NodeDelta>

