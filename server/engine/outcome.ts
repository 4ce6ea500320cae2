import type { EventOf, Json, NodeResult, PlanNode, RunError } from '../../src/core/index.ts'

/** How a visit ended. Times are in milliseconds since 1970. */
export type Outcome =
  | { readonly ok: true; readonly output: Json; readonly hash: string; readonly started: number; readonly ended: number }
  | { readonly ok: false; readonly error: RunError; readonly ran: boolean; readonly started: number; readonly ended: number }

export function outcomeOf(event: EventOf<'node.completed'>, started: string | undefined): Outcome {
  const ended = Date.parse(event.at)
  return { ok: true, output: event.output, hash: event.output_hash, started: started === undefined ? ended : Date.parse(started), ended }
}

/** The outcome as the format of a `dag` tells it. */
export function resultOf(node: Pick<PlanNode, 'id' | 'work'>, outcome: Outcome): NodeResult {
  const times = {
    started_at: new Date(outcome.started).toISOString(),
    ended_at: new Date(outcome.ended).toISOString(),
    duration: (outcome.ended - outcome.started) * 1_000_000,
  }
  const name = { id: node.id, ...(node.work.type === 'prompt' && node.work.agent ? { agent: node.work.agent } : {}) }
  return outcome.ok ? { ...name, success: true, output: outcome.output, ...times } : { ...name, success: false, error: outcome.error.message, ...times }
}
