import { outputHash, type Json, type PlanNode, type RunError } from '../../src/core/index.ts'
import type { Spent } from './context.ts'
import { outcomeOf, type Outcome } from './outcome.ts'
import type { Executor } from './ports.ts'
import type { VisitsOptions } from './visit-options.ts'
import { readInput, visitUsage, work, type Value } from './work.ts'

/** What an interpreter may do. A visit is the durable step of a node. */
export type Visits = {
  /** What the log holds of a visit that completed. */
  recall(node: PlanNode, visit: number): Outcome | null
  /** The recorded outcome, or that of running it now. Null when the attempt stops: nothing was decided. */
  visit(node: PlanNode, visit: number, outcomes: ReadonlyMap<string, Outcome>): Promise<Outcome | null>
  /** Records that the nodes wait for their turn. */
  schedule(nodes: readonly PlanNode[], visit: number): void
  /** Records that the node will not run, at the moment of this decision. */
  decline(node: PlanNode, visit: number, error: RunError): Outcome
  readonly stopping: boolean
}

export function createVisits(given: VisitsOptions): Visits {
  const { log, records, stop, digest } = given

  function fail(node: PlanNode, visit: number, error: RunError, ran: boolean, started?: number): Outcome {
    const { at } = log.append({ type: 'node.failed', node: node.id, visit, error, ran })
    return { ok: false, error, ran, started: started ?? at, ended: at }
  }

  function recall(node: PlanNode, visit: number): Outcome | null {
    const event = records.completed(node.id, visit)
    return event ? outcomeOf(event, records.started(node.id, visit)?.last) : null
  }

  async function visit(node: PlanNode, number: number, outcomes: ReadonlyMap<string, Outcome>): Promise<Outcome | null> {
    const known = recall(node, number)
    if (known) return known
    if (stop.reason) return null
    const rendered = render(given.executor, node, outcomes)
    const begun = log.append({ type: 'node.started', node: node.id, visit: number, input: rendered.ok ? rendered.value : null })
    if (!rendered.ok) return fail(node, number, rendered.error, true, begun.at)
    try {
      // Append before acting: a crash must leave evidence.
      await begun.recorded
    } catch {
      return null
    }
    if (stop.reason) return null
    const spent: Spent = { usage: records.usage(node.id, number), open: new Map<string, string>() }
    const worked = await work(given, { node, visit: number }, outcomes, rendered.value, begun.at, spent)
    if (worked === null) return null
    if (!worked.ok) return fail(node, number, worked.error, true, begun.at)
    const usage = visitUsage(worked.usage, spent.usage)
    const hash = outputHash(worked.output, hashesBefore(node, outcomes), digest)
    const { at } = log.append({
      type: 'node.completed',
      node: node.id,
      visit: number,
      output: worked.output,
      output_hash: hash,
      ...(usage ? { usage } : {}),
      ...(worked.simulated ? { simulated: true } : {}),
    })
    return { ok: true, output: worked.output, hash, started: begun.at, ended: at }
  }

  return {
    recall,
    visit,
    schedule(nodes, number) {
      for (const node of nodes) log.append({ type: 'node.scheduled', node: node.id, visit: number })
    },
    decline: (node, number, error) => fail(node, number, error, false),
    get stopping() {
      return stop.reason !== null
    },
  }
}

function render(executor: Executor, node: PlanNode, outcomes: ReadonlyMap<string, Outcome>): Value {
  const inputs = new Map<string, Json>()
  for (const need of node.needs) {
    const outcome = outcomes.get(need)
    if (outcome?.ok) inputs.set(need, outcome.output)
  }
  return readInput(() => executor.render(node, inputs))
}

function hashesBefore(node: PlanNode, outcomes: ReadonlyMap<string, Outcome>): string[] {
  const hashes: string[] = []
  for (const need of node.needs) {
    const outcome = outcomes.get(need)
    if (outcome?.ok) hashes.push(outcome.hash)
  }
  return hashes
}
