import type { NodeDelta, PolicyRule, RunError, RunEvent, RunOptions, StartedBy, Usage, WalkEnd } from '../core/index.ts'
import { planSchema } from './plan.ts'
import { dictionary, json, z } from './schema.ts'

export const usageSchema = z.object({
  input: z.number(),
  output: z.number(),
  cost: z.exactOptional(z.number()),
}) satisfies z.ZodMiniType<Usage>

export const runErrorSchema = z.object({
  message: z.string(),
  kind: z.enum([
    'error', 'timeout', 'dependency', 'cancelled', 'missing-key', 'unreachable', 'refused', 'rate-limited', 'invalid-output',
    'template', 'invalid-input', 'unknown-tool', 'unknown-agent', 'tool', 'rejected', 'unknown-outcome', 'too-many-executions',
  ]),
  hint: z.exactOptional(z.string()),
  began: z.exactOptional(z.array(z.string())),
}) satisfies z.ZodMiniType<RunError>

/** What decides an effect. */
export const policyRuleSchema = z.object({
  effect: z.string(),
  match: z.exactOptional(dictionary(z.string())),
  action: z.enum(['approve', 'reject', 'ask']),
  source: z.string(),
  definition: z.exactOptional(z.string()),
}) satisfies z.ZodMiniType<PolicyRule>

export const runOptionsSchema = z.object({
  maxParallel: z.int(),
  schedule: z.enum(['levels', 'eager']),
  model: z.exactOptional(z.string()),
  policy: z.exactOptional(z.array(policyRuleSchema)),
}) satisfies z.ZodMiniType<RunOptions>

export const startedBySchema = z.enum(['editor', 'command line', 'hook', 'cron']) satisfies z.ZodMiniType<StartedBy>

/** Why a walk stopped. */
export const walkEndSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('end'), node: z.string() }),
  z.object({ type: z.literal('no-edge'), node: z.string(), spent: z.array(z.number()) }),
]) satisfies z.ZodMiniType<WalkEnd>

const record = {
  v: z.literal(1),
  run: z.string(),
  seq: z.int().check(z.positive()),
  at: z.string(),
  hash: z.string(),
  prev: z.string(),
}

const visit = { node: z.string(), visit: z.int() }
const effect = { ...visit, key: z.string(), effect: z.string() }
const usage = { usage: z.exactOptional(usageSchema), simulated: z.exactOptional(z.literal(true)) }

/** A durable event: the data of a server-sent event whose `id` is its `seq`. */
export const runEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('run.created'),
    workflow: z.string(),
    file: z.exactOptional(z.string()),
    definition: z.object({ text: z.string(), hash: z.string() }),
    plan: planSchema,
    inputs: json,
    options: runOptionsSchema,
    parent: z.exactOptional(z.object({ run: z.string(), at: z.string() })),
    started_by: z.exactOptional(startedBySchema),
    ...record,
  }),
  z.object({ type: z.literal('run.started'), ...record }),
  z.object({ type: z.literal('run.resumed'), restored: z.number(), ...record }),
  z.object({ type: z.literal('run.interrupted'), reason: z.string(), ...record }),
  z.object({ type: z.literal('run.cancelling'), by: z.string(), ...record }),
  z.object({ type: z.literal('run.cancelled'), ...record }),
  z.object({ type: z.literal('run.completed'), output: z.exactOptional(json), ended: z.exactOptional(walkEndSchema), ...record }),
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
  z.object({
    type: z.literal('tool.called'),
    ...visit,
    key: z.string(),
    tool: z.string(),
    input: json,
    result: json,
    failed: z.exactOptional(z.literal(true)),
    duration: z.number(),
    ...record,
  }),
  z.object({ type: z.literal('effect.requested'), ...effect, data: json, ...record }),
  z.object({ type: z.literal('effect.approved'), ...effect, by: z.string(), definition: z.exactOptional(z.string()), once: z.exactOptional(z.literal(true)), ...record }),
  z.object({ type: z.literal('effect.rejected'), ...effect, reason: z.string(), ...record }),
  z.object({ type: z.literal('edge.taken'), edge: z.int(), from: z.string(), to: z.nullable(z.string()), visit: z.int(), count: z.int(), ...record }),
  z.object({
    type: z.literal('node.retrying'),
    ...visit,
    attempt: z.number(),
    delay: z.number(),
    error: runErrorSchema,
    again: z.exactOptional(z.literal(true)),
    item: z.exactOptional(z.int()),
    ...record,
  }),
  z.object({ type: z.literal('node.completed'), ...visit, output: json, output_hash: z.string(), ...usage, passed: z.exactOptional(runErrorSchema), ...record }),
  z.object({ type: z.literal('node.failed'), ...visit, error: runErrorSchema, ran: z.boolean(), ...record }),
  z.object({ type: z.literal('node.skipped'), ...visit, reason: z.string(), ...record }),
  z.object({
    type: z.literal('step.recorded'),
    key: z.string(),
    result: json,
    node: z.exactOptional(z.string()),
    visit: z.exactOptional(z.int()),
    ...record,
  }),
  z.object({ type: z.literal('log'), message: z.string(), node: z.exactOptional(z.string()), ...record }),
]) satisfies z.ZodMiniType<RunEvent>

/** Live text: an event without an id, lost to whoever is not connected. */
export const nodeDeltaSchema = z.object({
  type: z.literal('node.output'),
  run: z.string(),
  ...visit,
  text: z.string(),
  offset: z.exactOptional(z.int().check(z.nonnegative())),
}) satisfies z.ZodMiniType<NodeDelta>

