import type { FailureKind, Json, WalkNode } from '../../src/core/index.ts'
import type { Part, Spent } from './context.ts'
import type { VisitsOptions } from './visit-options.ts'
import { work, type Worked } from './work.ts'

/** What fails in the same way however often it is tried. */
const FINAL: ReadonlySet<FailureKind> = new Set<FailureKind>(['rejected', 'unknown-tool', 'unknown-agent', 'invalid-input', 'missing-key', 'unknown-outcome'])

/** Has the work done, with `on_error: retry` once more when it failed. Null when the attempt stops: nothing was decided. */
export async function workTwice(given: VisitsOptions, node: WalkNode, part: Part, input: Json, time: number, spent: Spent): Promise<Worked | null> {
  const { log, records, stop } = given
  const { visit, item } = part
  const first = await work(given, part, new Map(), input, time, spent)
  if (first === null || first.ok || node.on_error !== 'retry' || FINAL.has(first.error.kind) || records.retried(node.id, visit, item)) return first
  try {
    await log.append({ type: 'node.retrying', node: node.id, visit, attempt: 1, delay: 0, error: first.error, again: true, ...(item === undefined ? {} : { item }) }).recorded
  } catch {
    return null
  }
  return stop.reason ? null : work(given, part, new Map(), input, time, spent)
}
