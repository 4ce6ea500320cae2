import { initialRun, openFold, runResult, type Plan, type RunState } from '../../src/core/index.ts'
import type { RunHandle } from '../engine/index.ts'
import type { CommandContext } from './command.ts'
import { createProgress } from './create-progress.ts'
import { exit, type ExitCode } from './failure.ts'
import { onInterrupt } from './interrupt.ts'
import type { LogFile } from './log-file.ts'
import { printJson } from './report.ts'
import { printOutcome, printResult } from './result.ts'
import type { RunsOfFolder } from './runs-of-folder.ts'

export type Attended = {
  readonly runs: RunsOfFolder
  readonly handle: RunHandle
  readonly plan: Plan
  /** How far an earlier attempt came; null for a new run. */
  readonly before: RunState | null
  readonly log: LogFile
}

/** Stays with a run to its end: shows it, lets it be cancelled, prints its result, gives the exit code. */
export async function attend(context: CommandContext, { runs, handle, plan, before, log }: Attended): Promise<ExitCode> {
  const { io, json, style } = context
  const { engine } = runs
  const progress = createProgress({ io, style: style.err, ids: plan.nodes.map(({ id }) => id), walks: plan.kind === 'walk', before })
  const interrupts = onInterrupt(
    () => {
      progress.note('heddle: cancelling; Ctrl-C again leaves at once')
      engine.cancel(handle.run, 'the command line').catch(() => {})
    },
    () => progress.end(),
  )
  const stopFollowing = new AbortController()
  const fold = openFold(before ?? initialRun(handle.run))
  const followed = (async () => {
    for await (const event of engine.follow(handle.run, before?.seq ?? 0, stopFollowing.signal)) {
      fold.apply(event)
      progress.event(event, (id) => fold.node(id))
      if (event.type !== 'node.output') await log.write(event)
    }
  })()
  followed.catch(() => {})
  try {
    // A log file that cannot be written any more ends the attempt: whoever asked for it relies on it.
    const state = await Promise.race([handle.ended, followed.then(() => handle.ended)])
    await followed
    progress.end()
    const result = runResult(state)
    if (json) printJson(io, result)
    else printResult(io, style.out, state)
    printOutcome(io, style.err, state, { resumable: !result.success })
    if (interrupts.asked && !result.success) return exit.interrupted
    return result.success ? exit.done : exit.failed
  } finally {
    stopFollowing.abort()
    progress.end()
    interrupts.end()
    await log.close().catch(() => {})
  }
}
