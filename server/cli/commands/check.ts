import type { Command, CommandContext } from '../command.ts'
import { CommandFailure, exit, type ExitCode } from '../failure.ts'
import { openWorkflow, type Opened } from '../open-workflow.ts'
import { jsonProblems, printProblems, summarise } from '../problems.ts'
import { failure, printFailure, printJson, success } from '../report.ts'
import { visible } from '../width.ts'
import { findWorkflows } from '../workflows.ts'

type Checked = { readonly given: string; readonly code: ExitCode; readonly json: object }

/** Problems and warnings of the files named, or of every workflow in the folder. */
export const check: Command = async (context) => {
  const { args, io, json, style } = context
  const given = args.length > 0 ? args : await findWorkflows(io.cwd)
  if (given.length === 0) {
    if (json) printJson(io, [])
    else io.out.write(`no workflows in ${io.cwd}\n`)
    return exit.done
  }
  const checked: Checked[] = []
  for (const name of given) checked.push(await checkOne(context, name))
  const worst = Math.max(...checked.map(({ code }) => code))
  if (json) {
    const [first] = checked
    printJson(io, args.length === 1 && first !== undefined ? first.json : checked.map((one) => ({ file: one.given, ...one.json })))
  } else if (checked.length > 1) {
    const bad = checked.filter(({ code }) => code !== exit.done).length
    io.out.write(bad === 0 ? style.out.green(`${checked.length} workflows, no problems\n`) : `${bad} of ${checked.length} workflows have problems\n`)
  }
  return worst === exit.usage ? exit.usage : worst === exit.failed ? exit.failed : exit.done
}

async function checkOne(context: CommandContext, given: string): Promise<Checked> {
  const { io, style } = context
  try {
    return report(context, await openWorkflow(context, given))
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error
    printFailure(io, style.err, error)
    return { given, code: error.code, json: failure(error.message) }
  }
}

function report({ io, style, json }: CommandContext, { target, problems: all, errors, warnings }: Opened): Checked {
  printProblems(io, style.err, target, all)
  if (errors.length > 0) {
    const problems = jsonProblems(errors, target.text)
    return { given: target.shown, code: exit.failed, json: failure(summarise(target.shown, problems), problems) }
  }
  if (!json) {
    const count = warnings.length === 0 ? 'no problems' : `no problems, ${warnings.length === 1 ? '1 warning' : `${warnings.length} warnings`}`
    io.out.write(`${visible(target.shown)}: ${style.out.green(count)}\n`)
  }
  return { given: target.shown, code: exit.done, json: success(jsonProblems(warnings, target.text)) }
}
