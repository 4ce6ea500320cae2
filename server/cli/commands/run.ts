import { InvalidRunId, RunExists, type RunHandle } from '../../engine/index.ts'
import { preload } from '../../providers/index.ts'
import { approvals } from '../approvals.ts'
import { attend } from '../attend.ts'
import type { Command } from '../command.ts'
import { usageError } from '../failure.ts'
import { openLogFile } from '../log-file.ts'
import { openValid } from '../open-workflow.ts'
import { printProblems } from '../problems.ts'
import { printNote } from '../report.ts'
import { readConfig, readInputs, runOptions } from '../run-options.ts'
import { requireTrust } from '../require-trust.ts'
import { withRuns, type RunsOfFolder } from '../runs-of-folder.ts'

/** Runs a workflow to its end. */
export const run: Command = async (context) => {
  const { args, flags, io, style } = context
  const inputs = readInputs(context)
  const { target, plan, warnings } = await openValid(context, args[0] ?? '')
  printProblems(io, style.err, target, warnings)
  if (inputs !== null && plan.kind === 'levels') printNote(io, style.err, 'the nodes of a dag take no inputs; they are only recorded with the run')
  const config = await readConfig(io.cwd)
  await requireTrust(context, config, plan)
  const options = { ...runOptions(context, config, plan), policy: await approvals(context, config, plan, target.text) }
  preload(options.model)
  return await withRuns(
    context,
    async (runs) => {
      const log = await openLogFile(io.cwd, flags.value('log-file'))
      const runId = flags.value('run-id')
      const handle = await startRun(runs, {
        plan: plan.name === '' ? { ...plan, name: nameOfFile(target.file) } : plan,
        definition: { text: target.text },
        file: target.file,
        startedBy: 'command line',
        ...(inputs === null ? {} : { inputs }),
        options,
        ...(runId === undefined ? {} : { runId }),
      })
      return await attend(context, { runs, handle, plan, before: null, log })
    },
    config,
  )
}

async function startRun({ engine }: RunsOfFolder, request: Parameters<RunsOfFolder['engine']['start']>[0]): Promise<RunHandle> {
  try {
    return await engine.start(request)
  } catch (error) {
    if (error instanceof InvalidRunId) throw usageError(error.message)
    if (error instanceof RunExists) throw usageError(`run ${error.run} exists already`, `Resume it with heddle resume ${error.run}, or choose another --run-id.`)
    throw error
  }
}

/** A workflow without a name is called like its file. */
function nameOfFile(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
}
