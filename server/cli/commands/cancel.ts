import { isUnderWay } from '../../../src/core/index.ts'
import type { Command } from '../command.ts'
import { CommandFailure, exit } from '../failure.ts'
import { findRun } from '../find-run.ts'
import { printJson, printNote, success } from '../report.ts'
import { withRuns, type RunsOfFolder } from '../runs-of-folder.ts'

/** How long it waits for the process that works on the run to give in. Milliseconds. */
const patience = 10_000

/** Cancels a run, whichever process works on it, and waits until it has ended. */
export const cancel: Command = (context) =>
  withRuns(context, async (runs) => {
    const { args, io, json, style } = context
    const id = await findRun(runs, args[0] ?? '')
    const asked = await runs.engine.cancel(id, 'the command line')
    const status = asked ? await ended(runs, id) : ((await runs.engine.state(id))?.status ?? 'cancelled')
    if (status === null) {
      throw new CommandFailure(exit.failed, `run ${id} has not ended yet: the process that works on it does not answer`, { hint: 'It will be cancelled as soon as it does.' })
    }
    if (json) printJson(io, success({ run: id, status, cancelled: asked }))
    else printNote(io, style.err, asked ? `run ${id} is ${status}` : `run ${id} had ended already: it is ${status}`)
    return exit.done
  })

async function ended({ engine }: RunsOfFolder, id: string): Promise<string | null> {
  const until = Date.now() + patience
  for (;;) {
    const state = await engine.state(id)
    if (state !== null && !isUnderWay(state.status)) return state.status
    if (Date.now() > until) return null
    await new Promise((resolve) => {
      setTimeout(resolve, 100)
    })
  }
}
