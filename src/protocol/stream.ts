import { nodeDeltaSchema, runEventSchema } from './run-event.ts'
import { runStatusSchema, runSummarySchema } from './runs.ts'
import { z } from './schema.ts'

/**
 * What a stream says of a run beside its log, without an id: sent first on every connection, and when
 * the status changes without an event (its owner died). `status` is the truth at `seq`: a page that
 * was away shows it at once instead of the last thing it heard.
 */
export const statusMessageSchema = z.object({
  type: z.literal('run.status'),
  run: z.string(),
  status: runStatusSchema,
  seq: z.number(),
})
export type StatusMessage = z.infer<typeof statusMessageSchema>

/** A message of `GET /api/runs/<id>/events`. The SSE `event` field is its `type`. */
export const runMessageSchema = z.union([runEventSchema, nodeDeltaSchema, statusMessageSchema])
export type RunMessage = z.infer<typeof runMessageSchema>

/** First on every connection of `/api/events`: what is on disk now, for whoever was away. */
export const helloMessageSchema = z.object({
  type: z.literal('hello'),
  version: z.string(),
  files: z.array(z.object({ path: z.string(), etag: z.string() })),
})

/**
 * A file changed on disk. `etag` is null when it is gone. `client` is the page that made the change
 * through this server (header `heddle-client`), which ignores it; absent: another program.
 */
export const fileMessageSchema = z.object({
  type: z.literal('file.changed'),
  path: z.string(),
  etag: z.nullable(z.string()),
  client: z.exactOptional(z.string()),
})
export type FileMessage = z.infer<typeof fileMessageSchema>

/** A run was started or changed its status. */
export const summaryMessageSchema = z.object({ type: z.literal('run.changed'), summary: runSummarySchema })

/** Something that somebody should know of the schedule of a file: a run was missed, skipped or could not be started. */
export const scheduleMessageSchema = z.object({
  type: z.literal('schedule.notice'),
  path: z.string(),
  notice: z.object({ at: z.string(), message: z.string() }),
  next_run: z.exactOptional(z.string()),
})
export type ScheduleMessage = z.infer<typeof scheduleMessageSchema>

/** A run that was asked for does not exist (any more). */
export const unknownRunMessageSchema = z.object({ type: z.literal('run.unknown'), run: z.string() })

/** A sign of life of the stream, which an `EventSource` can hear. */
export const beatMessageSchema = z.object({ type: z.literal('beat') })

/** A message of `GET /api/events`; ids are `formatCursor` of all followed runs. */
export const workspaceMessageSchema = z.union([
  beatMessageSchema,
  helloMessageSchema,
  fileMessageSchema,
  summaryMessageSchema,
  scheduleMessageSchema,
  unknownRunMessageSchema,
  statusMessageSchema,
  runEventSchema,
  nodeDeltaSchema,
])
export type WorkspaceMessage = z.infer<typeof workspaceMessageSchema>
