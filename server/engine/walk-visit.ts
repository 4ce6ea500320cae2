import { outputHash, type Json, type RunError, type WalkNode } from '../../src/core/index.ts'
import type { Spent } from './context.ts'
import { fillCondition, fillTexts, type Variables } from './templates.ts'
import { outputOf } from './text-value.ts'
import type { VisitsOptions } from './visit-options.ts'
import { workOnItems } from './walk-items.ts'
import { workTwice } from './walk-work.ts'
import { readInput, visitUsage, type Value, type Worked } from './work.ts'

/** How a visit of a walk ended. `time`: when it began first, in milliseconds since 1970; what its edges see as now. */
export type WalkOutcome = { readonly time: number } & (
  | { readonly type: 'completed'; readonly output: Json; readonly hash: string }
  /** It failed, and `on_error: skip` passes over that: no output. */
  | { readonly type: 'passed'; readonly hash: string }
  /** Its `if` did not hold. */
  | { readonly type: 'skipped' }
  | { readonly type: 'failed'; readonly error: RunError }
)

/** What the interpreter of a walk may do. */
export type WalkVisits = {
  /** The recorded outcome, or that of running it now. `before`: the hash of the visit before. Null when the attempt stops. */
  visit(node: WalkNode, visit: number, variables: Variables, before: string | null): Promise<WalkOutcome | null>
  /** The edge by which an earlier attempt left the visit: its place in the plan. */
  taken(from: string, visit: number): number | undefined
  /** Records that an edge is taken. Resolves when that is durable. */
  take(taking: { readonly edge: number; readonly from: string; readonly to: string | null; readonly visit: number; readonly count: number }): Promise<void>
  readonly stopping: boolean
}

export function createWalkVisits(given: VisitsOptions): WalkVisits {
  const { log, records, stop, digest, executor } = given

  function recall(node: WalkNode, visit: number): WalkOutcome | null {
    const first = records.started(node.id, visit)?.first
    const event = records.completed(node.id, visit)
    if (event) {
      const time = Date.parse(first ?? event.at)
      return event.passed ? { type: 'passed', time, hash: event.output_hash } : { type: 'completed', time, output: event.output, hash: event.output_hash }
    }
    const skipped = records.skipped(node.id, visit)
    return skipped ? { type: 'skipped', time: Date.parse(skipped.at) } : null
  }

  async function visit(node: WalkNode, number: number, variables: Variables, before: string | null): Promise<WalkOutcome | null> {
    const known = recall(node, number)
    if (known) return known
    if (stop.reason) return null
    const first = records.started(node.id, number)?.first
    const time = first === undefined ? log.now() : Date.parse(first)
    const name = { node: node.id, visit: number }
    // What was filled in with a time is recorded at that time.
    const begin = (input: Json): Promise<void> => log.appendAt(first === undefined ? time : log.now(), { type: 'node.started', ...name, input }).recorded

    const hash = (output: Json): string => outputHash(output, before === null ? [] : [before], digest)
    function fail(error: RunError): WalkOutcome {
      log.append({ type: 'node.failed', ...name, error, ran: true })
      return { type: 'failed', time, error }
    }
    function settle(worked: Worked, spent: Spent): WalkOutcome {
      const usage = visitUsage(worked.ok ? worked.usage : undefined, spent.usage)
      const used = usage ? { usage } : {}
      if (worked.ok) {
        const output = outputOf(worked.output)
        const output_hash = hash(output)
        log.append({ type: 'node.completed', ...name, output, output_hash, ...used, ...(worked.simulated ? { simulated: true } : {}) })
        return { type: 'completed', time, output, hash: output_hash }
      }
      if (node.on_error !== 'skip') return fail(worked.error)
      const output_hash = hash(null)
      log.append({ type: 'node.completed', ...name, output: null, output_hash, ...used, passed: worked.error })
      return { type: 'passed', time, hash: output_hash }
    }

    if (node.if !== undefined) {
      const holds = fillCondition(node.if, variables, time, 'its `if`')
      if (!holds.ok) {
        void begin(null)
        return fail(holds.error)
      }
      if (!holds.value) {
        log.appendAt(time, { type: 'node.skipped', ...name, reason: 'its `if` did not hold' })
        return { type: 'skipped', time }
      }
    }

    const spent: Spent = { usage: records.usage(node.id, number), open: new Map<string, string>(), ...(node.on_error === 'retry' ? { done: new Map<string, Json>() } : {}) }
    if (node.for_each) {
      const worked = await workOnItems(given, { node, each: node.for_each, visit: number, variables, time, spent, begin, inputOf })
      return worked && settle(worked, spent)
    }
    const input = inputOf(node, variables, time)
    const begun = begin(input.ok ? input.value : null)
    if (!input.ok) return settle(input, spent)
    try {
      // Append before acting: a crash must leave evidence.
      await begun
    } catch {
      return null
    }
    if (stop.reason) return null
    const worked = await workTwice(given, node, { node, visit: number, variables }, input.value, time, spent)
    return worked && settle(worked, spent)
  }

  function inputOf(node: WalkNode, variables: Variables, time: number): Value {
    const texts = fillTexts(node, variables, time)
    return texts.ok ? readInput(() => executor.render(node, new Map(), texts.value)) : texts
  }

  return {
    visit,
    taken: records.taken,
    take: (taking) => log.append({ type: 'edge.taken', ...taking }).recorded,
    get stopping() {
      return stop.reason !== null
    },
  }
}
