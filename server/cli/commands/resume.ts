import { runResult } from '../../../src/core/index.ts'
import { OutcomeUnknown, RunFinished, RunOwned, RunTampered, type RunHandle } from '../../engine/index.ts'
import { preload } from '../../providers/index.ts'
import { attend } from '../attend.ts'
import type { Command } from '../command.ts'
import { CommandFailure, exit } from '../failure.ts'
import { findRun } from '../find-run.ts'
import { openLogFile } from '../log-file.ts'
import { printJson, printNote } from '../report.ts'
import { printResult } from '../result.ts'
import { readConfig } from '../run-options.ts'
import { withRuns, type RunsOfFolder } from '../runs-of-folder.ts'

/** Goes on with a run where its record ends, with the definition and the options that it was started with. */
export const resume: Command = async (context) => {
  const { args, flags, io, json, style } = context
  const config = await readConfig(io.cwd)
  return await withRuns(
    context,
    async (runs) => {
      const id = await findRun(runs, args[0] ?? '')
      const before = await runs.engine.state(id)
      if (before?.status === 'completed') {
        printNote(io, style.err, `run ${id} is completed: nothing is left to do`)
        if (json) printJson(io, runResult(before))
        else printResult(io, style.out, before)
        return exit.done
      }
      if (before === null || before.plan === null) throw new CommandFailure(exit.failed, `run ${id} cannot be resumed: the record of its beginning is missing`)
      preload(before.options?.model)
      const log = await openLogFile(io.cwd, flags.value('log-file'))
      const handle = await resumeRun(runs, id, flags.has('retry-unknown'))
      return await attend(context, { runs, handle, plan: before.plan, before, log })
    },
    config,
  )
}

async function resumeRun({ engine }: RunsOfFolder, id: string, retryUnknown: boolean): Promise<RunHandle> {
  try {
    return await engine.resume(id, { retryUnknown })
  } catch (error) {
    if (error instanceof RunOwned) {
      throw new CommandFailure(exit.failed, error.message, { hint: `It goes on there. heddle show ${id} shows it, heddle cancel ${id} cancels it.` })
    }
    if (error instanceof OutcomeUnknown) throw new CommandFailure(exit.failed, error.message, { hint: `Nothing was run. Look whether it was done; heddle resume ${id} --retry-unknown does it again.` })
    if (error instanceof RunTampered) throw new CommandFailure(exit.failed, error.message, { hint: `heddle verify ${id} says more. Nothing was run.` })
    if (error instanceof RunFinished) throw new CommandFailure(exit.failed, error.message)
    throw error
  }
}
