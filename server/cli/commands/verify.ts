import { sha256 } from '../../engine/index.ts'
import { checkRun } from '../../engine/read-run.ts'
import type { Command } from '../command.ts'
import { CommandFailure, exit } from '../failure.ts'
import { findRun } from '../find-run.ts'
import { printJson, success } from '../report.ts'
import { withRuns } from '../runs-of-folder.ts'

/** Checks the record of a run against its own hashes. Executes nothing. */
export const verify: Command = (context) =>
  withRuns(context, async (runs) => {
    const { args, io, json, style } = context
    const id = await findRun(runs, args[0] ?? '')
    const check = await checkRun(runs.store, id, sha256)
    if (!check.ok) {
      throw new CommandFailure(exit.failed, `the record of run ${id} is not as it was written: ${check.reason}`, { hint: `The first bad record is event ${check.seq}. heddle show ${id} --events lists them.` })
    }
    const { seq, hash } = check.head
    if (json) printJson(io, success({ run: id, events: seq, head: hash }))
    else io.out.write(`${style.out.green('verified')}: run ${id}, ${seq} events, head ${hash}\n`)
    return exit.done
  })
