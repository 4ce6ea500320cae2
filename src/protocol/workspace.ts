import type { Trigger } from '../core/index.ts'
import { z } from './schema.ts'

/** What starts runs of a file beside a person. */
export const triggerSchema = z.object({
  /** What programs call the agent. */
  id: z.exactOptional(z.string()),
  enabled: z.boolean(),
  channels: z.array(z.string()),
  schedule: z.exactOptional(z.object({ cron: z.string(), timezone: z.exactOptional(z.string()), overlap: z.enum(['skip', 'allow']) })),
}) satisfies z.ZodMiniType<Trigger>

/** A workflow file of the folder. */
export const listedFileSchema = z.object({
  path: z.string(),
  format: z.enum(['yaml', 'json']),
  /** Null when the text could not be read so far. */
  dialect: z.nullable(z.enum(['dag', 'steps', 'flow', 'toolflow'])),
  /** Its `name`, where it has one. */
  name: z.exactOptional(z.string()),
  /** Of files that have one and can be read; what is wrong with it is among the problems. */
  trigger: z.exactOptional(triggerSchema),
  /** When its schedule starts it next. */
  next_run: z.exactOptional(z.string()),
  /** What was last said of its schedule: a run that was missed, skipped or could not be started. */
  schedule_notice: z.exactOptional(z.object({ at: z.string(), message: z.string() })),
  etag: z.string(),
  size: z.number(),
  modified: z.string(),
  /** Null when the file is too large to be checked for a list. */
  problems: z.nullable(z.object({ errors: z.number(), warnings: z.number() })),
  /** Why it cannot be opened as text: not UTF-8, too large, not readable. */
  unreadable: z.exactOptional(z.string()),
})
export type ListedFile = z.infer<typeof listedFileSchema>

/** A model as it may be named in a file or an option: `provider:model`. Never a key. */
export const modelSchema = z.object({
  name: z.string(),
  provider: z.string(),
  /** False when its key or address is not configured; `hint` says what to set. */
  available: z.boolean(),
  hint: z.exactOptional(z.string()),
})
export type Model = z.infer<typeof modelSchema>

/** `GET /api/workspace`. */
export const workspaceSchema = z.object({
  /** Tells this folder from others that were served at the same address. Says nothing of where it is. */
  id: z.string(),
  /** The folder's own name, not its path. */
  name: z.string(),
  version: z.string(),
  files: z.array(listedFileSchema),
  /** The folder holds more files than are listed. */
  truncated: z.boolean(),
  models: z.array(modelSchema),
  /** The model of nodes that name none; empty when none can be chosen, which `modelProblem` explains. */
  defaultModel: z.string(),
  modelProblem: z.exactOptional(z.string()),
  /** Agent types that a node may name. */
  agents: z.array(z.string()),
  /** The time zone of the machine that serves: that of schedules which name none. */
  timezone: z.string(),
  backend: z.enum(['embedded']),
})
export type Workspace = z.infer<typeof workspaceSchema>

/** `GET /api/health`. */
export const healthSchema = z.object({ status: z.literal('ok'), version: z.string() })
export type Health = z.infer<typeof healthSchema>
