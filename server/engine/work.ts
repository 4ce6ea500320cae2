import type { Json, PlanNode, RunError, Usage } from '../../src/core/index.ts'
import { createContext, createScope, keyOf, type Part, type Spent } from './context.ts'
import { showDuration } from './duration.ts'
import { toRunError } from './failure.ts'
import { detachJson } from './json.ts'
import type { Outcome } from './outcome.ts'
import { NodeFailure, type ExecutionContext, type Executor, type NodeOutput } from './ports.ts'
import type { Running } from './stop.ts'
import type { VisitsOptions } from './visit-options.ts'

/** A value that passed its checks, or why it did not. */
export type Value = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly error: RunError }

/** What work came to. `usage`: the executor's own account. */
export type Worked =
  | { readonly ok: true; readonly output: Json; readonly usage?: Usage; readonly simulated?: true }
  | { readonly ok: false; readonly error: RunError }

type Answer =
  | { readonly type: 'completed'; readonly value: NodeOutput }
  | { readonly type: 'failed'; readonly thrown: unknown }
  | { readonly type: 'timeout' }
  | { readonly type: 'abandoned' }

/** What an executor is given, checked: it is recorded. */
export function readInput(render: () => Json): Value {
  try {
    const input = detachJson(render())
    return input.ok ? input : { ok: false, error: { message: `its input ${input.reason}`, kind: 'error' } }
  } catch (thrown) {
    // Strings have a longest length of their own.
    if (thrown instanceof RangeError) return { ok: false, error: { message: `its input is too large: ${thrown.message}`, kind: 'error' } }
    return { ok: false, error: toRunError(thrown) }
  }
}

/** Has the executor do the work. Null when the attempt stops: nothing was decided. Never rejects. */
export async function work(
  given: VisitsOptions,
  part: Part,
  outcomes: ReadonlyMap<string, Outcome>,
  input: Json,
  begun: number,
  spent: Spent,
): Promise<Worked | null> {
  const { log, stop } = given
  const answer = await execute(given, part, outcomes, input, begun, spent)
  if (log.broken) return null
  switch (answer.type) {
    case 'abandoned':
      return null
    case 'timeout':
      return { ok: false, error: settleOpen(timeoutError(part.node), part, spent, true) }
    case 'failed':
      // It was told to stop, and did.
      return stop.reason ? null : { ok: false, error: settleOpen(toRunError(answer.thrown), part, spent, answer.thrown instanceof NodeFailure && answer.thrown.cutOff) }
    case 'completed': {
      const output = readOutput(answer.value)
      if (!output.ok) return stop.reason ? null : output
      const { usage, simulated } = answer.value
      return { ok: true, output: output.value, ...(usage ? { usage } : {}), ...(simulated ? { simulated } : {}) }
    }
  }
}

/**
 * A failure with what is open behind it: where the work was cut off while something was being done that is not
 * to be done twice, nobody knows what came of it. Any other failure is an answer.
 */
function settleOpen(error: RunError, part: Part, { open }: Spent, cutOff: boolean): RunError {
  const self = keyOf(part)
  const mine = [...open.keys()].filter((key) => key === self || key.startsWith(`${self}/`))
  const began = [...new Set(mine.map((key) => open.get(key)!))]
  for (const key of mine) open.delete(key)
  if (!cutOff || began.length === 0) return error
  return {
    kind: 'unknown-outcome',
    message: `${error.message}, and it is not known whether ${began.join(', ')} was done: it is not tried again`,
    hint: 'Look whether it was done. A resume with `--retry-unknown` does it again.',
    began,
  }
}

/** The executor's own account, unless its sub-records say more. */
export function visitUsage(told: Usage | undefined, recorded: Usage | undefined): Usage | undefined {
  if (!told || !recorded) return told ?? recorded
  return told.input + told.output >= recorded.input + recorded.output ? told : recorded
}

/** Runs the executor until it answers, its time is over or it is given up. Never rejects. */
function execute(
  given: VisitsOptions,
  part: Part,
  outcomes: ReadonlyMap<string, Outcome>,
  input: Json,
  begun: number,
  spent: Spent,
): Promise<Answer> {
  const { clock, stop, live, onLate } = given
  const { node, visit } = part
  return new Promise<Answer>((resolve) => {
    const scope = createScope()
    let timer: AbortController | undefined
    let answered = false
    const settle = (value: Answer): void => {
      if (answered) return
      answered = true
      scope.open = false
      timer?.abort()
      stop.end(running)
      live.clear(node.id)
      resolve(value)
    }
    /** What the executor says. Once its time is over that changes nothing. */
    const answer = (value: Extract<Answer, { type: 'completed' | 'failed' }>): void => {
      if (scope.open) settle(value)
      else onLate(node.id, visit, value.type)
    }
    const running: Running = {
      abort: (reason) => scope.abort(reason),
      abandon: () => settle({ type: 'abandoned' }),
    }
    stop.begin(running)
    if (node.timeout !== undefined) {
      timer = new AbortController()
      clock.sleep(node.timeout, timer.signal).then(
        () => {
          if (answered) return
          scope.open = false
          scope.abort(new DOMException(timeoutError(node).message, 'TimeoutError'))
          // A second go must not meet what is left of the first: processes have ended before the node is answered for.
          void Promise.all(scope.held).then(() => settle({ type: 'timeout' }))
        },
        () => {},
      )
    }
    const context = createContext(given, part, outcomes, begun, spent, scope)
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

function readOutput(value: NodeOutput): Value {
  if (value === null || typeof value !== 'object') {
    return { ok: false, error: { message: `its executor gave ${value === null ? 'null' : `a value of type ${typeof value}`} in place of a result`, kind: 'invalid-output' } }
  }
  const output = detachJson(value.output)
  return output.ok ? output : { ok: false, error: { message: `its output ${output.reason}`, kind: 'invalid-output' } }
}

function timeoutError(node: PlanNode): RunError {
  return {
    message: `timed out after ${showDuration(node.timeout ?? 0)}`,
    kind: 'timeout',
    hint: 'Raise the `timeout` of this node, or give it less to do.',
  }
}
