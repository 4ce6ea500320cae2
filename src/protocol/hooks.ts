import { json, z } from './schema.ts'

/**
 * `POST /api/hooks/<agent>`: starts the enabled agent file of that id (or name) whose `channels` have
 * `http`. 200 `HookReply` when the run is completed, the output alone with `Accept: text/plain`; 202
 * with `Location` under `Prefer: respond-async`, and when the run waits for a person; 502 `run-failed`.
 */
export const hookBodySchema = z.strictObject({
  /** What the run reads as `.trigger`; the empty text when absent. */
  trigger: z.exactOptional(json),
})

export const hookReplySchema = z.object({ run: z.string(), /** Null when no node gave a result. */ output: json })
export type HookReply = z.infer<typeof hookReplySchema>
