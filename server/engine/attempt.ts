import { triggerOf, unreachable, type Digest, type Json, type Plan, type PlanNode, type RunError, type RunEvent, type RunEventBody, type RunOptions, type RunState } from '../../src/core/index.ts'
import type { Ending } from './ending.ts'
import { runLevels } from './levels.ts'
import type { LiveRun } from './live.ts'
import { openLog, type RunLog } from './log.ts'
import type { Clock, Decide, Executor, RunStore } from './ports.ts'
import type { Records } from './records.ts'
import { createStop } from './stop.ts'
import type { VisitsOptions } from './visit-options.ts'
import { createVisits } from './visit.ts'
import { createWalkVisits } from './walk-visit.ts'
import { runWalk } from './walk.ts'

/** One go of the engine at a run. */
export type Attempt = {
  readonly log: RunLog
  /**
   * Interprets the plan to its end. To be called once, after the events that begin the attempt were appended.
   * `created`: when the run was, in milliseconds since 1970.
   */
  work(created: number): Promise<RunState>
  /** Records the wish, stops scheduling, aborts what is under way, waits a grace time. False when it has ended. */
  cancel(by: string): Promise<boolean>
  /** Aborts what is under way and records that the run was interrupted. */
  interrupt(reason: string): void
}

export type AttemptOptions = {
  readonly run: string
  readonly plan: Plan
  readonly options: RunOptions
  /** The hash of the definition that the plan was made from. */
  readonly definition: string
  readonly inputs: Json
  readonly seq: number
  readonly store: RunStore
  readonly clock: Clock
  readonly digest: Digest
  readonly executor: Executor
  readonly decide: Decide
  readonly records: Records
  readonly live: LiveRun
  /** Milliseconds that work is given to end after its signal was aborted. */
  readonly grace: number
  readonly onAppended: (event: RunEvent) => void
  /** An answer that came after its visit was given up, once the run has ended. */
  readonly onLate: (message: string, node: string) => void
}

export function createAttempt(given: AttemptOptions): Attempt {
  const { run, plan, options, store, clock, digest, executor, records, live, grace } = given
  const stop = createStop()
  let interruption = ''
  let ended = false

  const log = openLog({
    store,
    run,
    clock,
    seq: given.seq,
    onRecorded(event) {
      live.record(event)
      given.onAppended(event)
    },
    onBroken(cause) {
      stop.set({ type: 'broken', cause })
      stop.abortAll(cause)
      stop.abandonAll()
    },
  })

  const visiting: VisitsOptions = {
    run,
    definition: given.definition,
    // The file's own model comes behind the one that the run was started with, and before any default.
    options: plan.kind === 'walk' && plan.model !== undefined ? { model: plan.model, ...options } : options,
    ...(plan.kind === 'walk' && plan.system_prompt !== undefined ? { system: plan.system_prompt } : {}),
    ownTools: plan.kind === 'walk' ? (plan.tools ?? []) : [],
    nodes: new Map<string, PlanNode>(plan.nodes.map((node) => [node.id, node])),
    log,
    records,
    executor,
    decide: given.decide,
    clock,
    digest,
    stop,
    live,
    onLate(node, visit, answer) {
      const message = `${node}#${visit} ${answer} after it was given up; its answer changes nothing`
      if (ended) given.onLate(message, node)
      else if (!log.broken) log.append({ type: 'log', message, node })
    },
  }

  /** Whatever is under way may end by itself; what does not is given up. */
  async function windDown(reason: DOMException): Promise<void> {
    stop.abortAll(reason)
    const over = new AbortController()
    await Promise.race([stop.idle(), clock.sleep(grace, over.signal).catch(() => {})])
    over.abort()
    stop.abandonAll()
  }

  async function interpret(created: number): Promise<Ending> {
    try {
      switch (plan.kind) {
        case 'levels':
          return await runLevels(plan, options, createVisits(visiting))
        case 'walk':
          return await runWalk(plan, { trigger: triggerOf(given.inputs), time: created }, createWalkVisits(visiting))
        default:
          return unreachable(plan)
      }
    } catch (cause) {
      // A fault of the engine itself: the run must not hang, and must say what happened.
      const error: RunError = { message: `the engine failed: ${cause instanceof Error ? cause.message : String(cause)}`, kind: 'error' }
      stop.abandonAll()
      return { type: 'failed', error }
    }
  }

  return {
    log,
    async work(created) {
      const ending = await interpret(created)
      ended = true
      await executor.release?.(run)
      const reason = stop.reason
      if (reason?.type === 'broken') throw reason.cause
      if (reason?.type === 'cancelled') log.append({ type: 'run.cancelled' })
      else if (ending.type === 'completed') log.append(completion(ending))
      else if (ending.type === 'failed') log.append({ type: 'run.failed', error: ending.error })
      else log.append({ type: 'run.interrupted', reason: interruption })
      await log.settled()
      return live.state()
    },
    async cancel(by) {
      if (ended) return false
      if (stop.reason) return stop.reason.type === 'cancelled'
      stop.set({ type: 'cancelled', by })
      const { recorded } = log.append({ type: 'run.cancelling', by })
      void recorded.then(
        () => windDown(new DOMException(`the run was cancelled by ${by}`, 'AbortError')),
        () => {},
      )
      await recorded
      return true
    },
    interrupt(reason) {
      if (ended || stop.reason) return
      interruption = reason
      stop.set({ type: 'closed' })
      void windDown(new DOMException(reason, 'AbortError'))
    },
  }
}

function completion({ output, ended }: Extract<Ending, { type: 'completed' }>): RunEventBody {
  return { type: 'run.completed', ...(output === undefined ? {} : { output }), ...(ended === undefined ? {} : { ended }) }
}
