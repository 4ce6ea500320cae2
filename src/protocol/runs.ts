import type { NodeState, RunState, RunStatus, Visit } from '../core/index.ts'
import { etag, filePath } from './files.ts'
import { planSchema } from './plan.ts'
import { runErrorSchema, runOptionsSchema, startedBySchema, usageSchema, walkEndSchema } from './run-event.ts'
import { dictionary, json, unreadDictionary, z } from './schema.ts'

export const runStatusSchema = z.enum(['created', 'running', 'interrupted', 'paused', 'cancelling', 'cancelled', 'completed', 'failed']) satisfies z.ZodMiniType<RunStatus>

/** A run's id: letters, digits, `.`, `_` and `-`, beginning with a letter or digit. */
export const runIdSchema = z.string().check(
  z.maxLength(128),
  z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'must be letters, digits, ".", "_" or "-", beginning with a letter or digit'),
)

/**
 * `POST /api/runs`: runs a file as it is saved. 201 `RunStarted` with `Location`; 404 `file-not-found`,
 * 409 `file-changed` (its bytes are not those of `etag`), 409 `run-exists`, 409 `approval-needed` (effects that
 * no rule decides and `approve` does not name), 409 `trust-needed` (code or a server of the folder that may not be started yet), 422 `definition-invalid`.
 */
export const startRunSchema = z.strictObject({
  file: filePath,
  etag,
  inputs: z.exactOptional(json),
  options: z.exactOptional(
    z.strictObject({
      /** `provider:model`. */
      model: z.exactOptional(z.string().check(z.minLength(1), z.maxLength(300))),
      /** 0 or less is the default, 4. */
      maxParallel: z.exactOptional(z.int().check(z.lte(1000))),
      schedule: z.exactOptional(z.enum(['levels', 'eager'])),
    }),
  ),
  /** Effects that the user approves for this run. */
  approve: z.exactOptional(z.array(z.string().check(z.maxLength(200), z.regex(/^[^*]+$/, 'must be the name of one effect'))).check(z.maxLength(200))),
  /** Of the client's making, so that a request sent twice starts one run. */
  runId: z.exactOptional(runIdSchema),
})
export type StartRun = z.infer<typeof startRunSchema>

/**
 * `POST /api/runs/<id>/resume`. 409 `run-owned`, `run-finished`, `run-tampered`, and `outcome-unknown` where something
 * may have been done that is not to be done twice: `retryUnknown` does it again.
 */
export const resumeRunSchema = z.strictObject({ retryUnknown: z.exactOptional(z.boolean()) })
export type ResumeRun = z.infer<typeof resumeRunSchema>

/** Also the answer of resume (200). */
export const runStartedSchema = z.object({ run: z.string() })
export type RunStarted = z.infer<typeof runStartedSchema>

/** `POST /api/runs/<id>/cancel`: false when there was nothing left to cancel. */
export const runCancelledSchema = z.object({ cancelling: z.boolean() })
export type RunCancelled = z.infer<typeof runCancelledSchema>

export const runSummarySchema = z.object({
  run: z.string(),
  workflow: z.string(),
  file: z.exactOptional(z.string()),
  started_by: z.exactOptional(startedBySchema),
  status: runStatusSchema,
  created_at: z.string(),
  ended_at: z.exactOptional(z.string()),
  usage: usageSchema,
})
export type RunSummary = z.infer<typeof runSummarySchema>

/** `GET /api/runs?file=&limit=`: newest first, `limit` 1 to 500, default 100. */
export const runListSchema = z.object({ runs: z.array(runSummarySchema) })
export type RunList = z.infer<typeof runListSchema>

const visit = {
  visit: z.number(),
  started_at: z.string(),
  restored: z.exactOptional(z.literal(true)),
  attempt: z.exactOptional(z.number()),
  earlier: z.exactOptional(z.array(z.object({ attempt: z.number(), at: z.string(), error: z.exactOptional(runErrorSchema) }))),
  usage: z.exactOptional(usageSchema),
  items: z.exactOptional(z.object({ total: z.number(), done: z.number(), failed: z.number() })),
}
const done = { ended_at: z.string(), ms: z.number() }
const failedNode = z.object({ status: z.literal('failed'), ...visit, ...done, input: json, error: runErrorSchema, ran: z.boolean() })
const interruptedNode = z.object({ status: z.literal('interrupted'), ...visit, input: json, since: z.string() })

const queuedNode = z.object({
  status: z.literal('queued'),
  visit: z.number(),
  before: z.exactOptional(z.discriminatedUnion('status', [failedNode, interruptedNode])),
})
const runningNode = z.object({
  status: z.literal('running'),
  ...visit,
  input: json,
  live: z.string(),
  retry: z.exactOptional(z.object({ attempt: z.number(), error: runErrorSchema, delay: z.number(), item: z.exactOptional(z.int()) })),
})
const completedNode = z.object({
  status: z.literal('completed'),
  ...visit,
  ...done,
  input: json,
  output: json,
  hash: z.string(),
  simulated: z.exactOptional(z.literal(true)),
  passed: z.exactOptional(runErrorSchema),
})
const skippedNode = z.object({ status: z.literal('skipped'), visit: z.number(), reason: z.string(), at: z.string() })
const visited = [runningNode, completedNode, failedNode, skippedNode, interruptedNode] as const

export const nodeStateSchema = z.discriminatedUnion('status', [z.object({ status: z.literal('idle') }), queuedNode, ...visited]) satisfies z.ZodMiniType<NodeState>

export const visitSchema = z.object({ node: z.string(), state: z.discriminatedUnion('status', [...visited]) }) satisfies z.ZodMiniType<Visit>

const runFields = {
  run: z.string(),
  status: runStatusSchema,
  workflow: z.string(),
  file: z.exactOptional(z.string()),
  definitionHash: z.string(),
  plan: z.nullable(planSchema),
  options: z.nullable(runOptionsSchema),
  inputs: json,
  started_by: z.exactOptional(startedBySchema),
  order: z.array(z.string()),
  taken: z.array(z.number()),
  output: z.exactOptional(json),
  ended: z.exactOptional(walkEndSchema),
  created_at: z.string(),
  started_at: z.exactOptional(z.string()),
  ended_at: z.exactOptional(z.string()),
  error: z.exactOptional(runErrorSchema),
  usage: usageSchema,
  attempts: z.number(),
  restored: z.number(),
  seq: z.number(),
  head: z.string(),
  updated_at: z.exactOptional(z.string()),
}

export const runStateSchema = z.object({ ...runFields, nodes: dictionary(nodeStateSchema), visits: z.array(visitSchema) }) satisfies z.ZodMiniType<RunState>

/** `GET /api/runs/<id>`: the fold of every event up to `state.seq`; follow on with `?after=<seq>`. */
export const runSchema = z.object({ state: runStateSchema })
export type Run = z.infer<typeof runSchema>

/** The same with nodes and visits as they came, each to be read by its own schema: a page does so with thousands a part at a time. */
export const unreadRunSchema = z.object({ state: z.object({ ...runFields, nodes: unreadDictionary, visits: z.array(z.unknown()) }) })
