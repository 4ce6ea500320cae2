import { outputHash, type Json, type PlanNode, type RunError, type Usage } from '../../src/core/index.ts'
import { createContext, createScope, type Spent } from './context.ts'
import { showDuration } from './duration.ts'
import { toRunError } from './failure.ts'
import { detachJson } from './json.ts'
import { outcomeOf, type Outcome } from './outcome.ts'
import type { ExecutionContext, Executor, NodeOutput } from './ports.ts'
import type { Running } from './stop.ts'
import type { VisitsOptions } from './visit-options.ts'

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

type Answer =
  | { readonly type: 'completed'; readonly value: NodeOutput }
  | { readonly type: 'failed'; readonly thrown: unknown }
  | { readonly type: 'timeout' }
  | { readonly type: 'abandoned' }

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
    const spent: Spent = { usage: records.usage(node.id, number) }
    const answer = await execute(given, node, number, outcomes, rendered.value, begun.at, spent)
    if (log.broken || answer.type === 'abandoned') return null
    switch (answer.type) {
      case 'timeout':
        return fail(node, number, timeoutError(node), true, begun.at)
      case 'failed':
        // It was told to stop, and did.
        return stop.reason ? null : fail(node, number, toRunError(answer.thrown), true, begun.at)
      case 'completed': {
        const output = readOutput(answer.value)
        if (!output.ok) return stop.reason ? null : fail(node, number, output.error, true, begun.at)
        const usage = visitUsage(answer.value.usage, spent.usage)
        const hash = outputHash(output.value, hashesBefore(node, outcomes), digest)
        const { at } = log.append({
          type: 'node.completed',
          node: node.id,
          visit: number,
          output: output.value,
          output_hash: hash,
          ...(usage ? { usage } : {}),
          ...(answer.value.simulated ? { simulated: true } : {}),
        })
        return { ok: true, output: output.value, hash, started: begun.at, ended: at }
      }
    }
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

type Rendered = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly error: RunError }

function render(executor: Executor, node: PlanNode, outcomes: ReadonlyMap<string, Outcome>): Rendered {
  const inputs = new Map<string, Json>()
  for (const need of node.needs) {
    const outcome = outcomes.get(need)
    if (outcome?.ok) inputs.set(need, outcome.output)
  }
  try {
    const input = detachJson(executor.render(node, inputs))
    return input.ok ? input : { ok: false, error: { message: `its input ${input.reason}`, kind: 'error' } }
  } catch (thrown) {
    // Strings have a longest length of their own.
    if (thrown instanceof RangeError) return { ok: false, error: { message: `its input is too large: ${thrown.message}`, kind: 'error' } }
    return { ok: false, error: toRunError(thrown) }
  }
}

/** Runs the executor until it answers, its time is over or it is given up. Never rejects. */
function execute(
  given: VisitsOptions,
  node: PlanNode,
  visit: number,
  outcomes: ReadonlyMap<string, Outcome>,
  input: Json,
  begun: number,
  spent: Spent,
): Promise<Answer> {
  const { clock, stop, live, onLate } = given
  return new Promise<Answer>((resolve) => {
    const scope = createScope()
    let timer: AbortController | undefined
    const answer = (value: Answer): void => {
      if (!scope.open) {
        if (value.type === 'completed' || value.type === 'failed') onLate(node.id, visit, value.type)
        return
      }
      scope.open = false
      timer?.abort()
      stop.end(running)
      live.clear(node.id)
      resolve(value)
    }
    const running: Running = {
      abort: (reason) => scope.abort(reason),
      abandon: () => answer({ type: 'abandoned' }),
    }
    stop.begin(running)
    if (node.timeout !== undefined) {
      timer = new AbortController()
      clock.sleep(node.timeout, timer.signal).then(
        () => {
          answer({ type: 'timeout' })
          scope.abort(new DOMException(timeoutError(node).message, 'TimeoutError'))
        },
        () => {},
      )
    }
    const context = createContext(given, node, visit, outcomes, begun, spent, scope)
    callExecutor(given.executor, context, node, input).then(
      (value) => answer({ type: 'completed', value }),
      (thrown: unknown) => answer({ type: 'failed', thrown }),
    )
  })
}

/** An executor may also throw before it gives a promise. */
async function callExecutor(executor: Executor, context: ExecutionContext, node: PlanNode, input: Json): Promise<NodeOutput> {
  return executor.execute(context, node, input)
}

function readOutput(value: NodeOutput): Rendered {
  if (value === null || typeof value !== 'object') {
    return { ok: false, error: { message: `its executor gave ${value === null ? 'null' : `a value of type ${typeof value}`} in place of a result`, kind: 'invalid-output' } }
  }
  const output = detachJson(value.output)
  return output.ok ? output : { ok: false, error: { message: `its output ${output.reason}`, kind: 'invalid-output' } }
}

/** The executor's own account, unless its sub-records say more. */
function visitUsage(told: Usage | undefined, recorded: Usage | undefined): Usage | undefined {
  if (!told || !recorded) return told ?? recorded
  return told.input + told.output >= recorded.input + recorded.output ? told : recorded
}

function hashesBefore(node: PlanNode, outcomes: ReadonlyMap<string, Outcome>): string[] {
  const hashes: string[] = []
  for (const need of node.needs) {
    const outcome = outcomes.get(need)
    if (outcome?.ok) hashes.push(outcome.hash)
  }
  return hashes
}

function timeoutError(node: PlanNode): RunError {
  return {
    message: `timed out after ${showDuration(node.timeout ?? 0)}`,
    kind: 'timeout',
    hint: 'Raise the `timeout` of this node, or give it less to do.',
  }
}
